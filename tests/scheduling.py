"""How two processes share the tests: a file that is marked `xdist_group` goes to one as a whole.

pytest-xdist 3.8 has a way of its own, `--dist loadgroup`: it writes the group into the ids of
tests. Since pytest 9.2 ids can no longer be written so, and all groups were silently ignored.
"""

import functools
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

SLOWEST = (
    "tests/tournaments/machinery/processes/test_workers.py",
    "tests/agents/sandbox/test_corpus.py",
    "tests/tournaments/services/tournaments/test_ladder_days.py",
    "tests/tournaments/services/tournaments/test_random_tournaments.py",
    "tests/tournaments/kit/test_hostile_site.py",
    "tests/tournaments/services/playing/test_fairness.py",
    "tests/tournaments/attacks/test_adversaries.py",
    "tests/tournaments/services/playing/test_crashes.py",
    "tests/tournaments/services/ratings/test_meetings.py",
    "tests/tournaments/backups/test_backups.py",
    "tests/tournaments/backups/test_upgrades.py",
)
"""Their tests begin first: a long one at the end would leave the other process without work."""


class WholeFiles(LoadScopeScheduling):
    """Gives out single tests, and whole files where these are marked."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return file if is_whole(self.config.rootpath / file) else nodeid

    def mark_test_complete(self, node, item_index: int, duration: float = 0) -> None:
        """Forget what is done: after each test all that its process was given is counted."""
        given = self.assigned_work[node]
        scope = self._split_scope(self.registered_collections[node][item_index])
        super().mark_test_complete(node, item_index, duration)
        if all(given[scope].values()):
            del given[scope]


@functools.cache
def is_whole(file: Path) -> bool:
    """Whether one process has all tests of this file: it is marked, or makes rows once."""
    source = file.read_text()
    return "mark.xdist_group(" in source or "\ndef make_once(" in source


def shared_last(items: list[pytest.Item]) -> None:
    """Put the tests that share rows after the others of their file, which find no rows."""
    first: dict[Path, int] = {}
    for number, item in enumerate(items):
        first.setdefault(item.path, number)
    places = {
        item: (first[item.path], "made" in item.fixturenames, number)
        if is_whole(item.path)
        else (number, False, number)
        for number, item in enumerate(items)
    }
    items.sort(key=places.__getitem__)


def slowest_first(items: list[pytest.Item]) -> None:
    """Put tests that take long before the others, whose order stays."""
    items.sort(key=lambda item: item.nodeid.partition("::")[0] not in SLOWEST)
