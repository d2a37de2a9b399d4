"""When a tournament's table is to be computed again."""

import pytest

from tests.tournaments.factories import VersionFactory, tournament
from tournaments.models import TournamentTable

pytestmark = pytest.mark.django_db


def make_once():
    return [tournament([VersionFactory(), VersionFactory()], name=name) for name in ("One", "Two")]


def table(row, **facts):
    """Its table, with these facts."""
    TournamentTable.objects.filter(tournament=row).update(**facts)
    return TournamentTable.objects.get(tournament=row)


def test_a_table_is_fresh_while_nothing_changes(made):
    assert table(made[0], state=3, computed=3).is_fresh
    assert not table(made[0], state=4).is_fresh
    assert not table(made[0], computed=None).is_fresh


def test_a_table_has_failed_while_its_state_is_the_one_that_failed(made):
    assert table(made[0], state=3, failed=3).has_failed
    assert not table(made[0], state=4).has_failed


def test_a_change_counts_once_and_for_its_tournaments_alone(made):
    before = [table(row, state=5, games=10, wanted=False) for row in made]

    TournamentTable.changed([made[0].pk, None, made[0].pk], more_games=2)

    after = [table(row) for row in made]
    assert [row.state for row in after] == [6, 5]
    assert [row.games for row in after] == [12, before[1].games]
    assert [row.wanted for row in after] == [False, False]


def test_a_table_that_is_wanted_stays_so(made):
    row = table(made[0], wanted=False)

    assert [row.want(), row.want()] == [True, False]
    TournamentTable.changed([made[0].pk])
    assert table(made[0]).wanted
    assert not table(made[1]).wanted


def test_a_change_can_want_the_table(made):
    table(made[0], wanted=False)

    TournamentTable.changed([made[0].pk], wanted=True)

    assert table(made[0]).wanted
