"""Pairs of /proc and /sys trees for the comparison with sysstat, drawn from a seed.

A Moment is what a host shows at one time; a Case is two or more of them. The gains between two
moments are drawn so that quotients fall half way between two printed digits, denominators are zero,
32-bit columns wrap and CPUs come and go: where a table goes wrong if its arithmetic is not sysstat's.
"""

import dataclasses
import random

MILLISECONDS_MODULUS = 1 << 32

# Positions of /proc/diskstats after the name.
MILLISECOND_COLUMNS = (3, 7, 9, 10, 14, 16)
IN_FLIGHT_COLUMN = 8

# 1/8, 1/16, 1/40, 1/200 ... have a third decimal of 5 in many multiples.
TIE_COUNTS = (0, 1, 2, 3, 4, 7, 8, 16, 25, 32, 40, 64, 80, 125, 200, 400, 800, 1000, 1600, 2000)


@dataclasses.dataclass
class Moment:
    uptime_hundredths: int
    cpus: dict  # Number: ticks of user, nice, system, idle, iowait, irq, softirq, steal, guest, gnice.
    disks: dict  # Name: the columns after it.
    links: dict  # Name: the 16 columns of /proc/net/dev.
    modes: dict  # Link: (speed in Mbit/s, duplex), as sysfs prints them.

    def uptime(self):
        return self.uptime_hundredths / 100

    def files(self):
        files = {
            "/proc/uptime": f"{self.uptime_hundredths // 100}.{self.uptime_hundredths % 100:02d} 1.00\n",
            "/proc/stat": self._stat(),
            "/proc/diskstats": "".join(
                f"{8 + at // 16:4d} {at % 16 * 16:7d} {name} {' '.join(map(str, columns))}\n"
                for at, (name, columns) in enumerate(self.disks.items())
            ),
            "/proc/net/dev": self._net_dev(),
        }
        for link, (speed, duplex) in self.modes.items():
            files[f"/sys/class/net/{link}/speed"] = f"{speed}\n"
            files[f"/sys/class/net/{link}/duplex"] = f"{duplex}\n"
        return files

    def _stat(self):
        total = [sum(ticks) for ticks in zip(*self.cpus.values())]
        lines = ["cpu  " + " ".join(map(str, total))]
        lines += [f"cpu{cpu} " + " ".join(map(str, ticks)) for cpu, ticks in self.cpus.items()]
        lines += ["intr 7 1 2 4", "ctxt 99", "btime 1790000000", "processes 5"]
        lines += ["procs_running 1", "procs_blocked 0", "softirq 0 0 0 0 0 0 0 0 0 0 0"]
        return "\n".join(lines) + "\n"

    def _net_dev(self):
        text = "Inter-|   Receive                            |  Transmit\n"
        text += " face |bytes packets errs drop fifo frame compressed multicast"
        text += "|bytes packets errs drop fifo colls carrier compressed\n"
        for link, columns in self.links.items():
            text += f"{link:>6}: " + " ".join(map(str, columns)) + "\n"
        return text


@dataclasses.dataclass
class Case:
    name: str
    moments: list
    # Row: the reason why plumbline does not show what sysstat shows.
    intended: dict = dataclasses.field(default_factory=dict)


def tie_gains(rng):
    """A number of requests, and milliseconds and sectors that divide into ties by it."""
    count = rng.choice(TIE_COUNTS)
    if count and count % 200 == 0:
        milliseconds = (2 * rng.randrange(5000) + 1) * count // 200
    else:
        milliseconds = rng.randrange(20 * count + 1)
    return count, milliseconds, rng.randrange(16 * count + 1)


def random_gains(rng):
    count = rng.randrange(100_000)
    return count, rng.randrange(50 * count + 1), rng.randrange(256 * count + 1)


def large_gains(rng):
    count = rng.randrange(1 << 40)
    return count, rng.randrange(1 << 31), rng.randrange(1 << 44)


