"""One who plays, and hosts that are in a hurry."""

import pytest

from tests.tournaments.casual import person
from tournaments.services.casual import hosting


@pytest.fixture(autouse=True)
def _hasty(monkeypatch):
    """Hosts do not wait for people who move between two of their attempts."""
    monkeypatch.setattr(hosting, "LINGER_SECONDS", 0.0)


@pytest.fixture
def who(alice):
    return person(alice)
