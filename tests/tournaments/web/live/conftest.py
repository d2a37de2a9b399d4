import pytest

from tests.tournaments.web.live.viewers import Game
from tournaments.machinery.messages.live_logs import FileLogs
from tournaments.web.live import streams
from tournaments.web.live.visitors import Admitted


@pytest.fixture
def soon(monkeypatch):
    """The hub looks for news without a pause."""
    for name in ("READ_SECONDS", "LOOK_SECONDS", "ROW_SECONDS"):
        monkeypatch.setattr(f"tournaments.web.live.hub.{name}", 0.01)


@pytest.fixture
def game(tmp_path):
    return Game(FileLogs(tmp_path / "live"))


@pytest.fixture
def admitted(monkeypatch):
    """Everybody may see everything."""
    monkeypatch.setattr(
        streams,
        "admit",
        lambda _headers, matches, visitor, _subject: Admitted(visitor, frozenset(matches)),
    )
