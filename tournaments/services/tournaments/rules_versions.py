"""Pauses tournaments while no host plays the version of the rules with which they began."""

from collections.abc import Set
from datetime import datetime

import engine
from tournaments import dispatch
from tournaments.models import Tournament
from tournaments.queries.playing import queue
from tournaments.words import Sentence


def hold(*, now: datetime) -> int:
    """Pause tournaments whose rules cannot be played, and resume those whose rules can be again.

    Returns how many were paused or resumed. The rules that count are those of this code and of
    every living host, so that upgrading one host after another pauses nothing.
    """
    played = queue.rules_alive(now=now)
    rows = Tournament.objects.begun().select_related("variant")
    return sum(_settle(row, played) for row in rows)


def _settle(tournament: Tournament, played: Set[tuple[str, int]]) -> bool:
    status = Tournament.Status
    variant = tournament.variant
    if tournament.status == status.PAUSED and not tournament.goes_on_alone:
        return False
    if (variant.game_id, variant.rules_version) in played:
        return tournament.status == status.PAUSED and _go_on(tournament)
    return tournament.pause(_reason(tournament))


def _go_on(tournament: Tournament) -> bool:
    resumed = tournament.resume()
    dispatch.wake(dispatch.PLAY)
    return resumed


def _reason(tournament: Tournament) -> Sentence:
    variant = tournament.variant
    names = {info.id: info.name for info in engine.games()}
    game = names.get(variant.game_id, variant.game_id)
    return Sentence("rules-not-played", version=variant.rules_version, game=game)
