"""A host is gone a minute after its last word."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import NOW
from tournaments.models import Host
from tournaments.models.hosts import SILENT_AFTER


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("silent", "alive"), [(SILENT_AFTER - timedelta(seconds=1), True), (SILENT_AFTER, False)]
)
def test_a_host_is_alive_while_a_worker_is_heard_of(silent, alive):
    host = Host.objects.create(name="one", started_at=NOW, seen_at=NOW - silent)

    assert host.is_alive(now=NOW) == alive
    assert Host.objects.alive(now=NOW).exists() == alive
