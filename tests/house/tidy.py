#!/usr/bin/env python3
"""clang-tidy over the sources of the program, in parallel; what was clean is remembered.

A file is read again when it, a header of ours that it includes, its compile command, .clang-tidy or
clang-tidy itself changed. Tests are left out: doctest's macros are not ours to tidy.

usage: tidy.py BUILD_DIR
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

FOLDERS = ("agent", "collectors", "model", "probes")
INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)


def headers_of(root, source):
    """The headers of ours that `source` sees, directly or not."""
    seen, pending = set(), [source]
    while pending:
        for name in INCLUDE.findall(pending.pop().read_bytes()):
            header = root / name.decode()
            if header not in seen and header.is_file():
                seen.add(header)
                pending.append(header)
    return sorted(seen)


def fingerprint(root, source, command, common):
    digest = hashlib.sha256(common + command.encode())
    for file in (source, *headers_of(root, source)):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def sources_in(root, build):
    """(source, compile command) of every source that is built and belongs to the program."""
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    found = {}
    for entry in entries:
        file = pathlib.Path(entry["file"])
        if file.is_relative_to(root) and file.relative_to(root).parts[0] in FOLDERS:
            found[file] = entry["command"]
    return sorted(found.items())


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    root = pathlib.Path(__file__).resolve().parents[2]
    remembered = build / "tidy"
    remembered.mkdir(exist_ok=True)
    common = (root / ".clang-tidy").read_bytes() + run("clang-tidy", "--version").stdout

    def check(entry):
        source, command = entry
        mark = remembered / fingerprint(root, source, command, common)
        if mark.exists():
            return None
        done = run("clang-tidy", "--quiet", "-p", str(build), str(source))
        if done.returncode == 0:
            mark.touch()
        return done

    faults, read = 0, 0
    sources = sources_in(root, build)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (source, _), done in zip(sources, pool.map(check, sources)):
            read += done is not None
            if done and done.returncode != 0:
                faults += 1
                print(source.relative_to(root))
                print(done.stdout.decode(errors="replace"), flush=True)
    print(f"clang-tidy: {len(sources)} files, {read} read, {faults} with faults")
    return 1 if faults or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
