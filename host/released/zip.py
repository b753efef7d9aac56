"""A reproducible zip of a folder: zip.py FOLDER FILE."""
import os
import sys
import zipfile

folder, out = sys.argv[1:]
names = sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names)
with zipfile.ZipFile(out, "w") as archive:
    for name in names:
        # Neither times nor owners; the earliest time that the format has.
        info = zipfile.ZipInfo("pipsqueak/" + name.replace(os.sep, "/"), (1980, 1, 1, 0, 0, 0))
        info.external_attr = 0o644 << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        info.create_system = 3
        with open(os.path.join(folder, name), "rb") as file:
            archive.writestr(info, file.read())
