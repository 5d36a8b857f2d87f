"""Two expositions held against each other, with the differences that are meant.

A difference that no rule expects is a failure; so is a family with nothing to compare. A rule says
why plumbline differs, and is asked about each difference that it might explain.
"""

import sys
from dataclasses import dataclass, field
from typing import Callable

from exposition import written

MISSING, EXTRA, VALUE = "only the peer has", "only plumbline has", "values differ:"
SHOWN = 40  # Unexpected differences that are printed.


@dataclass
class Difference:
    kind: str
    metric: str
    labels: dict
    peer: float | str | None  # Text where a label of an info metric is compared.
    ours: float | str | None

    def __str__(self):
        key = (self.metric, frozenset(self.labels.items()))
        if self.kind == VALUE:
            return f"{self.kind} {written(key)} peer {self.peer!r} plumbline {self.ours!r}"
        return f"{self.kind} {written(key, self.ours if self.peer is None else self.peer)}"


@dataclass
class Rule:
    reason: str
    explains: Callable[[Difference], bool]
    used: int = 0


@dataclass
class Outcome:
    equal: int = 0
    unexpected: list = field(default_factory=list)
    empty_families: list = field(default_factory=list)

    def passed(self):
        return not self.unexpected and not self.empty_families and self.equal > 0


def _differences(peer, ours):
    for key in sorted(peer.keys() | ours.keys(), key=lambda k: (k[0], sorted(k[1]))):
        metric, labels = key
        if key not in ours:
            yield Difference(MISSING, metric, dict(labels), peer[key], None)
        elif key not in peer:
            yield Difference(EXTRA, metric, dict(labels), None, ours[key])
        elif peer[key] != ours[key]:
            yield Difference(VALUE, metric, dict(labels), peer[key], ours[key])


def compare(peer, ours, families, rules, required=True):
    """`required`: each of `families` must have an equal series or a difference with a reason."""
    peer = {key: value for key, value in peer.items() if key[0] in families}
    ours = {key: value for key, value in ours.items() if key[0] in families}
    outcome = Outcome()
    seen = {metric for metric, _ in peer}
    for difference in _differences(peer, ours):
        rule = next((rule for rule in rules if rule.explains(difference)), None)
        if rule is None:
            outcome.unexpected.append(difference)
        else:
            rule.used += 1
    outcome.equal = sum(1 for key, value in peer.items() if ours.get(key) == value)
    if required:
        outcome.empty_families = sorted(set(families) - seen)
    return outcome


def report(title, outcome, rules):
    count = len(outcome.unexpected)
    print(f"{title}: {outcome.equal} series equal, {count} unexpected differences")
    for rule in rules:
        if rule.used:
            print(f"  {rule.used} expected: {rule.reason}")
    for difference in outcome.unexpected[:SHOWN]:
        print(f"  FAIL {difference}")
    if count > SHOWN:
        print(f"  FAIL and {count - SHOWN} more")
    for family in outcome.empty_families:
        print(f"  FAIL the peer has no series of {family}: nothing was compared")
    sys.stdout.flush()
