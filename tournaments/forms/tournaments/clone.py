"""A form filled from another tournament, to create a similar one."""

import re
from typing import Any

from tournaments.forms.tournaments.create import TournamentForm
from tournaments.models import Player, Series, Tournament
from tournaments.queries import tournament_lists
from tournaments.queries.bots import enterable
from tournaments.services.tournaments.configuration import COLUMNS, TIMES

_COPIED = COLUMNS & TournamentForm.base_fields.keys() - set(TIMES)


def initial(source: Tournament, *, player: Player) -> dict[str, Any]:
    """The initial values of the form; the entrants are the newest versions of the same bots.

    Only the organisers of the source get its invited players.
    """
    versions = _again(source, player)
    registered = source.registration_opens_at is not None
    return {
        **terms(source),
        "name": _next_name(source.name),
        "entry": TournamentForm.REGISTERED if registered else TournamentForm.CHOSEN,
        "start": TournamentForm.START_LATER if registered else TournamentForm.START_NOW,
        "entrants": [] if registered else versions,
        "challenger": versions[0] if versions else None,
        **_people(source, player),
    }


def terms(source: Tournament | Series) -> dict[str, Any]:
    """The initial values of the form that a tournament and a series have in common."""
    return {
        **{name: getattr(source, name) for name in _COPIED},
        "is_open": source.variant.is_open,
        **{f"format_{name}": value for name, value in source.format_options.items()},
        **{f"tie_break_{n}": code for n, code in enumerate(source.tie_breaks, start=1)},
    }


def _again(source: Tournament, player: Player) -> list[int]:
    """The ids of the newest versions, in the order of the entries: a challenger stays the first."""
    game_id = source.variant.game_id
    entries = source.entries.order_by("number").values_list("version__bot", flat=True)
    entered = list(dict.fromkeys(entries))
    is_open = source.variant.is_open
    newest = enterable.newest_of_each(
        player=player, game_id=game_id, among=entered, is_open=is_open
    )
    return [newest[bot] for bot in entered if bot in newest]


def _people(source: Tournament, player: Player) -> dict[str, list[Player]]:
    if not tournament_lists.may_manage(player=player, tournament=source):
        return {}
    organisers = {source.organiser, *source.co_organisers.all()} - {player}
    return {"invited": list(source.invited.all()), "co_organisers": sorted(organisers, key=str)}


def _next_name(name: str) -> str:
    """Cup becomes Cup 2, and Cup 2 becomes Cup 3; no longer than a name may be."""
    match = re.fullmatch(r"(.*\S)\s+(\d{1,6})", name)
    stem, number = (match[1], int(match[2]) + 1) if match else (name, 2)
    tail = f" {number}"
    return stem[: 80 - len(tail)] + tail
