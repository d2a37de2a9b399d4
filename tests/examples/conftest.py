"""Games that are switched on and off as by an operator, who would start the site again."""

import pytest
from django.core.cache import cache

from engine import packages
from tests.examples.test_games import package
from tournaments.models import variants
from tournaments.templatetags import words
from tournaments.words import endings


def forget():
    """Forget what a process keeps of games as long as it lives."""
    variants._game.cache_clear()
    endings.templates.cache_clear()
    words._words.cache_clear()


@pytest.fixture
def switch(monkeypatch):
    """Switches on the games with these ids, and no others, until the test is over."""
    # A list of leaderboards that another test was shown is kept for some seconds.
    cache.clear()

    def on(*ids):
        monkeypatch.setenv(packages.SETTING, ",".join(str(package(one)) for one in ids))
        forget()

    yield on
    monkeypatch.undo()
    forget()
