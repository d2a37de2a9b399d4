"""A trial runs until it has a verdict."""

import uuid

import pytest

from tests.tournaments.factories import NOW, PlayerFactory, VersionFactory, variant
from tournaments.models import Tournament, Trial

pytestmark = pytest.mark.django_db


@pytest.fixture
def trial(db):
    owner = PlayerFactory()
    row = Tournament.objects.create(
        organiser=owner, name="Trial", slug="trial", submission=uuid.uuid4(), variant=variant(),
        format="trial", time_control="bullet", created_at=NOW, starts_at=NOW,
    )  # fmt: skip
    return Trial.objects.create(
        challenger=VersionFactory(), incumbent=VersionFactory(), tournament=row, started_by=owner,
        elo0=0.0, elo1=20.0, alpha=0.05, beta=0.05, most_pairs=100, created_at=NOW,
    )  # fmt: skip


def test_a_trial_ends_with_its_verdict(trial):
    assert not trial.is_over
    assert list(Trial.objects.running()) == [trial]

    trial.end(Trial.Status.BETTER, now=NOW)

    trial.refresh_from_db()
    assert (trial.is_over, trial.status, trial.ended_at) == (True, "better", NOW)
    assert not Trial.objects.running().exists()
