"""Remote bots are registered without code, and nothing that needs code takes them."""

import pytest
from django.db import IntegrityError, transaction

from agents.bots.archive import TornArchive
from tests.tournaments.factories import NOW, variant
from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Version
from tournaments.queries.bots import overview
from tournaments.services.bots import ownership, remote, trials, uploads
from tournaments.services.bots.uploads import CodeFile

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(alice):
    return uploads.create_bot(owner=alice, name="Far", is_remote=True, now=NOW)


def registered(bot, identity="one", games=("kalah",)):
    version, _new = remote.register(
        bot=bot, player=bot.owner, identity=identity, games=games, now=NOW
    )
    return version


def test_a_version_is_registered_once_for_each_identity(bot):
    first = registered(bot)

    assert registered(bot, games=["einstein"]) == first
    assert (first.number, first.games, first.is_accepted) == (1, ["kalah"], True)
    assert registered(bot, "two").number == 2


def test_its_owner_alone_registers_versions(bot, bob):
    with pytest.raises(NotAllowed, match="Only alice may upload"):
        remote.register(bot=bot, player=bob, identity="one", games=["kalah"], now=NOW)


def test_games_that_nobody_knows_are_refused(bot):
    with pytest.raises(Invalid, match="chess"):
        registered(bot, games=["chess"])


def test_a_hosted_bot_takes_code_and_a_remote_one_none(bot, alice):
    hosted = uploads.create_bot(owner=alice, name="Near", now=NOW)

    with pytest.raises(Invalid, match="Its versions are uploads"):
        registered(hosted)
    with pytest.raises(Invalid, match="plays remotely"):
        uploads.upload(bot=bot, player=alice, code=CodeFile("bot.py", b"x = 1"), now=NOW)


def test_what_needs_the_code_of_a_remote_version_says_that_there_is_none(bot, alice):
    old, new = registered(bot), registered(bot, "two")

    with pytest.raises(TornArchive, match="plays remotely"):
        old.read_archive()
    with pytest.raises(NotAllowed, match="plays remotely"):
        ownership.publish(old, public=True, player=alice)
    with pytest.raises(Invalid, match="plays remotely"):
        trials.start(challenger=new, incumbent=old, player=alice, now=NOW, config=_config())
    assert not overview.may_read_code(player=alice, version=old)


def test_a_remote_version_is_none_that_the_site_may_run(bot):
    version = registered(bot)

    rows = Version.objects
    assert list(rows.remote()) == [version]
    assert not (rows.playable() | rows.enterable() | rows.fit_for_trials()).exists()
    assert version.may_play_remotely
    assert not any([version.may_play, version.may_enter, version.is_fit_for_trials])


def test_the_database_refuses_code_of_a_remote_version_and_none_of_a_hosted_one(bot):
    version = registered(bot)

    for changes in ({"archive": "a"}, {"size": 1}, {"is_remote": False}, {"held_back": True}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Version.objects.filter(pk=version.pk).update(**changes)


def _config():
    return trials.TrialConfiguration(variant=variant("kalah", rated=False))
