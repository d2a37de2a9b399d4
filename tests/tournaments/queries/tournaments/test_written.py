"""What a tournament has come to: on its page, and as the page reads it."""

import pytest
from django.utils import timezone

from tests.tournaments.factories import (
    BotFactory,
    VersionFactory,
    play_out,
    play_round,
    play_to_the_end,
    tournament,
)
from tournaments.queries.tournaments import written
from tournaments.queries.tournaments.tables import KeptTable
from tournaments.services.tournaments import tables, withdrawals

pytestmark = pytest.mark.django_db


@pytest.fixture
def six():
    names = ["Anna", "Bert", "Cleo", "Dora", "Emil", "Fay"]
    return [VersionFactory(bot=BotFactory(name=name)) for name in names]


@pytest.fixture
def strengths(six):
    return {version: number for number, version in enumerate(six)}


def kept(row):
    return KeptTable(row, tables.current(row, now=timezone.now()))


def lines(row):
    return kept(row).lines(0, kept(row).count)


def page(client, row):
    return client.get(row.get_absolute_url()).content.decode()


def test_a_finished_knockout_has_a_podium_and_a_bracket_and_no_tie_breaks(client, six, strengths):
    row = tournament(six, format="knockout", format_options={"third_place": True})
    play_to_the_end(row, strengths=strengths)

    found = kept(row)
    shown = page(client, row)

    assert [line.row.place for line in found.podium] == [1, 2, 3]
    assert found.podium[0].row.entrant.version == six[5]
    assert found.by_way
    assert found.tie_breaks == []
    assert 'class="podium"' in shown
    assert "Third place" in shown
    assert [line.reached for line in lines(row)] == [
        "Final", "Final", "Third place", "Third place", "Quarter-finals", "Quarter-finals",
    ]  # fmt: skip
    assert "Quarter-finals" in shown
    assert 'id="crosstable"' not in shown


def test_a_bracket_that_goes_on_says_who_is_to_come(client, six, strengths):
    row = tournament(six, format="double-elimination")
    play_round(row, strengths=strengths)

    found = kept(row)

    assert [bracket["name"] for bracket in found.brackets()] == [
        "Upper bracket",
        "Lower bracket",
        "Finals",
    ]
    assert "not known yet" in page(client, row)
    assert 'class="podium"' not in page(client, row)


def test_groups_are_small_tables_before_the_knockout(client, six, strengths):
    row = tournament(six, format="groups-knockout", format_options={"groups": 2, "advance": 1})
    play_to_the_end(row, strengths=strengths)

    found = kept(row)

    assert [len(group) for group in found.groups] == [3, 3]
    assert len(found.brackets()) == 1
    assert "Group 2" in page(client, row)


def test_the_table_of_a_group_counts_its_own_games_alone(six, strengths):
    row = tournament(six, format="groups-knockout", format_options={"groups": 2, "advance": 1})
    play_to_the_end(row, strengths=strengths)

    found = kept(row)

    for group in found.groups:
        assert [line.row.points for line in group] == [4, 2, 0]
        assert [(line.row.wins, line.row.losses) for line in group] == [(4, 0), (2, 2), (0, 4)]
        assert [line.goes_on for line in group] == [True, False, False]
    assert sorted(line.seed for group in found.groups for line in group) == [1, 2, 3, 4, 5, 6]
    assert {line.reached for line in lines(row)} == {"Final", "Groups"}


def test_nobody_goes_on_while_the_groups_are_played(six, strengths):
    row = tournament(six, format="groups-knockout", format_options={"groups": 2, "advance": 1})
    play_round(row, strengths=strengths)

    assert not any(line.goes_on for group in kept(row).groups for line in group)


def test_a_knockout_of_tables_has_a_bracket_in_which_the_best_of_each_go_on(client):
    five = [VersionFactory(games=["ashte-kashte"]) for _ in range(5)]
    row = tournament(
        five, format="knockout", key="ashte-kashte(seats=3)", rated=False, games_per_pairing=3
    )
    play_to_the_end(row, strengths={version: number for number, version in enumerate(five)})

    (bracket,) = kept(row).brackets()
    first, final = bracket["rounds"]

    assert not bracket["is_tree"]
    assert [len(match["sides"]) for match in (*first["matches"], *final["matches"])] == [3, 1, 1, 3]
    assert all(sum(side["won"] for side in match["sides"]) == 1 for match in final["matches"])
    assert 'class="bracket"' in page(client, row)


def test_a_gauntlet_has_no_podium_and_says_what_compares(client, six, strengths):
    row = tournament(six, format="gauntlet")
    play_to_the_end(row, strengths=strengths)

    assert kept(row).challenger.version == six[0]
    assert kept(row).podium == []
    assert "Anna v1 played everybody else. The others did not play each other" in page(client, row)


def test_a_place_that_a_crowd_shares_is_no_podium():
    row = tournament([VersionFactory() for _ in range(9)], format="swiss")

    assert kept(row).podium == []


def test_the_standings_name_their_tie_breaks_and_show_progress(client, six, strengths):
    row = tournament(six, format="swiss", tie_breaks=["BH-M1", "TPR"])
    play_to_the_end(row, strengths=strengths)

    found = kept(row)
    shown = page(client, row)

    assert [one.code for one in found.tie_breaks] == ["BH-M1", "TPR"]
    assert "Median Buchholz" in shown
    for line in lines(row):
        assert len(line.progress) == found.rounds
        assert line.progress[-1] == line.row.points


def test_a_swiss_pairing_counts_when_it_is_over(six, strengths):
    row = tournament(six, format="swiss")

    assert {line.row.points for line in lines(row)} == {0}

    play_round(row, strengths=strengths)
    assert sum(line.row.points for line in lines(row)) == 3


def test_buchholz_during_a_round_takes_nobody_for_absent(six, strengths):
    row = tournament(six, format="swiss", tie_breaks=["BH"])
    play_round(row, strengths=strengths)
    begun, *waiting = row.matches.filter(status="queued")
    play_out(begun)

    by_entrant = {line.row.entrant: line for line in lines(row)}

    still = [one for match in waiting for one in match.pairing.entries.all()]
    for one in still:
        (first,) = one.pairings.filter(round__number=1)
        opponent = first.entries.exclude(pk=one.pk).get()
        assert by_entrant[one].values == (by_entrant[opponent].row.points,)
    assert len(still) == 4


def test_a_withdrawn_entrant_is_marked_with_the_reason(client, six, alice):
    row = tournament(six, organiser=alice)
    entry = row.entries.get(version=six[0])
    withdrawals.withdraw(entry, player=alice, now=timezone.now())
    entry.refresh_from_db()

    assert str(entry.withdrawal) in page(client, row)


def test_a_large_tournament_takes_as_many_queries(six, django_assert_max_num_queries):
    row = tournament(six)
    with django_assert_max_num_queries(13):
        written.table(row)
