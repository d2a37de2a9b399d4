"""What bots print: beside the event, for the owner of the bot and staff, and for nobody else."""

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    claimed,
    outcome,
    tournament,
)
from tournaments.models import Match, Seat
from tournaments.queries.bots import printed
from tournaments.queries.games import films, matches
from tournaments.services.bots import forgetting
from tournaments.services.playing import reports

pytestmark = pytest.mark.django_db

ANNA, BERT = "Anna loads\nAnna thinks\nAnna leaves\n", "Bert thinks\n"


@pytest.fixture
def game(alice, bob):
    """A game of Alice's Anna in seat 0 and Bob's Bert in seat 1, who print."""
    anna = VersionFactory(bot=BotFactory(name="Anna", owner=alice))
    bert = VersionFactory(bot=BotFactory(name="Bert", owner=bob))
    tournament([anna, bert])
    match = claimed(Match.objects.get())
    row = match.games.get(number=1)
    report = replace(outcome(row), logs=(ANNA, BERT), cuts=(((0, 11), (1, 23)), ((2, 12),)))
    reports.report(match, row, report, now=NOW, lease=LEASE)
    row.refresh_from_db()
    return row


def asked(client, game, **headers):
    return client.get(reverse("game-output", args=[game.match_id, game.number]), headers=headers)


def page(client, game, ply):
    return client.get(game.get_absolute_url(), {"ply": ply}).content.decode()


def test_each_owner_gets_the_output_of_their_own_bot_only(client, game, alice, bob):
    last = str(len(game.record["events"]))

    client.force_login(alice)
    assert asked(client, game).json() == {
        "0": {"0": "Anna loads\n", "1": "Anna thinks\n", last: "Anna leaves\n"}
    }
    client.force_login(bob)
    assert asked(client, game).json() == {"1": {"2": "Bert thinks\n"}}


def test_staff_get_all_of_it(client, game):
    client.force_login(PlayerFactory(is_staff=True))

    assert set(asked(client, game).json()) == {"0", "1"}


def test_nobody_else_learns_even_that_there_is_any(client, game):
    for player in (None, PlayerFactory(), game.match.tournament.organiser):
        client.logout()
        if player:
            client.force_login(player)
        assert asked(client, game).status_code == 404
        shown = page(client, game, 1)
        assert "data-output" not in shown
        assert "Anna thinks" not in shown


def test_the_page_without_scripts_has_it_beside_the_event(client, game, alice):
    client.force_login(alice)

    assert "Anna thinks" in page(client, game, 1).partition('class="events"')[0]
    beside = page(client, game, 2).partition('class="events"')[0]
    assert "Anna thinks" not in beside
    assert "Bert thinks" not in beside


def test_no_cache_between_keeps_it_and_a_browser_asks_each_time(client, game, alice, bob):
    client.force_login(alice)
    answer = asked(client, game)
    assert answer["Cache-Control"] == "private, no-cache"
    assert asked(client, game, if_none_match=answer["ETag"]).status_code == 304

    client.force_login(bob)
    assert asked(client, game, if_none_match=answer["ETag"]).json() == {"1": {"2": "Bert thinks\n"}}


def test_it_is_in_no_film_no_record_and_no_embedded_page(client, game, alice):
    client.force_login(alice)
    embedded = client.get(reverse("game-embed", args=[game.match_id, game.number]))

    for text in (films.text(game), str(matches.public_record(game)), embedded.content.decode()):
        assert "Anna thinks" not in text


def test_a_log_that_was_never_cut_stands_beside_the_last_event(game):
    seat = game.seats.get(number=0)
    seat.log_cuts = None

    assert printed.by_event(seat, 9) == {9: ANNA}


def test_cuts_go_with_the_log(game, alice):
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(game=game).update(log="")
    version = game.seats.get(number=0).version
    forgetting.remove_logs(version.seats.all(), now=timezone.now())

    assert (game.seats.get(number=0).log, game.seats.get(number=0).log_cuts) == ("", None)
