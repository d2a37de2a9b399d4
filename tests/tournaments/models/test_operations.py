"""When upkeep was last done."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import NOW
from tournaments.models import LastDone


@pytest.mark.django_db
def test_the_last_time_counts():
    assert LastDone.when("tick") is None

    LastDone.note("tick", now=NOW)
    LastDone.note("tick", now=NOW + timedelta(seconds=5))
    LastDone.note("backup", now=NOW)

    assert LastDone.when("tick") == NOW + timedelta(seconds=5)
    assert LastDone.when("backup") == NOW
