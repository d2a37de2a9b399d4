"""The API tells what a match waits for, and what a player has been told."""

import pytest

from tests.tournaments.factories import (
    FAILING,
    NOW,
    VersionFactory,
    as_player,
    claimed,
    tournament,
)
from tournaments.models import Match
from tournaments.services.notices import notices
from tournaments.services.tournaments import withdrawals
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db

ABOUT = {"kind": notices.Kind.PAUSED, "link": "/", "now": NOW}


@pytest.fixture
def ask(client):
    """The status and the JSON of an address, for a player or for nobody."""

    def send(path, *, player=None, method="get"):
        headers = as_player(player) if player else {}
        answer = getattr(client, method)(f"/api/v1/{path}", headers=headers)
        return answer.status_code, answer.json()

    return send


def test_a_queued_match_says_what_it_waits_for(ask):
    row = tournament([VersionFactory(), VersionFactory()])
    match = row.matches.get()
    address = f"matches/{match.pk}/"
    assert ask(address)[1]["waits_for"] == "Waits for a worker: none is at work now."

    version = row.entries.first().version
    version.pause(reason=FAILING, now=NOW)
    assert ask(address)[1]["waits_for"] == f"{version} is paused: {FAILING}"

    claimed(match)
    assert ask(address)[1]["waits_for"] == ""


def test_who_was_taken_out_is_told_why_in_the_entries_and_by_a_notice(ask, alice, bob):
    mine = VersionFactory(bot__owner=bob, bot__name="Sower")
    row = tournament([mine, VersionFactory(), VersionFactory()], organiser=alice)
    withdrawals.withdraw(row.entries.get(version=mine), player=alice, now=NOW)

    listed = ask(f"tournaments/{row.slug}/entries/")[1]["results"]
    (entry,) = [one for one in listed if one["withdrawn_at"]]
    assert (entry["version"]["bot"], entry["withdrawal"]) == ("sower", "Withdrawn by alice.")
    status, told = ask("notices/", player=bob)
    assert (status, len(told["results"])) == (200, 2)
    assert told["results"][0] == {
        "id": bob.notices.get(text__code="taken-out").pk,
        "kind": "tournament",
        "text": "Sower v1 was taken out of Autumn Cup. Withdrawn by alice.",
        "code": "taken-out",
        "count": 1,
        "reproduce": "",
        "link": row.get_absolute_url(),
        "at": "2026-01-02T12:00:00Z",
        "read_at": None,
    }
    void = ask(f"matches/{Match.objects.filter(status='void').first().pk}/")[1]["void_reason"]
    assert void == "Sower v1 left the tournament before it was played."


def test_notices_are_read_all_at_once(ask, alice):
    for bot in ("One", "Two"):
        notices.tell(alice, Sentence("bot-was-unbanned", bot=bot), **ABOUT)
    assert len(ask("notices/?unread=true", player=alice)[1]["results"]) == 2

    assert ask("notices/read/", player=alice, method="post") == (200, {"read": 2})

    assert len(ask("notices/?unread=true", player=alice)[1]["results"]) == 0
    assert len(ask("notices/?unread=false", player=alice)[1]["results"]) == 2


def test_nobody_reads_the_notices_of_others(ask, alice, bob):
    notices.tell(alice, Sentence("trial-was-over"), **ABOUT)

    assert len(ask("notices/", player=bob)[1]["results"]) == 0
    assert ask("notices/read/", player=bob, method="post") == (200, {"read": 0})
    assert alice.notices.get().read_at is None
    assert ask("notices/")[0] == ask("notices/read/", method="post")[0] == 401
