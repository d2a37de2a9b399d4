"""What is done once a night, one job after the other."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.models import Incident, LastDone
from tournaments.services.upkeep import nightly

pytestmark = pytest.mark.django_db

NIGHT = datetime(2026, 11, 21, 2, 0, tzinfo=UTC)
A_MINUTE = timedelta(minutes=1)


@pytest.fixture
def done(monkeypatch):
    """The names of jobs, as they are done; they do nothing else."""
    names = []
    for name in nightly.JOBS:
        monkeypatch.setitem(nightly.JOBS, name, lambda _now, name=name: names.append(str(name)))
    return names


def test_each_job_is_done_once_a_night_in_the_stated_order(done):
    while nightly.do_next(now=NIGHT, last={}):
        pass

    assert done == [
        "pruning", "totals", "tables", "fits", "anomalies", "ratings", "files", "records",
    ]  # fmt: skip
    assert not nightly.do_next(now=NIGHT + timedelta(hours=24) - A_MINUTE, last={})
    assert nightly.do_next(now=NIGHT + timedelta(hours=24), last={})
    assert done[8:] == ["pruning"]


def test_a_night_that_is_broken_off_goes_on_with_the_job_at_which_it_was(done, monkeypatch):
    nightly.do_next(now=NIGHT, last={})

    def killed(_now):
        raise SystemExit

    with monkeypatch.context() as broken:
        broken.setitem(nightly.JOBS, "totals", killed)
        with pytest.raises(SystemExit):
            nightly.do_next(now=NIGHT + A_MINUTE, last={})

    nightly.do_next(now=NIGHT + 10 * A_MINUTE, last={})
    assert done == ["pruning", "totals"]
    assert LastDone.when("totals") == NIGHT + 10 * A_MINUTE


def test_a_job_that_fails_is_an_incident_and_holds_up_no_other(done, monkeypatch):
    monkeypatch.setitem(nightly.JOBS, "pruning", lambda _now: 1 // 0)

    while nightly.do_next(now=NIGHT, last={}):
        pass

    assert done == ["totals", "tables", "fits", "anomalies", "ratings", "files", "records"]
    assert "The nightly job “pruning” failed: ZeroDivisionError" in str(Incident.objects.get().text)


def test_a_site_that_was_off_at_night_does_the_jobs_when_it_is_on(done):
    nightly.do_next(now=NIGHT + timedelta(hours=9), last={})

    assert done == ["pruning"]
