"""`python -m benchmarks.pages.verdict TENTH.json WHOLE.json`: what is over a limit, and what grows.

The files are those of `benchmarks.pages.measure --json` on a tenth of the data and on all. Exit
status 1 where an address takes too long or too many queries, grows, fails, or is of a route
without an example. What is sent while it is read has to begin in time, and may take as many
queries again for each thousand of its lines.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

MOST_MS, MOST_QUERIES = 100.0, 20

TIMES, MORE_MS, MORE_QUERIES = 3.0, 20.0, 3
"""What has grown: with ten times the data so many times the CPU time, and so much more of it, or
so many more queries. On a busy machine the same request may take twice as long a minute later."""

Row = dict[str, Any]


def is_over(row: Row) -> bool:
    """Whether an answer takes too long, or too many queries, also for the first who asks."""
    asked = max(row["queries"], row["cold_queries"])
    is_slow = row["ms"] > MOST_MS or asked > MOST_QUERIES
    return bool(row["status"] < 300 and (is_slow or _asks_on(row)))


def _asks_on(row: Row) -> bool:
    """Whether an answer that is sent while it is read takes too many queries for its length."""
    return bool(row["whole_queries"] > MOST_QUERIES * (1 + row["lines"] / 1000))


def has_grown(tenth: Row, whole: Row) -> bool:
    """Whether an answer takes more with ten times the data."""
    if max(tenth["status"], whole["status"]) >= 300:
        return False
    slower = any(_has_multiplied(tenth[name], whole[name]) for name in ("ms", "database_ms"))
    return slower or whole["queries"] - tenth["queries"] > MORE_QUERIES


def _has_multiplied(before: float, now: float) -> bool:
    return now > TIMES * before and now - before > MORE_MS


def table(rows: Iterable[Row]) -> str:
    """Answers, the slowest first."""
    head = (
        f"{'':66}{'':>10}{'ms':>9}{'of it SQL':>11}{'in all':>9}"
        f"{'queries':>9}{'cold':>6}{'in all':>8}{'bytes':>11}"
    )
    lines = [
        f"{one['path'] or '/':66}{one['viewer']:>10}{one['ms']:9.1f}{one['database_ms']:11.1f}"
        f"{one['whole_ms']:9.1f}{one['queries']:9}{one['cold_queries']:6}{one['whole_queries']:8}"
        f"{one['size']:11,}"
        for one in sorted(rows, key=lambda one: -one["ms"])
    ]
    return "\n".join([head, *lines])


def growth(tenth: Sequence[Row], whole: Sequence[Row]) -> list[tuple[Row, Row]]:
    """What has grown, as it was and as it is."""
    before = {(one["path"], one["viewer"]): one for one in tenth}
    pairs = ((before.get((one["path"], one["viewer"])), one) for one in whole)
    return [(first, one) for first, one in pairs if first is not None and has_grown(first, one)]


def told(tenth: Sequence[Row], whole: Sequence[Row]) -> tuple[str, int]:
    """What is wrong, in lines, and the exit status."""
    over = [one for one in whole if is_over(one)]
    grown = growth(tenth, whole)
    failed = [f"{one['path']} failed: {one['status']}" for one in whole if one["status"] >= 500]
    lines = [(f"\n{len(over)} of {len(whole)} answers are over {MOST_MS:.0f} ms or "
             f"{MOST_QUERIES} queries:"), table(over)] if over else []  # fmt: skip
    if grown:
        lines.append(f"\n{len(grown)} have grown with ten times the data; ms and queries of both:")
    lines += [
        f"{one['path'] or '/':66}{one['viewer']:>10}{first['ms']:9.1f}{one['ms']:9.1f}"
        f"{first['queries']:6}{one['queries']:5}"
        for first, one in grown
    ]
    said = [*lines, *failed] or ["Everything is within the limits, and nothing grows."]
    streams = [one for one in whole if one["ms"] <= MOST_MS < one["whole_ms"]]
    if streams:
        said += [f"\n{len(streams)} begin in time, and go on while they are read:", table(streams)]
    return "\n".join(said), int(bool(over or grown or failed))


def main(arguments: Sequence[str]) -> int:
    """Read the two files, and tell."""
    tenth, whole = (json.loads(Path(one).read_text()) for one in arguments)
    text, status = told(tenth, whole)
    print(text)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
