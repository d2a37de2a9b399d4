"""What a tournament has come to: on its page, and as the page reads it."""

import pytest
from django.utils import timezone

from tests.tournaments.factories import (
    BotFactory,
    VersionFactory,
    play_round,
    play_to_the_end,
    tournament,
)
from tournaments.queries.outcome import outcome
from tournaments.services import entrants

pytestmark = pytest.mark.django_db


@pytest.fixture
def six():
    names = ["Anna", "Bert", "Cleo", "Dora", "Emil", "Fay"]
    return [VersionFactory(bot=BotFactory(name=name)) for name in names]


@pytest.fixture
def strengths(six):
    return {version: number for number, version in enumerate(six)}


def page(client, row):
    return client.get(row.get_absolute_url()).content.decode()


def test_a_finished_knockout_has_a_podium_and_a_bracket_and_no_tie_breaks(client, six, strengths):
    row = tournament(six, format="knockout", format_options={"third_place": True})
    play_to_the_end(row, strengths=strengths)

    found = outcome(row)
    shown = page(client, row)

    assert [line.row.place for line in found.podium] == [1, 2, 3]
    assert found.podium[0].row.entrant.version == six[5]
    assert found.by_way
    assert found.tie_breaks == []
    assert 'class="podium"' in shown
    assert "For the third place" in shown
    assert "Quarter-finals" in shown
    assert 'id="crosstable"' not in shown


def test_a_bracket_that_goes_on_says_who_is_to_come(client, six, strengths):
    row = tournament(six, format="double-elimination")
    play_round(row, strengths=strengths)

    found = outcome(row)

    assert [bracket.name for bracket in found.brackets] == [
        "Upper bracket",
        "Lower bracket",
        "Finals",
    ]
    assert "to come" in page(client, row)
    assert 'class="podium"' not in page(client, row)


def test_groups_are_small_tables_before_the_knockout(client, six, strengths):
    row = tournament(six, format="groups-knockout", format_options={"groups": 2, "advance": 1})
    play_to_the_end(row, strengths=strengths)

    found = outcome(row)

    assert [len(group) for group in found.groups] == [3, 3]
    assert len(found.brackets) == 1
    assert "Group 2" in page(client, row)


def test_the_standings_name_their_tie_breaks_and_show_progress(client, six, strengths):
    row = tournament(six, format="swiss", tie_breaks=["BH-M1", "TPR"])
    play_to_the_end(row, strengths=strengths)

    found = outcome(row)
    shown = page(client, row)

    assert [one.code for one in found.tie_breaks] == ["BH-M1", "TPR"]
    assert "Median Buchholz" in shown
    for line in found.lines:
        assert len(line.progress) == found.rounds
        assert line.progress[-1] == line.row.points


def test_a_swiss_pairing_counts_when_it_is_over(six, strengths):
    row = tournament(six, format="swiss")

    assert {line.row.points for line in outcome(row).lines} == {0}

    play_round(row, strengths=strengths)
    assert sum(line.row.points for line in outcome(row).lines) == 3


def test_a_withdrawn_entrant_is_marked_with_the_reason(client, six, alice):
    row = tournament(six, organiser=alice)
    entry = row.entries.get(version=six[0])
    entrants.withdraw(entry, player=alice, now=timezone.now())
    entry.refresh_from_db()

    assert entry.withdrawal in page(client, row)


def test_a_large_crosstable_is_left_out(client):
    many = [VersionFactory() for _ in range(31)]
    row = tournament(many, format="swiss", format_options={"rounds": 1})

    assert "With so many entrants it could not be read" in page(client, row)


def test_a_large_tournament_takes_as_many_queries(six, django_assert_max_num_queries):
    row = tournament(six)
    with django_assert_max_num_queries(12):
        outcome(row)
