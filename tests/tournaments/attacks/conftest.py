"""What no page may tell stands in the environment of every attack."""

import pytest

from tests.tournaments.attacks import hostile


@pytest.fixture(autouse=True)
def _canary(monkeypatch):
    monkeypatch.setenv("KAURI_TEST_CANARY", hostile.CANARY)
