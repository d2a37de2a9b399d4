"""The unit of play, through the real referee: every seat order once, each with dice of its own."""

from random import Random

import pytest
from django.utils import timezone

from agents.sandbox import Isolation
from engine.dice import Dice
from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    VersionFactory,
    play_out,
    tournament,
    variant,
)
from tournaments.models import Game, LedgerEntry, Match, Version
from tournaments.queries.bots import head_to_head
from tournaments.queries.playing import verification
from tournaments.queries.ratings import rated_games
from tournaments.services.bots import trials
from tournaments.services.playing import play, workers
from tournaments.services.ratings import fits
from tournaments.services.tournaments import ladder

pytestmark = pytest.mark.django_db

FIRST = b"""
from agents.sdk import Bot

class First(Bot):
    def choose(self, state, clock):
        return state.legal_actions()[0]
"""


def play_next():
    worker = workers.Worker(name="w", isolation=Isolation.BUBBLEWRAP, lease=LEASE, now=timezone.now)
    assert play.play_next(worker, validation=False)


def a_tournament(key, sides):
    entrants = [VersionFactory(games=[key.partition("(")[0]]) for _ in range(sides)]
    tournament(entrants, key=key, games_per_pairing=sides)


def a_ladder(key, _sides):
    board = variant(key)
    board.ladder = True
    board.save()
    for _number in range(2):
        VersionFactory()
    ladder.tend(now=NOW, rng=Random(1))


def a_trial(key, _sides):
    bot = BotFactory()
    old, new = VersionFactory(bot=bot), VersionFactory(bot=bot)
    config = trials.TrialConfiguration(variant=variant(key), most_pairs=10)
    trials.start(challenger=new, incumbent=old, player=bot.owner, now=NOW, config=config)


def throws(game, seat):
    """What a seat threw in a game, in order."""
    return [e["throw"] for e in game.record["events"] if "throw" in e and e["seat"] == seat]


@pytest.mark.once
@pytest.mark.parametrize(
    ("begin", "key", "sides"),
    [
        (a_tournament, "ashte-kashte(seats=3)", 3),
        (a_tournament, "ashte-kashte", 4),
        (a_tournament, "pachisi(mode=teams)", 2),
        (a_ladder, "einstein(setup=fixed)", 2),
        (a_trial, "einstein(setup=fixed)", 2),
    ],
)
def test_every_game_of_a_block_has_dice_of_its_own(begin, key, sides):
    begin(key, sides)
    play_next()

    match = Match.objects.filter(status="finished").get()
    games = list(match.games.order_by("number"))
    assert [game.record["dice"]["game"] for game in games] == list(range(1, sides + 1))
    for seat in range(games[0].seats.count()):
        told = [throws(game, seat)[:12] for game in games]
        assert len(set(map(tuple, told))) == sides
        assert len({game.seats.get(number=seat).version_id for game in games}) == sides
    assert [one.detail for one in verification.findings(match) if one.holds is False] == []


def test_the_dice_are_those_of_the_seed_that_was_committed_to():
    a_tournament("ashte-kashte(seats=3)", 3)
    play_next()

    game = Game.objects.filter(ended_at__isnull=False).first()
    state, dice = game.variant.load().new_initial_state(), Dice(bytes(game.match.seed), game.number)
    for event in game.record["events"]:
        if "throw" in event:
            due = dice.throw(state)
            assert state.action_to_string(due) == event["throw"]
            state.apply_action(due)
        else:
            state.apply_action(state.string_to_action(event["action"]))


def test_two_that_play_alike_every_time_are_counted_once():
    entrants = [VersionFactory(code=FIRST) for _ in range(2)]
    for name in ("First Cup", "Second Cup"):
        tournament(entrants, name=name)
        play_next()

    assert Game.objects.filter(ended_at__isnull=False).count() == 4
    assert len(set(Game.objects.values_list("final", flat=True))) == 1
    board = variant("kalah")
    assert len(rated_games.rated(board)) == 2
    assert fits.compute(board, now=NOW).games == 2
    one, other = (Version.objects.filter(pk=version.pk) for version in entrants)
    (met,) = head_to_head.meetings(one, other)
    assert (met.comparison.games, met.repeated) == (2, 2)
    # Elo after each game knows of no other: every one of the four is in the ledger.
    assert LedgerEntry.objects.filter(game__isnull=False).count() == 8


@pytest.mark.once
def test_in_further_blocks_of_theirs_openings_make_other_games():
    entrants = [VersionFactory(code=FIRST) for _ in range(2)]
    row = tournament(entrants, games_per_pairing=6)
    for _match in range(3):
        play_next()

    finals = row.matches.values_list("games__final", flat=True)
    # Both orders of two that play alike are one game; three blocks are three.
    assert len(set(finals)) == 3
    assert fits.compute(row.variant, now=NOW).games == 6


@pytest.mark.once
@pytest.mark.parametrize(
    ("key", "sides", "blocks"),
    [("alquerque(ending=quick)", 4, 13), ("alquerque(mode=teams)", 2, 60)],
)
def test_openings_are_new_even_where_there_are_few_of_the_usual_length(key, sides, blocks):
    entrants = [VersionFactory(games=["alquerque"]) for _ in range(sides)]
    row = tournament(entrants, key=key, games_per_pairing=blocks * sides)

    openings = [tuple(match.opening) for match in row.matches.order_by("pk")]

    assert len(openings) == len(set(openings)) == blocks
    assert {len(opening) for opening in openings} == {0, 4, 5}


@pytest.mark.once
def test_a_longer_opening_can_be_checked_as_well():
    entrants = [VersionFactory(games=["alquerque"]) for _ in range(4)]
    row = tournament(entrants, key="alquerque(ending=quick)", games_per_pairing=44)

    last = play_out(row.matches.latest("pk"))

    found = {one.what.code: one.holds for one in verification.findings(last)}
    assert len(last.opening) == 5
    assert found["same-opening"]
    assert verification.opening_command(last).count("--taken") == 9
