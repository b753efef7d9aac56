"""The licences of everything in a release, collected from the crates. Run in the root of the tree."""
import json
import pathlib
import re
import subprocess
import sys

# The parts of a release: the crate, its workspace, the target.
PARTS = [
    ("pipsqueak-released", "Cargo.toml", "x86_64-unknown-linux-musl"),
    ("pipsqueak-web", "host/web/Cargo.toml", "wasm32-unknown-unknown"),
    ("pipsqueak-microbit", "firmware/Cargo.toml", "thumbv6m-none-eabi"),
    ("pipsqueak-microbit-v2", "firmware/Cargo.toml", "thumbv7em-none-eabihf"),
    ("pipsqueak-pico", "firmware/Cargo.toml", "thumbv6m-none-eabi"),
]
NAMES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE", "COPYRIGHT")
# The standard texts, for crates without one: if a crate offers a choice, the first of these is taken.
FOLDER = pathlib.Path(__file__).parent / "licences"
STANDARD = {
    "MIT": FOLDER / "MIT.txt",
    "BSD-3-Clause": FOLDER / "BSD-3-Clause.txt",
    "Apache-2.0": pathlib.Path("LICENSE-APACHE"),
    "0BSD": FOLDER / "0BSD.txt",
}
# Copyright holders that are named in the sources and not in the manifest.
COPYRIGHT = {
    "rp2040-boot2": "Copyright (c) 2019-2021 Raspberry Pi (Trading) Ltd.",
    "rp2040-pac": "Copyright (c) 2020 Raspberry Pi (Trading) Ltd.",
}


def crates(root, manifest, target):
    """The packages that are linked into one: its transitive dependencies, without those of tests and builds."""
    command = ["cargo", "metadata", "--format-version=1", "--locked", "--filter-platform", target, "--manifest-path", manifest]
    told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    packages = {package["id"]: package for package in told["packages"]}
    nodes = {node["id"]: node for node in told["resolve"]["nodes"]}
    open_ids = [id for id, package in packages.items() if package["name"] == root]
    seen = set()
    while open_ids:
        id = open_ids.pop()
        if id not in seen:
            seen.add(id)
            linked = (d for d in nodes[id]["deps"] if any(kind["kind"] is None for kind in d["dep_kinds"]))
            open_ids.extend(dep["pkg"] for dep in linked)
    return [packages[id] for id in seen]


def texts(folder):
    """The licence texts beside a crate's manifest, or in a folder of them there."""
    named = [path for path in folder.iterdir() if path.name.upper().startswith(NAMES)]
    files = sorted(file for path in named for file in (path.iterdir() if path.is_dir() else [path]) if file.is_file())
    return [(str(file.relative_to(folder)), file.read_text("utf-8", "replace").strip()) for file in files]


def standard(licence, copyright):
    """The standard text of a licence with the copyright line in its place, or above a text without a place for it."""
    text = STANDARD[licence].read_text("utf-8").strip("\n")
    return text.replace("[copyright]", copyright) if "[copyright]" in text else f"{copyright}\n\n{text}"


def texts_of(package):
    """The licence texts of a crate: its own, or the standard one of a licence that it offers."""
    own = texts(pathlib.Path(package["manifest_path"]).parent)
    if own:
        return own
    name, offer = package["name"], package["license"]
    # Old crates write "MIT/Apache-2.0".
    offered = re.split(r" OR |/", offer or "")
    licence = next((licence for licence in STANDARD if licence in offered), None)
    if licence is None:
        sys.exit(f"licences.py: {name} {package['version']} brings no licence text, and none is known for {offer or 'it'}: add it to {FOLDER}")
    holders = ", ".join(re.sub(r" *<.*>", "", author) for author in package["authors"]) or f"the authors of {name}"
    return [(licence, standard(licence, COPYRIGHT.get(name, f"Copyright (c) {holders}")))]


# The same bytes in every locale.
sys.stdout.reconfigure(encoding="utf-8", newline="\n")
found = {(p["name"], p["version"]): p for part in PARTS for p in crates(*part) if p["source"]}
print("Pipsqueak is under MIT or Apache 2.0, as you like:\n")
for name in ("LICENSE-MIT", "LICENSE-APACHE"):
    print(pathlib.Path(name).read_text("utf-8").strip(), end="\n\n")
print("It contains the Rust standard library (MIT or Apache 2.0) and, on Linux, musl (MIT, https://musl.libc.org), and these crates:\n")
for (name, version), package in sorted(found.items()):
    print(f"{name} {version}: {package['license'] or 'see its text'} ({package['repository'] or 'no repository named'})")
# Many crates share a text verbatim: it is printed once.
users = {
    standard("MIT", "Copyright (c) The Rust Project Contributors"): ["Rust standard library (MIT)"],
    standard("MIT", "Copyright © 2005-2020 Rich Felker, et al."): ["musl (MIT)"],
}
for (name, version), package in sorted(found.items()):
    for file, text in texts_of(package):
        users.setdefault(text, []).append(f"{name} {version} ({file})")
for text, names in sorted(users.items(), key=lambda entry: entry[1]):
    print("\n" + "=" * 100 + "\n" + ", ".join(names) + "\n" + "=" * 100 + "\n\n" + text)
