"""The row of a variant, and the game that it stands for."""

import pytest

import engine
from tests.tournaments.factories import VersionFactory, tournament, variant
from tournaments.models import Variant

pytestmark = pytest.mark.django_db


def test_a_variant_has_one_row():
    game = engine.parse_variant("kalah(seeds=4)")

    row = Variant.objects.of(game)

    assert Variant.objects.of(game) == row
    assert (row.load().variant, row.game_id) == (game.variant, "kalah")


def test_a_side_is_a_seat_where_every_seat_plays_alone():
    assert variant("kalah").sides() == [0, 1]


def test_the_sides_of_a_game_that_the_engine_has_no_more_are_those_of_its_first_game():
    row = tournament([VersionFactory(), VersionFactory()]).variant
    gone = Variant.objects.create(
        key="gone", game_id="gone", options={}, rules_version=1, name="Gone", slug="gone"
    )
    assert gone.sides() == [0, 1]

    game = row.games.order_by("pk").first()
    row.games.filter(pk=game.pk).update(variant=gone)
    assert gone.sides() == [0, 1]
