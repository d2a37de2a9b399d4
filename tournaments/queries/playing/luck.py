"""Which matches wait for their luck, and what the value function of a match says of its games.

A match names the function that judges it, with its hash, before its first game.
"""

from agents import values
from tournaments.models import Game, Match
from tournaments.models.matches import MatchQuerySet
from tournaments.queries.playing import queue


def due() -> MatchQuerySet:
    """The finished matches whose luck this code could judge now, the longest wait first."""
    playable = queue.plays(queue.rules_here(), variant="tournament__variant")
    return Match.objects.unjudged().filter(playable)


def is_judge_here(match: Match) -> bool:
    """Whether exactly the value function that a match has named is part of this release."""
    return values.hashes().get(match.value_function) == match.value_sha256


def of_game(match: Match, game: Game) -> list[float]:
    """The luck of each seat in a recorded game of a match whose value function is here.

    Raises an EngineError for a record of rules that this release does not have.
    """
    # Imported here since it imports numpy, which most programs never need.
    from agents.judge.luck import luck  # noqa: PLC0415

    return luck(game.kept_record, values.load(game.variant.load(), match.value_function))
