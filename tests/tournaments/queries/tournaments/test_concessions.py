"""What a Swiss round gave up stands on its page and in the API."""

from datetime import timedelta

import pytest
from django.db.models import Count

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    VersionFactory,
    play_round,
    play_to_the_end,
    tournament,
)
from tournaments.models import PairingSide
from tournaments.queries.tournaments.concessions import concessions
from tournaments.queries.tournaments.format_input import format_input
from tournaments.services.tournaments import lifecycle, withdrawals

pytestmark = pytest.mark.django_db


@pytest.fixture
def bots(alice):
    return [
        VersionFactory(bot=BotFactory(name=name, owner=alice))
        for name in ("Anna", "Bert", "Cleo", "Dora")
    ]


def _swiss(bots, alice, rounds):
    row = tournament(
        bots,
        organiser=alice,
        format="swiss",
        format_options={"rounds": rounds},
        starts_at=NOW + timedelta(hours=1),
    )
    lifecycle.start(row, now=NOW)
    return row


@pytest.fixture
def repeated(bots, alice):
    """Two of four leave after the first round, so that the others meet twice, or have no game."""
    row = _swiss(bots, alice, 3)
    met = [side.entry for side in row.rounds.get().pairings.first().sides.all()]
    for entry in row.entries.all():
        if entry not in met:
            withdrawals.withdraw(entry, player=alice, now=NOW)
    return play_to_the_end(row, strengths={bot: number for number, bot in enumerate(bots)})


def test_the_page_of_a_round_says_who_meets_again(client, repeated):
    page = client.get(repeated.get_absolute_url(), {"round": 2}).content.decode()
    first = client.get(repeated.get_absolute_url(), {"round": 1}).content.decode()

    assert "meet again: the rules of the Swiss system had no other pairing" in page
    assert "meet again" not in first


def test_the_api_says_it_with_the_number_of_the_round(client, repeated):
    table = client.get(f"/api/v1/tournaments/{repeated.slug}/standings/").json()

    assert [one["round"] for one in table["concessions"]] == [2, 3]
    assert all("meet again" in one["text"] for one in table["concessions"])


def test_a_second_bye_is_told(alice):
    names = ["Anna", "Bert", "Cleo", "Dora", "Emil"]
    five = [VersionFactory(bot=BotFactory(name=name, owner=alice)) for name in names]
    row = _swiss(five, alice, 4)
    strengths = {bot: number for number, bot in enumerate(five)}
    for _round in range(2):
        play_round(row, strengths=strengths)
    # Three have had a bye; the two others leave.
    idle = PairingSide.objects.annotate(beside=Count("pairing__sides")).filter(beside=1)
    for entry in row.entries.exclude(pk__in=idle.values("entry")):
        withdrawals.withdraw(entry, player=alice, now=NOW)

    play_to_the_end(row, strengths=strengths)

    texts = [str(one.text) for one in concessions(format_input(row)) if one.round == 4]
    assert any("gets a point without a game again" in text for text in texts)


def test_a_round_by_the_rules_gives_up_nothing(bots, alice):
    row = _swiss(bots, alice, 3)
    play_to_the_end(row, strengths={bot: number for number, bot in enumerate(bots)})

    assert concessions(format_input(row)) == []
