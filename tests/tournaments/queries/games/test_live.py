"""How running matches stand, as streams ask for it."""

import pytest
from django.db import connection

from tests.tournaments.factories import VersionFactory, play_out, tournament
from tournaments.models import Match
from tournaments.queries.games import live

pytestmark = pytest.mark.django_db


def test_a_match_that_ends_while_streams_ask_is_still_open_or_has_its_record():
    tournament([VersionFactory(), VersionFactory()], games_per_pairing=2)
    match = Match.objects.get()

    def end_it_meanwhile(execute, *asked):
        found = execute(*asked)
        if not ended:
            ended.append(True)
            play_out(match)
        return found

    ended = []
    with connection.execute_wrapper(end_it_meanwhile):
        look = live.look({match.pk: 2})[match.pk]

    assert look.status in Match.OPEN or look.record


def test_the_next_look_finds_the_end_and_the_record():
    tournament([VersionFactory(), VersionFactory()], games_per_pairing=2)
    match = play_out(Match.objects.get())

    look = live.look({match.pk: 2})[match.pk]

    assert look.status == "finished"
    assert look.record == match.games.get(number=2).record
