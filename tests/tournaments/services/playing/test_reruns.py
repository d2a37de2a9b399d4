"""`manage.py rerun`: a finished match played again with the uploads of its versions."""

import pytest
from django.core.management import CommandError, call_command

from agents import samples
from tests.tournaments.factories import NOW, VersionFactory, tournament
from tests.tournaments.services.playing.test_play import worker
from tournaments.models import Game, Match
from tournaments.services.playing import play

pytestmark = pytest.mark.django_db

RESTLESS = b"""
import os
from agents.sdk import Bot

class Restless(Bot):
    def choose(self, state, clock):
        actions = state.legal_actions()
        return actions[os.urandom(1)[0] % len(actions)]
"""


def played(code: bytes) -> Match:
    """A match between this bot and a sample, finished in real sandboxes."""
    bots = [VersionFactory(code=code), VersionFactory(code=samples.read("greedy"))]
    tournament(bots)
    play.play_next(worker(), validation=False)
    return Match.objects.get(status=Match.Status.FINISHED)


def test_a_match_of_deterministic_bots_is_the_same_again(capsys):
    match = played(samples.read("random"))

    call_command("rerun", match.pk)

    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" (")[0] for line in lines] == ["Game 1: identical", "Game 2: identical"]


def test_a_restless_bot_is_shown_and_is_an_error(capsys):
    match = played(RESTLESS)

    with pytest.raises(CommandError, match="1 of the games went another way"):
        call_command("rerun", match.pk, 2)

    assert capsys.readouterr().out.startswith("Game 2: different at event")


def test_a_record_that_is_no_longer_kept_cannot_be_repeated():
    match = played(samples.read("random"))
    Game.objects.filter(match=match, number=1).update(record_in_row=None, record_removed_at=NOW)

    with pytest.raises(CommandError, match="game 1 is no longer kept"):
        call_command("rerun", match.pk)


def test_what_is_not_there_is_told():
    with pytest.raises(CommandError, match=r"There is no match 7\."):
        call_command("rerun", 7)


def test_a_match_that_is_not_over_has_nothing_to_repeat():
    tournament([VersionFactory(), VersionFactory()])

    with pytest.raises(CommandError, match="has no finished game 3"):
        call_command("rerun", Match.objects.first().pk, 3)