def disk_gains(rng, columns, gains):
    gained = [0] * 17
    for first in (0, 4, 11):
        count, milliseconds, sectors = gains(rng)
        merged = rng.choice((0, count, rng.randrange(2 * count + 1)))
        gained[first : first + 4] = (count, merged, sectors, milliseconds)
    gained[15], gained[16], _ = gains(rng)
    gained[9], gained[10] = rng.randrange(20_000), rng.randrange(1_000_000)
    return gained[:columns]


def disk_after(before, gained):
    after = [old + new for old, new in zip(before, gained)]
    for column in MILLISECOND_COLUMNS:
        if column < len(after):
            after[column] %= MILLISECONDS_MODULUS
    if len(after) > IN_FLIGHT_COLUMN:
        after[IN_FLIGHT_COLUMN] = 0
    return after


def draw(rng, case_name, seconds, *, disks=(), columns=17, gains=tie_gains, cpus=2, links=(),
         base=lambda rng: rng.randrange(1 << 31), reports=1):
    """A case of `reports` intervals of `seconds` each over the named devices."""
    modes = (("1000", "full"), ("25000", "full"), ("100", "half"), ("-1", "full"), ("10", "unknown"))
    moment = Moment(
        uptime_hundredths=rng.randrange(10_000, 90_000_000),
        cpus={cpu: cpu_ticks(rng, [1 << 30] * 8) for cpu in range(cpus)},
        disks={name: [base(rng) for _ in range(columns)] for name in disks},
        links={name: [rng.randrange(1 << 40) for _ in range(16)] for name in links},
        modes={name: modes[at % len(modes)] for at, name in enumerate(links) if name != "lo"},
    )
    for name in moment.disks:
        moment.disks[name][IN_FLIGHT_COLUMN] = 0
    moments = [moment]
    for _ in range(reports):
        moment = Moment(
            uptime_hundredths=moment.uptime_hundredths + round(seconds * 100),
            cpus={cpu: cpu_after(rng, ticks) for cpu, ticks in moment.cpus.items()},
            disks={
                name: disk_after(before, disk_gains(rng, columns, gains))
                for name, before in moment.disks.items()
            },
            links={
                name: [old + rng.choice((0, rng.randrange(2000), rng.randrange(1 << 31))) for old in before]
                for name, before in moment.links.items()
            },
            modes=moment.modes,
        )
        moments.append(moment)
    return Case(case_name, moments)


def cpu_ticks(rng, limits):
    """Ticks of all ten modes, each below its limit; guests are contained in user and nice."""
    ticks = [rng.randrange(limit) for limit in limits]
    return ticks + [rng.randrange(ticks[0] + 1), rng.randrange(ticks[1] + 1)]


def cpu_after(rng, before):
    gained = cpu_ticks(rng, [rng.choice((1, 5, 400)) for _ in range(8)])
    return [old + new for old, new in zip(before, gained)]


def names(prefix, count):
    return [f"{prefix}{at}" for at in range(count)]


def cpu_case(rng):
    """One CPU for each thing that CPUs do to confuse a table."""
    case = draw(rng, "CPUs that come, go, sleep and run backwards", 2, cpus=9)
    before, after = (moment.cpus for moment in case.moments)
    after[1] = list(before[1])  # Asleep: not one tick.
    after[2][4] = before[2][4] - 7  # iowait that was accounted as idle after all.
    after[2][3] = before[2][3] + 150
    after[3][8] = after[3][0] - before[3][0] + before[3][8] + 3  # More guest than user.
    after[4][9] = after[4][1] - before[4][1] + before[4][9] + 2  # More guest_nice than nice.
    del before[5]  # Came online.
    del after[6]  # Went offline.
    del before[7], after[7]  # Offline all the time.
    return case


def cpu_tie_case(rng):
    """Every CPU ticks 8000 or 20000 times, so that many shares lie half way between two hundredths."""
    case = draw(rng, "ties of CPU shares", 80, cpus=64)
    before, after = (moment.cpus for moment in case.moments)
    for cpu, ticks in before.items():
        gained = [rng.randrange(100) for _ in range(8)]
        gained[3] += rng.choice((8000, 20_000)) - sum(gained)
        gained += [rng.randrange(gained[0] + 1), rng.randrange(gained[1] + 1)]
        after[cpu] = [old + new for old, new in zip(ticks, gained)]
    return case


