"""Aligned tables, and a measured ratio beside its target."""

import math


def print_table(title, header, rows):
    """The first and the last column are words, the others figures."""
    texts = [[str(cell) for cell in row] for row in [header, *rows]]
    widths = [max(len(row[column]) for row in texts) for column in range(len(header))]
    print(f"\n{title}")
    for row in texts:
        cells = [cell.ljust(width) if column in (0, len(row) - 1) else cell.rjust(width)
                 for column, (cell, width) in enumerate(zip(row, widths))]
        print(("  " + "  ".join(cells)).rstrip())


def verdict(value, target):
    return "reached" if value <= target else "missed"


def microseconds(seconds):
    return f"{seconds * 1e6:,.0f} us"


def milliseconds(seconds):
    return f"{seconds * 1e3:.2f} ms"


def mebibytes(size):
    return f"{size / 2**20:.1f} MiB"


def quantile(values, share):
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
