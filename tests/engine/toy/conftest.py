import sys
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def found(monkeypatch):
    """Nim's folder lies among the games' folders."""
    games = sys.modules["engine.games"]
    folders = [*games.__path__, str(Path(__file__).parent)]
    monkeypatch.setattr(games, "__path__", folders)
