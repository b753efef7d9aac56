"""The licences of everything that is in a release, from what each crate brings with it. Run in the root of the tree."""
import json
import pathlib
import subprocess

# What is in the files that are handed out: the crate, its workspace, the machine.
PARTS = [
    ("pipsqueak-released", "Cargo.toml", "x86_64-unknown-linux-musl"),
    ("pipsqueak-web", "host/web/Cargo.toml", "wasm32-unknown-unknown"),
    ("pipsqueak-microbit", "firmware/Cargo.toml", "thumbv6m-none-eabi"),
    ("pipsqueak-microbit-v2", "firmware/Cargo.toml", "thumbv7em-none-eabihf"),
    ("pipsqueak-pico", "firmware/Cargo.toml", "thumbv6m-none-eabi"),
]
NAMES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE", "COPYRIGHT")


def crates(root, manifest, target):
    """The packages that are linked into one: its dependencies, and theirs; not those of tests or of building."""
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
    """The licence texts beside a crate's manifest."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name.upper().startswith(NAMES))
    return [(path.name, path.read_text(errors="replace").strip()) for path in files]


found = {(p["name"], p["version"]): p for part in PARTS for p in crates(*part) if p["source"]}
print("Pipsqueak is under MIT or Apache 2.0, as you like:\n")
for name in ("LICENSE-MIT", "LICENSE-APACHE"):
    print(pathlib.Path(name).read_text().strip(), end="\n\n")
print("It contains the Rust standard library (MIT or Apache 2.0) and, on Linux, musl (MIT, https://musl.libc.org), and these crates:\n")
for (name, version), package in sorted(found.items()):
    print(f"{name} {version}: {package['license'] or 'see its text'} ({package['repository'] or 'no repository named'})")
# Many crates have a text in common to the letter: it is told once.
users = {}
for (name, version), package in sorted(found.items()):
    for file, text in texts(pathlib.Path(package["manifest_path"]).parent):
        users.setdefault(text, []).append(f"{name} {version} ({file})")
for text, names in sorted(users.items(), key=lambda entry: entry[1]):
    print("\n" + "=" * 100 + "\n" + ", ".join(names) + "\n" + "=" * 100 + "\n\n" + text)
