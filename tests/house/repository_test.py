#!/usr/bin/env python3
"""The repository's own rules, those that no linter knows.

- A source file has at most 500 lines.
- No file names a path of somebody's machine.
- Every top-level folder has a README.md of at most one page.
- What is begun is finished: no "to do" marks.
- Nothing stands at the top level that DESIGN's layout does not name.
- A type has one header: two of one name in one namespace make a program that the compiler accepts
  and that is broken.

Planted violations prove that each rule bites.

usage: repository_test.py ROOT
"""
import pathlib
import re
import subprocess
import sys
import tempfile

LINE_LIMIT = 500
PAGE_LINES = 70
FOLDERS = ("agent", "collectors", "dashboards", "model", "probes", "systemd", "tests")
FILES = {"CMakeLists.txt", "CMakePresets.json", "README.md", "LICENSE", "dev", ".ci", ".clang-format",
         ".clang-tidy", ".gitignore", ".gitattributes"}
SOURCES = {".cpp", ".h", ".py", ".sh", ".cmake", ".in"}
# Written in pieces so that this file keeps its own rules.
MACHINE_PATH = re.compile(r"(?<![\w.*}/-])/" + r"(work|root|home|Users)/\w")
UNFINISHED = re.compile(r"\b(" + "TO" + r"DO|FIX" + r"ME|X" + r"XX)\b")
# At the left margin: not within another type.
TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)(?: final)?(?: :[^;]*)? \{", re.MULTILINE)
# Data that describes other machines, as they are.
DATA = ("tests/fixtures/", "tests/golden/", "tests/fuzz/corpus/")


def files_of(root):
    """What git keeps or would keep; everything where there is no git."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "-C", str(root), "ls-files", "-z", "--cached", "--others",
         "--exclude-standard"], capture_output=True, check=False)
    if listed.returncode == 0:
        names = [name for name in listed.stdout.decode().split("\0") if name]
    else:
        names = [path.relative_to(root).as_posix() for path in root.rglob("*")
                 if "build" not in path.relative_to(root).parts[:1]]
    return sorted(name for name in names
                  if (root / name).is_file() and not (root / name).is_symlink())


def is_source(name):
    return pathlib.PurePath(name).suffix in SOURCES or name in ("dev", ".ci/run") or \
        name.endswith("CMakeLists.txt")


def faults_of_text(name, text):
    lines = text.splitlines()
    if is_source(name) and len(lines) > LINE_LIMIT:
        yield f"{name}: {len(lines)} lines, more than {LINE_LIMIT}"
    for number, line in enumerate(lines, 1):
        if MACHINE_PATH.search(line):
            yield f"{name}:{number}: a path of somebody's machine"
        if UNFINISHED.search(line):
            yield f"{name}:{number}: something is left to do"


def faults_in(root):
    names = files_of(root)
    for top in sorted({name.split("/", 1)[0] for name in names}):
        if top not in FILES and top not in FOLDERS:
            yield f"{top}: not part of the layout"
    for folder in FOLDERS:
        readme = root / folder / "README.md"
        if not readme.is_file():
            yield f"{folder}/README.md: missing"
        elif len(readme.read_text(encoding="utf-8").splitlines()) > PAGE_LINES:
            yield f"{folder}/README.md: longer than a page of {PAGE_LINES} lines"
    header_of = {}
    for name in names:
        if name.startswith(DATA):
            continue
        try:
            text = (root / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        yield from faults_of_text(name, text)
        for type_name in TYPE.findall(text) if name.endswith(".h") else ():
            if header_of.setdefault(type_name, name) != name:
                yield f"{name}: {type_name} is defined in {header_of[type_name]} too"


PLANTED = {
    "model/long.cpp": "\n" * (LINE_LIMIT + 1),
    "agent/path.cpp": 'open("' + "/ho" + 'me/someone/file");\n',
    "agent/mark.h": "// TO" + "DO: the rest\n",
    "extra/file.txt": "x\n",
    "model/twin.h": "struct Known {\n};\n",
    "model/README.md": "line\n" * (PAGE_LINES + 1),
}


def self_test():
    """What the rules say about a good tree, and about one violation at a time."""
    wrong = []
    for planted in (None, *PLANTED, "systemd/README.md"):
        with tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory)
            for folder in FOLDERS:
                (root / folder).mkdir()
                (root / folder / "README.md").write_text("x\n", encoding="utf-8")
            (root / "agent/known.h").write_text("struct Known {\n};\n", encoding="utf-8")
            if planted in PLANTED:
                (root / planted).parent.mkdir(exist_ok=True)
                (root / planted).write_text(PLANTED[planted], encoding="utf-8")
            elif planted:
                (root / planted).unlink()
            found = list(faults_in(root))
            if len(found) != (1 if planted else 0):
                wrong.append(f"self-test: {planted or 'a good tree'}: {found}")
    return wrong


def main():
    root = pathlib.Path(sys.argv[1])
    faults = self_test() + list(faults_in(root))
    for fault in faults:
        print(fault)
    print(f"{len(files_of(root))} files, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
