"""A game that staff void: on its pages, in the API, in the ledger, and in what goes on."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.tournaments.factories import (
    NOW,
    BotFactory,
    VersionFactory,
    play_all,
    play_round,
    play_to_the_end,
    tournament,
)
from tests.tournaments.problems import codes
from tournaments.models import Game
from tournaments.queries.tournaments import rounds, standings
from tournaments.services.ratings import ledger
from tournaments.services.tournaments import lifecycle

pytestmark = pytest.mark.django_db

WHY = "The worker's clock was wrong."
JSON = "application/json"


def make_once():
    versions = [VersionFactory(bot=BotFactory(name=name)) for name in ("Greedy", "Search")]
    return play_all(tournament(versions))


@pytest.fixture
def cup(made):
    return made


@pytest.fixture
def game(cup):
    return Game.objects.get(match__tournament=cup, number=1)


def void(client, game, reason=WHY):
    address = reverse("game-void", args=[game.match_id, game.number])
    return client.post(address, {"reason": reason}, follow=True)


def test_staff_void_a_game_by_its_page_and_everybody_reads_why(client, cup, game, carol):
    client.force_login(carol)
    assert "Void this game…" in client.get(game.get_absolute_url()).content.decode()

    assert void(client, game).status_code == 200

    client.logout()
    leaderboard = cup.variant.get_absolute_url()
    for address in (game.get_absolute_url(), game.match.get_absolute_url(), leaderboard):
        page = client.get(address).content.decode()
        assert "The worker&#x27;s clock was wrong." in page
        assert "Void this game…" not in page
    assert "This is epoch 2 of the ledger." in client.get(leaderboard).content.decode()
    assert "game 1 void" in client.get(cup.get_absolute_url()).content.decode()


def test_without_a_reason_it_stands_and_the_page_says_what_is_missing(client, game, carol):
    client.force_login(carol)

    assert "Say why: everybody will read it." in void(client, game, " ").content.decode()

    assert Game.objects.get(pk=game.pk).voided_at is None


def test_nobody_else_sees_the_form_or_may_use_it(client, game, alice):
    client.force_login(alice)

    assert "Void this game" not in client.get(game.get_absolute_url()).content.decode()
    assert void(client, game).status_code == 403
    assert Game.objects.get(pk=game.pk).voided_at is None


def test_a_leaderboard_without_voided_games_speaks_of_none(client, cup):
    assert "Voided games" not in client.get(cup.variant.get_absolute_url()).content.decode()


def test_the_points_of_a_round_leave_a_void_game_out(cup, game, carol):
    ledger.void([game], player=carol, reason=WHY, now=NOW)

    (meeting,) = rounds.pairings_of_matches(cup.matches.all())

    assert sum(side.points for side in meeting.sides) == 1
    assert [game.points for game in meeting.matches[0].games].count(None) == 1


def test_the_api_voids_and_tells_old_epochs(client, cup, game, carol, alice):
    slug = cup.variant.slug
    address = f"/api/v1/matches/{game.match_id}/games/1/void/"
    client.force_login(alice)
    assert client.post(address, {"reason": WHY}, content_type=JSON).status_code == 403
    client.force_login(carol)
    assert codes(client.post(address, {}, content_type=JSON).json()) == {"reason": ["required"]}

    told = client.post(address, {"reason": WHY}, content_type=JSON).json()

    assert (told["void_reason"], told["voided_at"] is None) == (WHY, False)
    assert client.get(f"/api/v1/leaderboards/{slug}/").json()["epoch"] == 2
    history = f"/api/v1/leaderboards/{slug}/ratings/greedy/1/history/"
    assert [len(client.get(f"{history}?epoch={n}").json()["results"]) for n in (1, 2)] == [3, 2]
    assert client.get(history).json() == client.get(f"{history}?epoch=2").json()


@pytest.mark.parametrize(
    ("format_id", "options"),
    [("knockout", {}), ("double-elimination", {}), ("groups-knockout", {"groups": 2})],
)
def test_who_went_on_stays_when_a_game_of_an_earlier_round_is_voided(format_id, options, carol):
    versions = [VersionFactory() for _ in range(8)]
    # The worst seed wins everything, so that "the better seed" is another answer each time.
    strengths = {version: number for number, version in enumerate(versions)}
    row = tournament(versions, format=format_id, format_options=options)
    while row.rounds.count() < 4 and not row.is_over:
        play_round(row, strengths=strengths)
    first = Game.objects.filter(match__tournament=row, match__pairing__round__number=1)
    drawn = list(row.rounds.values_list("number", "pairings__entries__number"))

    ledger.void(first, player=carol, reason=WHY, now=NOW + timedelta(minutes=1))
    lifecycle.advance(now=NOW)

    assert list(row.rounds.values_list("number", "pairings__entries__number")) == drawn
    assert _points(row) == _counted(row).count()
    play_to_the_end(row, strengths=strengths)
    assert standings.table(row)[0].row.entrant.version == versions[-1]


def _points(row):
    return sum(line.row.points for line in standings.table(row))


def _counted(row):
    return Game.objects.filter(match__tournament=row, ended_at__isnull=False, voided_at=None)


def test_a_final_whose_games_are_void_is_played_again(carol):
    versions = [VersionFactory() for _ in range(2)]
    row = tournament(versions, format="knockout")
    match = row.matches.get()
    lifecycle.pause(row, player=carol, now=NOW)
    play_round(row, strengths={versions[0]: 0, versions[1]: -1})

    ledger.void(match.games.all(), player=carol, reason=WHY, now=NOW)
    lifecycle.resume(row, player=carol)
    lifecycle.advance(now=NOW)

    assert row.matches.count() == 2
