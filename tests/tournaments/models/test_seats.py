"""For how many days something was kept."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import NOW
from tournaments.models.seats import days_between


@pytest.mark.parametrize(
    ("ended", "removed", "days"),
    [
        (NOW, NOW + timedelta(days=2, hours=23), 2),
        (NOW, None, None),
        (None, NOW, None),
        (None, None, None),
    ],
)
def test_whole_days_are_counted(ended, removed, days):
    assert days_between(ended, removed) == days
