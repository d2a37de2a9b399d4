"""Which versions may play, and each step of a version's life happens once."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import CRASHED, FAILING, NOW, BotFactory, VersionFactory
from tournaments.errors import Invalid
from tournaments.models import Version
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db

PAUSED = {"paused_at": NOW, "pause_reason": FAILING}
BANNED = {"banned_at": NOW, "ban_reason": "cheats"}
REFUSED = {"status": "refused", "refusal": CRASHED}

# What a version may do, by what was done to it or its bot: fit for trials, play, enter.
MAY = {
    "accepted": ({}, {}, (True, True, True)),
    "held back": ({"held_back": True}, {}, (True, False, False)),
    "checking": ({"status": "checking"}, {}, (False, False, True)),
    "unchecked": ({"status": "unchecked"}, {}, (False, False, True)),
    "refused": (REFUSED, {}, (False, False, False)),
    "paused": (PAUSED, {}, (False, False, False)),
    "banned": (BANNED, {}, (False, False, False)),
    "hidden": ({"hidden_at": NOW}, {}, (False, False, False)),
    "of a banned bot": ({}, BANNED, (False, False, False)),
    "of a hidden bot": ({}, {"hidden_at": NOW}, (False, False, False)),
}


@pytest.mark.parametrize(("changes", "of_bot", "may"), MAY.values(), ids=MAY)
def test_an_object_and_a_query_agree_on_what_a_version_may_do(changes, of_bot, may):
    version = VersionFactory(bot=BotFactory(**of_bot), **changes)
    every = Version.objects
    selected = [rows.exists() for rows in (every.fit_for_trials(), every.playable())]

    assert (version.is_fit_for_trials, version.may_play, version.may_enter) == may
    assert (*selected, every.enterable().exists()) == may


@pytest.mark.parametrize(
    ("status", "flags"),
    [
        ("checking", (False, False, False, True)),
        ("accepted", (True, False, False, False)),
        ("refused", (False, True, False, False)),
        ("unchecked", (False, False, True, True)),
    ],
)
def test_a_status_is_one_thing(status, flags):
    version = Version(status=status)

    assert flags == (
        version.is_accepted,
        version.is_refused,
        version.is_unchecked,
        version.awaits_verdict,
    )


def test_everybody_sees_versions_that_are_neither_hidden_nor_refused():
    shown = VersionFactory()
    refused = VersionFactory(**REFUSED)
    VersionFactory(hidden_at=NOW)

    assert set(Version.objects.public()) == {shown}
    assert set(Version.objects.listed()) == {shown, refused}
    assert set(Version.objects.accepted()) == set(Version.objects.exclude(pk=refused.pk))


def test_a_version_that_says_nothing_might_play_anything():
    silent, kalah = Version(games=[]), VersionFactory(games=["kalah"])

    assert (silent.plays("kalah"), silent.might_play("kalah")) == (False, True)
    assert (kalah.plays("kalah"), kalah.might_play("einstein")) == (True, False)
    kalah.check_plays("kalah", field="entrants")
    with pytest.raises(Invalid):
        kalah.check_plays("einstein", field="entrants")


def test_a_verdict_is_stored():
    version = VersionFactory(status="checking")

    version.refuse(REFUSED["refusal"])
    version.refresh_from_db()
    assert (version.status, version.refusal) == ("refused", REFUSED["refusal"])

    version.leave_unchecked()
    version.refresh_from_db()
    assert (version.status, version.refusal) == ("unchecked", Sentence())

    version.accept()
    version.refresh_from_db()
    assert version.is_accepted


def twice(step, version):
    """What a step says the first and the second time."""
    said = [step(), step()]
    version.refresh_from_db()
    return said


def test_a_version_is_paused_and_resumed_once():
    version = VersionFactory()

    assert twice(lambda: version.pause(reason=FAILING, now=NOW), version) == [True, False]
    assert (version.paused_at, version.pause_reason) == (NOW, FAILING)

    later = NOW + timedelta(hours=1)
    assert twice(lambda: version.resume(now=later), version) == [True, False]
    assert (version.paused_at, version.pause_reason, version.tried_at) == (None, Sentence(), later)


def test_a_version_is_banned_and_unbanned_once():
    version = VersionFactory()

    assert twice(lambda: version.ban(reason="cheats", now=NOW), version) == [True, False]
    assert (version.banned_at, version.ban_reason) == (NOW, "cheats")
    assert twice(version.unban, version) == [True, False]
    assert (version.banned_at, version.ban_reason) == (None, "")


def test_a_version_is_hidden_and_shown_once():
    version = VersionFactory()

    assert twice(lambda: version.hide(now=NOW), version) == [True, False]
    assert version.hidden_at == NOW
    assert twice(version.show, version) == [True, False]
    assert version.hidden_at is None


def test_code_is_published_and_withdrawn_once():
    version = VersionFactory()

    assert twice(lambda: version.publish(public=True), version) == [True, False]
    assert version.source_is_public
    assert twice(lambda: version.publish(public=False), version) == [True, False]
    assert not version.source_is_public


def test_a_version_that_is_held_back_is_released_once():
    version = VersionFactory()

    version.hold_back()
    version.refresh_from_db()
    assert version.held_back
    assert twice(version.release, version) == [True, False]
    assert not version.held_back


def test_an_unchecked_version_is_checked_again_once():
    version = VersionFactory(status="unchecked")

    assert twice(version.check_again, version) == [True, False]
    assert version.status == "checking"


def test_a_deleted_version_is_hidden_and_cannot_be_shown_or_published():
    version = VersionFactory(held_back=True, notes="new", source_is_public=True)

    assert twice(lambda: version.delete_code(now=NOW), version) == [True, False]
    assert (version.deleted_at, version.hidden_at) == (NOW, NOW)
    assert (version.source_is_public, version.held_back, version.notes) == (False, False, "")
    assert not version.show()
    assert not version.publish(public=True)
    assert list(Version.objects.to_be_forgotten()) == [version]
    assert not Version.objects.kept().exists()
