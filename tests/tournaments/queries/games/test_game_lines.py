"""Games as lines of JSON, read in batches that follow an index."""

from datetime import timedelta

import pytest

from tests.tournaments.factories import NOW, VersionFactory, play_all, tournament
from tournaments.models import Game
from tournaments.queries.games import game_lines
from tournaments.queries.games.game_lines import Month

pytestmark = pytest.mark.django_db


def make_once():
    """A cup of four bots that is over: six matches of two games."""
    return play_all(tournament([VersionFactory() for _ in range(4)]))


@pytest.fixture
def cup(made):
    return made


def of_month(cup):
    month = Month.of(NOW)
    games = game_lines.counted(cup.variant, month.begin, month.end, at=month.end)
    return list(game_lines.nameless(games))


def queries(batches):
    """Five for each batch, and one that finds no further one."""
    return 5 * batches + 1


def test_games_of_a_month_come_as_they_ended_wherever_a_batch_ends(cup, monkeypatch):
    moments = [NOW, NOW, NOW, NOW + timedelta(minutes=1)] * 3
    for game, moment in zip(Game.objects.order_by("-pk"), moments, strict=True):
        Game.objects.filter(pk=game.pk).update(ended_at=moment)
    at_once = of_month(cup)

    for size in (1, 2, 5):
        monkeypatch.setattr(game_lines, "_BATCH", size)
        assert of_month(cup) == at_once
    order = Game.objects.order_by("ended_at", "pk").values_list("match", "number")
    assert [(one["match"], one["number"]) for one in at_once] == list(order)


def test_games_of_a_tournament_come_by_pairings_wherever_a_batch_ends(cup, monkeypatch):
    at_once = list(game_lines.of_tournament(cup))

    for size in (2, 4, 10):
        monkeypatch.setattr(game_lines, "_BATCH", size)
        assert list(game_lines.of_tournament(cup)) == at_once
    order = Game.objects.order_by("match__pairing", "match__number", "number")
    assert [(one["match"], one["number"]) for one in at_once] == list(
        order.values_list("match", "number")
    )


@pytest.mark.parametrize(("size", "batches"), [(12, 1), (4, 3)])
def test_a_batch_takes_five_queries_however_many_games_it_has(
    cup, monkeypatch, django_assert_num_queries, size, batches
):
    monkeypatch.setattr(game_lines, "_BATCH", size)
    assert cup.variant.rated

    with django_assert_num_queries(queries(batches)):
        of_month(cup)
    with django_assert_num_queries(queries(batches)):
        list(game_lines.of_tournament(cup))
