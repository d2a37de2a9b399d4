"""Who makes tournaments by the form, with which bots, and what a browser sends for one."""

import uuid

import pytest

from tests.tournaments.factories import BotFactory, VersionFactory


@pytest.fixture
def own(alice):
    return VersionFactory(bot=BotFactory(name="Own", owner=alice))


@pytest.fixture
def other(bob):
    return VersionFactory(bot=BotFactory(name="Another", owner=bob))


@pytest.fixture
def visitor(client, alice):
    client.force_login(alice)
    return client


@pytest.fixture
def filled(own, other):
    """What a browser sends for a Kalah tournament that can be played."""
    return {
        "name": "Friday Cup",
        "option_pits": "6",
        "option_seeds": "4",
        "option_sowing": "counterclockwise",
        "option_quiet_limit": "200",
        "entrants": [own.pk, other.pk],
        "games_per_pairing": "4",
        "time_control": "bullet",
        "start": "now",
        "starts_at": "",
        "zone": "UTC",
        "submission": str(uuid.uuid4()),
    }
