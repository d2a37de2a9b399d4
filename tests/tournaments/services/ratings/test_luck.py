"""The luck of a match, once it is judged: in its seats, its meetings, and the table."""

import pytest
from django.utils import timezone

from tests.tournaments.factories import (
    NOW,
    PlayerFactory,
    VersionFactory,
    exported,
    play_all,
    tournament,
)
from tests.tournaments.pairs import judge
from tournaments.mathematics import meetings as mathematics
from tournaments.models import Game, TournamentTable
from tournaments.queries.bots import head_to_head
from tournaments.queries.ratings import met
from tournaments.queries.tournaments.tables import KeptTable
from tournaments.services.ratings import ledger, voiding
from tournaments.services.tournaments import tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def two():
    return [VersionFactory(), VersionFactory()]


def played(two, key, **terms):
    return play_all(tournament(two, key=key, games_per_pairing=4, **terms))


def by_play(row):
    table = KeptTable(row, tables.current(row, now=timezone.now()))
    return {line.row.entrant.version: line.by_play for line in table.lines(0, table.count)}


def against(two):
    first, second = (version.bot.versions.all() for version in two)
    (meeting,) = head_to_head.meetings(first, second)
    return meeting


def test_before_it_is_judged_a_game_with_dice_is_left_out(two):
    row = played(two, "einstein")
    assert by_play(row) == dict.fromkeys(two)
    assert against(two).by_play is None


def test_luck_is_taken_out_of_the_points_of_the_games_that_are_judged(two):
    row = played(two, "einstein")
    first, _second = row.matches.all()
    games = first.games.filter(seats__version=two[0], seats__rank=1).count()

    judge(first, lucks=(0.5, -0.5))

    # Two games, each of which loses a quarter of a point.
    score, meeting = by_play(row)[two[0]], against(two)
    assert (score.games, score.points) == (2, games - 0.5)
    assert meeting.by_play == score
    assert meeting.comparison.games == 4
    assert by_play(row)[two[1]].points == pytest.approx(2 - score.points)


def test_without_dice_and_openings_points_are_what_play_made(two):
    played(two, "kalah", opening_actions=0)
    meeting = against(two)
    assert meeting.by_play.points == meeting.comparison.points


def test_a_random_opening_is_to_be_judged_and_none_is_not(two):
    row = played(two, "kalah", opening_actions=4)
    assert [match.opening == [] for match in row.matches.all()] == [True, False]
    assert by_play(row)[two[0]].games == 2


def test_meetings_are_what_a_recount_finds_also_after_a_void(two):
    row = played(two, "einstein")
    for match in row.matches.all():
        judge(match, lucks=(0.3, -0.3))
    voided = Game.objects.filter(match__tournament=row)[:1]
    voiding.void(voided, player=PlayerFactory(is_staff=True), reason="A wrong rule.", now=NOW)

    kept = {meeting.two: meeting.tally for meeting in row.variant.meetings.all()}
    assert kept == mathematics.of_all(met.blocks(met.games(row.variant)))
    assert against(two).by_play.games == 3
    assert ledger.check(now=NOW).sentences == []


def test_at_a_table_of_four_what_play_made_of_all_others_adds_up():
    four = [VersionFactory(games=["pachisi"]) for _seat in range(4)]
    row = play_all(tournament(four, key="pachisi", games_per_pairing=4))
    judge(row.matches.get(), lucks=(0.6, -0.1, -0.2, -0.3))
    games = met.blocks(met.games(row.variant))
    tallies = mathematics.of_all(games)
    for version, score in by_play(row).items():
        others = [tallies[version.pk, other.pk].play.points for other in four if other != version]
        assert sum(others) / 3 / 10_000 == pytest.approx(score.points, abs=1e-3)


def test_the_table_of_a_tournament_that_is_over_is_computed_again(two):
    row = played(two, "einstein")
    tables.compute(row, now=NOW)
    judge(row.matches.first())
    table = TournamentTable.objects.get(pk=row.pk)
    assert not table.is_fresh
    assert table.wanted == row.is_over


def test_files_have_points_by_play_where_something_was_judged(two):
    row = played(two, "einstein")
    assert "By play" not in exported(row, "csv")
    judge(row.matches.first(), lucks=(0.5, -0.5))
    assert ",By play,Low,High,Judged," in exported(row, "csv")
    assert '"by_play": ' in exported(row, "json")


def test_pages_show_both(client, two):
    row = played(two, "einstein")
    judge(row.matches.first(), lucks=(0.5, -0.5))
    page = client.get(row.get_absolute_url()).content.decode()
    assert "Points of all games without luck" in page
    address = f"/bots/{two[0].bot.slug}/against/{two[1].bot.slug}/"
    assert "The score without luck" in client.get(address).content.decode()
    table = client.get(f"/api/v1/tournaments/{row.slug}/standings/").json()
    assert {line["by_play"]["games"] for line in table["standings"]} == {2}
