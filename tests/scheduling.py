"""How two processes share the tests: a file that is marked `xdist_group` goes to one as a whole.

pytest-xdist 3.8 has a way of its own, `--dist loadgroup`: it writes the group into the ids of
tests. Since pytest 9.2 ids can no longer be written so, and all groups were silently ignored.
"""

import functools
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

SLOWEST = (
    "tests/tournaments/machinery/test_workers.py",
    "tests/agents/sandbox/test_corpus.py",
    "tests/tournaments/services/tournaments/test_ladder_days.py",
    "tests/tournaments/services/test_fairness.py",
    "tests/tournaments/attacks/test_hostile_texts.py",
    "tests/tournaments/attacks/test_adversaries.py",
)
"""Their tests begin first: a long one at the end would leave the other process without work."""


class WholeFiles(LoadScopeScheduling):
    """Gives out single tests, and whole files where these are marked."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return file if is_whole(self.config.rootpath / file) else nodeid


@functools.cache
def is_whole(file: Path) -> bool:
    """Whether one process has all tests of this file."""
    return "mark.xdist_group(" in file.read_text()


def slowest_first(items: list[pytest.Item]) -> None:
    """Put tests that take long before the others, whose order stays."""
    items.sort(key=lambda item: item.nodeid.partition("::")[0] not in SLOWEST)
