"""A tournament as formats read it."""

import pytest
from django.db import connection

from tests.tournaments.factories import VersionFactory, tournament
from tournaments.models import Pairing, Round
from tournaments.queries.tournaments.format_input import format_input

pytestmark = pytest.mark.django_db


def test_a_round_that_is_drawn_between_two_queries_is_left_out():
    row = tournament([VersionFactory(games=["kalah"]) for _ in range(4)], format="swiss")

    def draw_once(execute, sql, params, many, context):
        if 'FROM "tournaments_entry"' in sql and not row.rounds.filter(number=2).exists():
            later = Round.objects.create(tournament=row, number=2)
            Pairing.objects.create(round=later, number=1)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(draw_once):
        read = format_input(row)

    assert row.rounds.count() == 2
    assert [len(pairings) for pairings in read.pairings] == [2]
    assert [len(pairings) for pairings in read.played] == [2]