def cpu_return_case(rng):
    case = draw(rng, "a CPU that went and came back within the interval", 2, cpus=3)
    before, after = (moment.cpus for moment in case.moments)
    after[1][3], after[1][4] = 120, 3  # idle and iowait start at zero again.
    reason = ("its counters started anew, so what it did is not known; mpstat takes idle and iowait"
              " since its return and the other modes over the interval, and adds them up")
    case.intended = {("cpu", "1"): reason, ("cpu", "all"): reason}
    return case


def iowait_case(rng):
    case = draw(rng, "iowait that falls and rises again", 2, cpus=2, reports=2)
    first, second, third = (moment.cpus[1] for moment in case.moments)
    second[3], second[4] = first[3] + 100, first[4] - 40
    third[3], third[4] = second[3] + 100, second[4] + 60
    reason = ("the kernel took iowait back that it had counted; what follows is new only beyond the old"
              " value, and mpstat counts all of it")
    case.intended = {("cpu", "1"): reason, ("cpu", "all"): reason}
    return case


def change_case(rng):
    """Devices that are not what they were: sysstat shows what they did since they exist."""
    case = draw(rng, "devices and interfaces that appear, vanish and start anew", 1,
                disks=names("sd", 4), links=["lo", *names("eth", 4)])
    before, after = case.moments
    del before.disks["sd1"]
    del after.disks["sd2"]
    after.disks["sd3"] = [old // 3 for old in before.disks["sd3"]]
    del before.links["eth1"]
    del after.links["eth2"]
    after.links["eth3"] = [old // 3 for old in before.links["eth3"]]
    case.intended = {
        ("disk", "sd1"): "new in the interval: iostat attributes all it ever did to the interval",
        ("disk", "sd3"): "counters fell, so it is another device or a reset one: iostat shows 1.8e19",
        ("link", "eth1"): "new in the interval: sar attributes all it ever did to the interval",
        ("link", "eth3"): "counters fell: sar attributes all since the reset to the interval",
    }
    return case


def still_case(rng):
    case = draw(rng, "nothing happened", 1, disks=names("sd", 3), links=["lo", "eth0"])
    before, after = case.moments
    after.cpus, after.disks, after.links = before.cpus, before.disks, before.links
    return case


def cases(seed):
    rng = random.Random(seed)
    many_disks = names("nvme", 40) + names("dm-", 128) + names("md", 8)
    many_disks += [f"wwn-0x5000c500a{at:07x}-part" for at in range(16)]
    wrapping = lambda draws: MILLISECONDS_MODULUS - 1 - draws.randrange(2000)
    links = ["lo", *names("eth", 10)]
    yield draw(rng, "ties, 1 s", 1, disks=names("sd", 60), cpus=4, links=links)
    yield draw(rng, "ties, 8 s", 8, disks=names("sd", 60), cpus=4, links=links)
    yield draw(rng, "ties, 3.33 s", 3.33, disks=names("sd", 60), cpus=4, links=links)
    yield draw(rng, "14 columns, before Linux 4.18", 1, disks=names("sd", 20), columns=11)
    yield draw(rng, "18 columns, before Linux 5.5", 8, disks=names("sd", 20), columns=15)
    yield draw(rng, "32-bit columns wrap", 1, disks=names("sd", 40), base=wrapping)
    yield draw(rng, "many devices with long names", 10, disks=many_disks, gains=random_gains, cpus=64,
               links=["lo", *names("enp129s0f0np", 60)])
    yield draw(rng, "large numbers", 60, disks=names("sd", 40), gains=large_gains)
    yield draw(rng, "three reports, 1.37 s", 1.37, disks=names("sd", 10), cpus=3, links=links, reports=3)
    yield draw(rng, "one CPU", 5, cpus=1, disks=["vda"], links=["lo"])
    yield cpu_case(rng)
    yield cpu_tie_case(rng)
    yield cpu_return_case(rng)
    yield iowait_case(rng)
    yield change_case(rng)
    yield still_case(rng)
