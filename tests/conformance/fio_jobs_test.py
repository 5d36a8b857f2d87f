#!/usr/bin/env python3
"""plumbline reads job files as fio does.

- What both take means the same: fio, which tells with --debug=parse what it made of each value, is shown
  the job as it was written and as `plumbline probe --check` prints it, and has to make the same of both.
- What fio refuses, plumbline refuses too.
- What plumbline alone refuses stands here with the reason.
- Every key that fio knows is known, if only to be refused.

    fio_jobs_test.py PLUMBLINE JOBS_DIRECTORY
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import plumbline

# Jobs with ';' between them, '&' between the keys of one. A target is added.
SAME = """
bs=4k; bs=4K; bs=4kb; bs=4KB; bs=4ki; bs=0x1000; bs=65536; bs=1m; blocksize=8k; bs=512
direct=0&bs=4KiB
bs=8k,32k; bs=8k,; bs=,8k; bs=8k,16k,32k
size=1g; size=1gb; size=64M; size=1t; size=10%; size=100%; size=0
offset=1m; offset=10%; fileoffset=4k; io_size=1g; io_limit=50%; number_ios=10k; number_ios=200
runtime=10; runtime=90s; runtime=2m; runtime=1h; runtime=2d; runtime=10ms; runtime=250us; timeout=5
runtime=500msec; runtime=500usec; runtime=0; ramp_time=2; ramp_time=500ms; startdelay=2; startdelay=1m
thinktime=10; thinktime=10ms; thinktime=2s; max_latency=10; max_latency=10ms; max_latency=2s
iodepth=1; iodepth=32; numjobs=4; loops=3; loops=2k; randseed=7; randseed=0x12; randrepeat=0
rate=1m; rate=1m,500k; rate=,500k; rate=1m,; rate=0; rate_iops=20; rate_iops=20,5; rate_iops=1k
rwmixread=70; rwmixread=0; percentage_random=50; percentage_random=100
ss_dur=10; ss_dur=2m; ss_dur=10&ss_ramp=500ms
direct=0; direct=1; time_based=0; norandommap=1; norandommap=0; group_reporting=0; stonewall=0
percentile_list=50:99; percentile_list=99.9:50; percentile_list=100
rw=read; rw=randread; readwrite=read; ioengine=psync; ioengine=libaio; ioengine=io_uring
rate_process=linear; rate_process=poisson; random_distribution=random; random_distribution=zipf:1.2
random_distribution=pareto:0.2; random_distribution=normal:30; continue_on_error=all
continue_on_error=read; continue_on_error=none; cpus_allowed=0; bssplit=4k/60:64k/40
bssplit=4k/50:1k/:32k/; bssplit=2k/50:4k/50,4k/90:8k/10; filename=a\\:b:c
"""

# Refused by both.
WRONG = """
rw=READ; rw=banana; rw; bs=0; bs; bs=x; iodepth=0; iodepth=x; rwmixread=101; percentage_random=101
direct=2; direct=yes; direct; time_based=yes; rate_process=foo; random_distribution=zipf:1
random_distribution=pareto:1.2; random_distribution=normal:101; random_distribution=gauss:3
percentile_list=101; ss=foo:2; ss=iops; filename; name; randseed=18446744073709551615; banana=1; SIZE=1m
continue_on_error; runtime; size; numjobs=x; runtime=(2*3)
"""

# Refused here alone: (jobs, why).
STRICTER = [
    ("bs=4kx;bs=4.5k;size=1e;runtime=1m30s;runtime=5x;startdelay=1x;cpus_allowed=x;cpus_allowed=0:1",
     "fio reads as far as it can and drops the rest of the value"),
    ("bs=4k-8k;rw=randread:8;startdelay=1-2;random_distribution=zoned:50/10:50/90",
     "of fio's syntax, not there"),
    ("rw=trim;rw=randtrim;overwrite=1;fill_device=1;verify=crc32c;exec_prerun=true;pre_read=1"
     ";unlink=1;write_bw_log=x;zonemode=strided;zonesize=1m;allow_mounted_write=1;ioscheduler=none",
     "dangerous"),
    ("rw=write;rw=randrw", "writing takes x_allow_write=1"),
    ("time_based", "for ever, where fio silently stops at size"),
    ("ss=iops:2%", "without ss_dur it is never looked at"),
    ("rate=1m&rate_iops=10", "two rates of one direction"),
    ("bssplit=4k/50:8k/20;bssplit=4k/60:8k/60", "percentages that do not add up to 100"),
    ("bs=1000", "direct=1 takes whole sectors"),
    ("bssplit=4k/50:8k/50&bs=16k", "fio lets bssplit stand and says nothing"),
    ("filename=-;filename=${PLUMBLINE_NOT_SET}/x", "no target"),
    ("ioengine=nosuchengine", "fio finds out when the job starts"),
    ("loops=0;numjobs=0;iodepth=2k;numjobs=1k", "out of bounds"),
]

# Of `fio --debug=parse`.
OPTION = re.compile(r"\shandle_option=([\w-]+), ptr=(.*)$")
VALUE = re.compile(r"\sret=(-?\d+), out=(\d+)$")
# Where a value has no number: that texts are equal is too much to ask for (percentiles are sorted, shares
# that were blank are filled in).
REWRITTEN = {"percentile_list", "bssplit", "cpus_allowed", "name"}
TIMEOUT_SECONDS = 60
# Fewer than the faults that one file is told.
KEYS_A_FILE = 40


def jobs_of(text):
    return [job.strip().replace("\\\\", "\\") for line in text.strip().splitlines()
            for job in line.split(";") if job.strip()]


def job_text(job):
    """A whole job file; '&' parts the keys of one job."""
    keys = job.split("&")
    rest = ["filename=/dev/plumbline-no-such-disk"] if not job.startswith("filename") else []
    return "\n".join(["[job]", *rest, *keys]) + "\n"


class Made(NamedTuple):
    """What fio made of one value."""

    text: str
    numbers: list  # By direction; none for a text.


# What a key that is not printed stands for: fio's default, and ours.
DEFAULTS = {"size": Made("0", [0]), "io_size": Made("0", [0]), "runtime": Made("0", [0]),
            "rate": Made("0", [0]), "offset": Made("0", [0]), "loops": Made("1", [1]),
            "iodepth": Made("1", [1]), "numjobs": Made("1", [1]), "bs": Made("4k", [4096]),
            "percentage_random": Made("100", [100]), "rw": Made("read", []),
            "time_based": Made("0", [0]), "norandommap": Made("0", [0]),
            "group_reporting": Made("0", [0]), "stonewall": Made("0", [0]),
            "random_distribution": Made("random", []), "continue_on_error": Made("none", []),
            "randrepeat": Made("1", [1]), "direct": Made("0", [0])}


class Parsers:
    def __init__(self, binary, directory):
        self.binary, self.file = binary, Path(directory) / "job.fio"

    def fio(self, text):
        """Whether fio takes the text, and {key: what it made of it}."""
        self.file.write_text(text)
        done = subprocess.run(["fio", "--parse-only", "--debug=parse", str(self.file)], text=True,
                              capture_output=True, timeout=TIMEOUT_SECONDS, check=False)
        output = done.stdout + done.stderr
        # fio exits with 0 although it dropped a job.
        taken = done.returncode == 0 and "dropped" not in output
        values, key = {}, None
        for line in output.splitlines():
            if option := OPTION.search(line):
                key = option.group(1)
                values[key] = Made(option.group(2).strip(), [])
            elif key and (value := VALUE.search(line)):
                values[key].numbers.append(int(value.group(2)))
        return taken, values

    def ours(self, text):
        self.file.write_text(text)
        return subprocess.run([self.binary, "probe", "--check", str(self.file)], text=True,
                              capture_output=True, timeout=TIMEOUT_SECONDS, check=False)


def without_own_keys(text):
    return "".join(line for line in text.splitlines(True) if not line.startswith("x_"))


def by_direction(made):
    """{0 for read, 1 for write: number}, without a direction that the text leaves alone ("8k,")."""
    parts = made.text.split(",")
    if len(parts) == 1:
        return {direction: made.numbers[0] for direction in (0, 1)}
    return {direction: made.numbers[direction] for direction in (0, 1) if parts[direction]}


def is_same(key, written, printed):
    if key in REWRITTEN or written.text == printed.text:
        return True
    if not written.numbers or not printed.numbers:
        return False
    numbers = by_direction(printed)
    return all(numbers.get(direction) == number
               for direction, number in by_direction(written).items())


def check_same(parsers, text):
    ours = parsers.ours(text)
    if ours.returncode != 0:
        return f"plumbline refuses what fio takes: {ours.stderr.strip()}"
    taken, written = parsers.fio(without_own_keys(text))
    if not taken:
        return "fio refuses it"
    taken, printed = parsers.fio(without_own_keys(ours.stdout))
    if not taken:
        return f"fio refuses what --check prints:\n{ours.stdout}"
    for key, value in written.items():
        other = printed.get(key, DEFAULTS.get(key, Made("nothing", [])))
        if not is_same(key, value, other):
            return f"{key}: fio made {value} of it and {other} of what --check prints"
    return None


def check_refused(parsers, job, by_fio):
    text = job_text(job)
    ours = parsers.ours(text)
    if ours.returncode == 0 or not re.search(r":\d+: ", ours.stderr):
        return f"plumbline takes it, or names no line: {ours.stderr.strip()}"
    taken, _ = parsers.fio(text)
    if taken == by_fio:
        return "fio " + ("takes it" if taken else "refuses it as well")
    return None


def fio_keys():
    """Every key and alias that fio itself tells."""
    listed = subprocess.run(["fio", "--cmdhelp=all"], text=True, capture_output=True,
                            timeout=TIMEOUT_SECONDS, check=False).stdout
    keys = []
    for name in re.findall(r"^\s*([\w-]+)\s*:", listed, re.M):
        help_text = subprocess.run(["fio", f"--cmdhelp={name}"], text=True, capture_output=True,
                                   timeout=TIMEOUT_SECONDS, check=False).stdout
        keys += [name, *re.findall(r"alias: (\S+)", help_text)]
    return keys


def check_known(parsers, keys):
    unknown = []
    for begin in range(0, len(keys), KEYS_A_FILE):
        text = "[job]\n" + "".join(f"{key}=1\n" for key in keys[begin:begin + KEYS_A_FILE])
        unknown += re.findall(r": ([\w-]+): unknown key", parsers.ours(text).stderr)
    return unknown


def main():
    binary, jobs_directory = sys.argv[1:]
    if shutil.which("fio") is None:
        plumbline.skip("fio is not there: apt-get install fio")
    failures, counts = [], {}

    def note(group, job, fault):
        counts[group] = counts.get(group, 0) + 1
        if fault:
            failures.append(f"FAIL {group}: {job}: {fault}")

    with tempfile.TemporaryDirectory(prefix="plumbline-fio-jobs-") as directory:
        parsers = Parsers(binary, directory)
        for job in jobs_of(SAME):
            note("the same", job, check_same(parsers, job_text(job)))
        for file in sorted(Path(jobs_directory).glob("*.fio")):
            note("our own files", file.name, check_same(parsers, file.read_text()))
        for job in jobs_of(WRONG):
            note("refused by both", job, check_refused(parsers, job, by_fio=True))
        for jobs, _ in STRICTER:
            for job in jobs_of(jobs):
                note("refused here alone", job, check_refused(parsers, job, by_fio=False))
        keys = fio_keys()
        for key in check_known(parsers, keys):
            note("keys", key, "fio's key is unknown here")
        counts["keys of fio that are known"] = len(keys)

    for group, count in counts.items():
        print(f"{group}: {count}")
    for jobs, why in STRICTER:
        print(f"  refused here alone, {why}: {jobs}")
    print("\n".join(failures))
    enough = len(keys) > 200 and all(counts.get(group, 0) > 5 for group in ("the same", "our own files"))
    sys.exit(1 if failures or not enough else 0)


if __name__ == "__main__":
    main()
