#!/usr/bin/env python3
"""Who may include whom, by reading the #include lines.

The order is model <- collectors, probes <- agent; of collectors, probes see the parsers and the
handling of files alone. model/ and collectors/parse/ see no clock, file, socket, log or thread. A third-party header is allowed in the folders of THIRD_PARTY and nowhere else.
Before the tree is read, planted violations prove that each rule bites.

usage: layering_test.py ROOT
"""
import pathlib
import re
import sys
import tempfile

FOLDERS = ("agent", "collectors", "model", "probes")

# folder -> folders of ours that it may include.
ALLOWED = {
    "model": {"model"},
    "collectors": {"model", "collectors"},
    "probes": {"model", "probes", "collectors"},
    "agent": {"model", "collectors", "probes", "agent"},
}
# What is narrower than its folder. Probes share the collectors' parsers and their handling of files,
# not their readers.
ALLOWED_PREFIX = {
    "collectors/parse": ("model/", "collectors/parse/"),
    "probes": ("model/", "probes/", "collectors/parse/", "collectors/fd.h",
               "collectors/file_error.h", "collectors/whole_file.h"),
}

# header (pattern) -> folders.
THIRD_PARTY = [
    (r"prometheus/", {"agent"}),
    (r"spdlog/", {"agent"}),
    (r"microhttpd\.h$", {"agent"}),
    (r"CLI/", {"agent"}),
    (r"yaml-cpp/", {"agent"}),
    (r"systemd/", {"agent"}),
    (r"zlib\.h$", {"agent"}),
    (r"nlohmann/", {"agent", "probes"}),
    (r"netlink/", {"collectors"}),
    (r"libudev\.h$", {"collectors"}),
    (r"curl/", {"agent", "probes"}),
    (r"liburing", {"probes"}),
    (r"rbd/", {"probes"}),
    (r"rados/", {"probes"}),
    (r"Eigen/", {"model"}),
]

# The kernel's and the C library's own headers, beside those of the language.
SYSTEM = re.compile(
    r"(sys|linux|net|netinet|arpa|asm)/|(unistd|fcntl|poll|pthread|signal|sched|dirent|spawn|syslog"
    r"|netdb|ifaddrs|mntent|termios|grp|pwd|sysexits|fnmatch|glob|getopt|endian|byteswap|mcheck"
    r"|malloc|execinfo|dlfcn|ftw|time|errno|strings)\.h$")
LANGUAGE = re.compile(r"[a-z_0-9]+$|c[a-z]+$")

# Headers that open a door to a clock, file, socket, log or thread.
IMPURE = re.compile(
    r"(thread|mutex|shared_mutex|condition_variable|future|atomic|stop_token|semaphore|latch|barrier"
    r"|fstream|iostream|sstream|filesystem|chrono|ctime|cstdio|random|csignal|syncstream)$"
    r"|(stdio|stdlib|time)\.h$")
PURE = ("model/", "collectors/parse/")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def third_party_rule(header):
    return next((folders for pattern, folders in THIRD_PARTY if re.match(pattern, header)), None)


def fault_of(path, bracket, header):
    """Why the file at `path` may not include `header`; None where it may."""
    folder = path.split("/", 1)[0]
    owner = header.split("/", 1)[0]
    if owner in FOLDERS:
        for prefix, allowed in ALLOWED_PREFIX.items():
            if path.startswith(prefix + "/") and not header.startswith(allowed):
                return f"{prefix}/ may include {', '.join(allowed)} only"
        if owner not in ALLOWED[folder]:
            return f"{folder}/ may not include {owner}/"
        if owner == "agent" and header.startswith("agent/commands/") and not (
                path.startswith("agent/commands/") or path == "agent/main.cpp"):
            return "agent/commands/ is seen by main and the commands alone"
        return None if bracket == '"' else "our own headers stand in quotes"
    folders = third_party_rule(header)
    if folders is not None:
        return None if folder in folders else f"allowed in {', '.join(sorted(folders))} only"
    if bracket == '"':
        return "an include of ours starts at the root: \"folder/file.h\""
    if path.startswith(PURE) and (IMPURE.match(header) or SYSTEM.match(header)):
        return "model/ and collectors/parse/ see no clock, file, socket, log or thread"
    if SYSTEM.match(header) or LANGUAGE.match(header) or IMPURE.match(header):
        return None
    return "unknown header: give it its folder in tests/house/layering_test.py"


