"""A bot's page and the API tell how it played in its last games, and how lucky it was."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.tournaments.factories import NOW, VersionFactory, play_all, tournament
from tournaments.models import Game, Seat
from tournaments.queries.games.quality import quality
from tournaments.services.analysis import analyses

pytestmark = pytest.mark.django_db

DEEDS = {
    name: {"code": "einstein-move", "params": {"stone": stone, "square": "b2"}}
    for name, stone in (("played", 1), ("preferred", 2))
}
NOTHING = {"played": None, "preferred": None}


@pytest.fixture
def bot():
    """A bot that has played two games: one lucky and analysed, the other unlucky."""
    version = VersionFactory()
    play_all(tournament([version, VersionFactory()], key="einstein"))
    for seat, luck in zip(own(version), (0.5, -0.25), strict=True):
        Seat.objects.filter(pk=seat.pk).update(luck=luck)
    judge(own(version)[0])
    return version.bot


def own(version):
    return list(version.seats.order_by("game__number"))


def judge(seat):
    totals = [{"expected": 0.0, "luck": 0.0, "lost": 0.75, "actions": 3}] * 2
    swings = [
        {"ply": 7, "seat": seat.number, "lost": 0.5, "better": "2-b2", **DEEDS},
        {"ply": 9, "seat": seat.number, "lost": 0.625, "better": "", **NOTHING},
        {"ply": 8, "seat": 1 - seat.number, "lost": 0.9, "better": "2-b2", **DEEDS},
    ]
    row = analyses.ask(seat.game, asker="player-1", now=NOW)
    row.finish({"seats": totals, "swings": swings, "points": []}, now=NOW)


def test_a_variant_has_the_mean_luck_of_a_game_and_the_mean_loss_of_an_action(bot):
    (board,) = quality(bot, now=NOW).boards
    assert (board.variant.key, board.luck) == ("einstein", 0.125)
    assert (board.judged, board.loss) == (1, 0.25)


def test_its_own_mistakes_of_the_week_come_worst_first(bot):
    Game.objects.update(ended_at=NOW)
    left, moved = quality(bot, now=NOW).mistakes
    assert (left.ply, moved.ply) == (9, 7)
    assert (left.words["told"], moved.words["better"]) == ("", "Move stone 2 to b2")
    assert quality(bot, now=NOW + timedelta(days=8)).mistakes == []


def test_its_luckiest_games_and_the_others_are_named(bot):
    games = quality(bot, now=NOW)
    assert [seat.game.number for seat in games.luckiest] == [1]
    assert [seat.game.number for seat in games.unluckiest] == [2]


def test_private_and_void_games_are_left_out(bot):
    Game.objects.filter(number=1).update(voided_at=NOW, void_reason="staff")
    assert quality(bot, now=NOW).luckiest == []
    private = VersionFactory()
    play_all(tournament([private, VersionFactory()], key="einstein", access="private"))
    Seat.objects.filter(version=private).update(luck=0.5)
    assert quality(private.bot, now=NOW).boards == []


def test_it_takes_few_queries(bot, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        games = quality(bot, now=NOW)
        assert [str(seat.game) for seat in games.luckiest]


def test_the_page_leads_to_the_events(client, bot):
    Game.objects.update(ended_at=NOW)
    shown = client.get(bot.get_absolute_url()).content.decode()
    assert "Its luckiest games" in shown
    assert "+0.50" in shown


def test_the_api_tells_the_same(client, bot):
    told = client.get(reverse("api:bot-quality", args=[bot.slug])).json()
    assert told["boards"] == [{"variant": "einstein", "luck": 0.125, "judged": 1, "lost": 0.25}]
    (lucky,) = told["luckiest"]
    assert (lucky["game"], lucky["luck"]) == (1, 0.5)
