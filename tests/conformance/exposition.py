"""The Prometheus text format 0.0.4, read strictly: what is compared is what a server would take.

A series is (metric name, frozenset of (label, value)); values are exact doubles.
"""

import re

_NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
_LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,?)')
_ESCAPE = re.compile(r"\\(.)")
_SPECIAL = {"+Inf": float("inf"), "-Inf": float("-inf"), "NaN": float("nan")}


class MalformedExposition(Exception):
    pass


def _unescaped(text):
    return _ESCAPE.sub(lambda match: "\n" if match[1] == "n" else match[1], text)


def _labels(text, where):
    labels = {}
    position = 0
    while position < len(text):
        match = _LABEL.match(text, position)
        if match is None or (not match[3] and match.end() != len(text)):
            raise MalformedExposition(f"{where}: labels {text[position:position + 60]!r}")
        if match[1] in labels:
            raise MalformedExposition(f"{where}: label {match[1]} twice")
        labels[match[1]] = _unescaped(match[2])
        position = match.end()
    return frozenset(labels.items())


def _number(word, where):
    if word in _SPECIAL:
        return _SPECIAL[word]
    try:
        return float(word)
    except ValueError:
        raise MalformedExposition(f"{where}: value {word!r}") from None


def parse(text):
    """(metric, labels) -> value."""
    series = {}
    for number, line in enumerate(text.split("\n"), start=1):
        where = f"line {number}"
        if not line or line.startswith("#"):
            continue
        name = _NAME.match(line)
        if name is None:
            raise MalformedExposition(f"{where}: {line[:60]!r}")
        rest = line[name.end():]
        labels = frozenset()
        if rest.startswith("{"):
            end = rest.rindex("}")
            labels = _labels(rest[1:end], where)
            rest = rest[end + 1:]
        words = rest.split()
        if len(words) not in (1, 2):
            raise MalformedExposition(f"{where}: {line[:60]!r}")
        key = (name[0], labels)
        if key in series:
            raise MalformedExposition(f"{where}: series {line[:60]!r} twice")
        series[key] = _number(words[0], where)
    return series


def label_by_label(series, infos):
    """Info metrics as one row a label, so that a difference is told of the label that differs.

    `infos`: metric -> the label that names its subject. A row is ("metric.label", subject) -> text;
    an absent label is the empty text, as in a server.
    """
    rows = {}
    for (metric, labels), value in series.items():
        if metric not in infos:
            rows[(metric, labels)] = value
            continue
        subject = frozenset(pair for pair in labels if pair[0] == infos[metric])
        for name, text in labels - subject:
            rows[(f"{metric}.{name}", subject)] = text
    return rows


def written(key, value=None):
    metric, labels = key
    inside = ",".join(f'{name}="{text}"' for name, text in sorted(labels))
    return f"{metric}{{{inside}}}" + ("" if value is None else f" {value!r}")