def faults_in(root):
    """(path:line, header, fault) of every forbidden include under `root`, and the files read."""
    found, files = [], 0
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp", ".cc", ".hpp"):
                continue
            files += 1
            path = file.relative_to(root).as_posix()
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                fault = match and fault_of(path, *match.groups())
                if fault:
                    found.append((f"{path}:{number}", match.group(2), fault))
    return found, files


PLANTED = [
    ("model/a.h", '#include "collectors/source.h"'),
    ("model/a.h", '#include "agent/config/config.h"'),
    ("model/a.cpp", "#include <chrono>"),
    ("model/a.cpp", "#  include <fstream>"),
    ("model/a.cpp", "#include <thread>"),
    ("model/a.cpp", "#include <unistd.h>"),
    ("model/a.cpp", "#include <sys/socket.h>"),
    ("model/a.cpp", "#include <spdlog/spdlog.h>"),
    ("model/a.cpp", "#include <nlohmann/json.hpp>"),
    ("model/a.cpp", '#include "sample.h"'),
    ("model/a.cpp", "#include <model/sample.h>"),
    ("collectors/a.cpp", '#include "agent/http/server.h"'),
    ("collectors/a.cpp", '#include "probes/job.h"'),
    ("collectors/a.cpp", "#include <spdlog/spdlog.h>"),
    ("collectors/a.cpp", "#include <boost/asio.hpp>"),
    ("collectors/parse/a.cpp", '#include "collectors/source.h"'),
    ("collectors/parse/a.cpp", "#include <mutex>"),
    ("collectors/parse/a.cpp", "#include <cstdio>"),
    ("probes/a.cpp", '#include "collectors/source.h"'),
    ("probes/a.cpp", "#include <libudev.h>"),
    ("agent/http/a.cpp", "#include <netlink/netlink.h>"),
    ("agent/http/a.cpp", '#include "agent/commands/command.h"'),
]
HARMLESS = [
    ("model/a.cpp", '#include "model/sample.h"'),
    ("model/a.cpp", "#include <vector>"),
    ("model/a.cpp", "#include <cmath>"),
    ("model/a.cpp", "#include <Eigen/Dense>"),
    ("collectors/a.cpp", '#include "collectors/parse/text.h"'),
    ("collectors/a.cpp", "#include <netlink/route/link.h>"),
    ("collectors/a.cpp", "#include <linux/rtnetlink.h>"),
    ("collectors/a.cpp", "#include <mutex>"),
    ("agent/main.cpp", '#include "agent/commands/command.h"'),
    ("agent/http/a.cpp", "#include <microhttpd.h>"),
    ("agent/http/a.cpp", "// #include <netlink/netlink.h>"),
    ("probes/a.cpp", "#include <liburing.h>"),
    ("probes/a.cpp", '#include "collectors/fd.h"'),
    ("probes/a.cpp", '#include "collectors/parse/text.h"'),
]


def self_test():
    """What the rules get wrong about planted includes."""
    wrong = []
    for expected, cases in ((1, PLANTED), (0, HARMLESS)):
        for path, line in cases:
            with tempfile.TemporaryDirectory() as directory:
                file = pathlib.Path(directory) / path
                file.parent.mkdir(parents=True)
                file.write_text(f"// comment\n{line}\n", encoding="utf-8")
                found, _ = faults_in(pathlib.Path(directory))
                if len(found) != expected:
                    wrong.append(f"{path} with {line}: {len(found)} faults, not {expected}")
    return wrong


def main():
    wrong = self_test()
    for line in wrong:
        print("self-test:", line)
    found, files = faults_in(pathlib.Path(sys.argv[1]))
    for place, header, fault in found:
        print(f"{place}: {header}: {fault}")
    if files == 0:
        print(f"no sources under {sys.argv[1]}")
    print(f"{files} files, {len(found)} forbidden includes, {len(PLANTED) + len(HARMLESS)} planted")
    return 1 if wrong or found or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
