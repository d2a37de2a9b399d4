"""A meeting keeps a tally, and is found from either version."""

import datetime

import pytest

from tests.tournaments.factories import VersionFactory, variant
from tournaments.mathematics.meetings import Tally
from tournaments.mathematics.statistics.block_sums import BlockSums
from tournaments.mathematics.statistics.by_play import PlaySums
from tournaments.models import Meeting

pytestmark = pytest.mark.django_db


def test_a_tally_is_read_as_it_was_set():
    sums, play = BlockSums(1, 2, 3, 4, 5, 6, 7), PlaySums(8, 9, -10, 11, -12, 13)
    tally = Tally(sums, play, 2, datetime.date(2026, 1, 2), 5, (8, 9))
    meeting = Meeting()

    meeting.tally = tally

    assert meeting.tally == tally
    assert meeting.games == sums.games


def test_half_a_point_is_a_draw():
    assert Meeting(wins=2, draws=3).points == 3.5


def test_meetings_are_found_by_their_two_versions():
    one, other, third = VersionFactory(), VersionFactory(), VersionFactory()
    board = variant()
    pairs = [(one, other), (other, one), (one, third)]
    rows = [Meeting.objects.create(variant=board, version=a, opponent=b) for a, b in pairs]

    assert list(Meeting.objects.of([rows[0].two])) == rows[:1]
    assert set(Meeting.objects.of([rows[1].two, rows[2].two])) == set(rows[1:])
    assert not Meeting.objects.of([]).exists()
