"""The data of the workshop's page: files to begin with, opponents, and names to complete."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.templatetags.static import static
from django.utils.translation import gettext

import engine
from agents import house, samples, sdk, values
from agents.bots.archive import MAIN
from agents.terms.clock import PRESETS
from agents.words.catalogue import SENTENCES
from tournaments.models import Player
from tournaments.queries import shipped

FIRST = "kalah"
"""The game of a workshop that was opened without one."""


RIVALS, RIVAL_BYTES = 8, 32 * 1024
"""The most drafts that a page has as opponents, and the most bytes of each."""


def data(game: engine.Game, rivals: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """What the page's script gets, as JSON."""
    return {
        "game": game.info.id,
        "variant": game.variant,
        "names": completions(),
        "files": [{"name": MAIN, "text": samples.read("greedy").decode()}],
        "opponents": [*opponents(game), *rivals],
        "weights": _weights(game),
        "step": None,
        "save": None,
        "upload": None,
    }


def _weights(game: engine.Game) -> str:
    """The address of the value function of one of our own games; empty without one."""
    newest = None if game.info.is_package else values.newest(game)
    return static(f"values/{newest.name}.bin") if newest else ""


def variants() -> list[tuple[str, str]]:
    """The variants to choose from, by their ids."""
    return [(variant.key, variant.name) for variant in shipped.VARIANTS]


def controls() -> list[str]:
    """The clocks to choose from."""
    return list(PRESETS)


def opponents(game: engine.Game) -> list[dict[str, str]]:
    """The house bots of a game that need nothing but Python, the weakest first."""
    titles = {bot.code: bot.name for bot in shipped.HOUSE_BOTS}
    names = [name for name in house.NAMES if game.info.id in house.games_of(name)]
    return [{"name": name, "label": titles[name]} for name in names if not house.needs_numpy(name)]


def rivals(
    player: Player | AnonymousUser, game: engine.Game, *, besides: int | None
) -> list[dict[str, Any]]:
    """The newest drafts of a player for a game as opponents, but the one that is open."""
    if not player.is_authenticated:
        return []
    of_game = Q(variant=game.info.id) | Q(variant__startswith=f"{game.info.id}(")
    rows = player.drafts.filter(of_game, size__lte=RIVAL_BYTES).exclude(pk=besides or 0)[:RIVALS]
    return [
        {
            "name": f"draft-{row.pk}",
            "label": row.name,
            "files": [{"name": name, "text": text} for name, text in row.files.items()],
        }
        for row in rows
    ]


def completions() -> dict[str, list[dict[str, str]]]:
    """The names that authors use, by the name of the variable on which they are looked up."""
    kinds = {"self": sdk.Bot, "state": sdk.State, "clock": sdk.Clock, "game": sdk.Game}
    return {name: _members(kind) for name, kind in kinds.items()}


def _members(kind: type) -> list[dict[str, str]]:
    return [
        {
            "label": name,
            "type": "method" if callable(getattr(kind, name)) else "property",
            "info": (getattr(kind, name).__doc__ or "").partition("\n\n")[0],
        }
        for name in dir(kind)
        if not name.startswith("_")
    ]


def sentences() -> dict[str, str]:
    """What the referee says in the browser, by its English."""
    english = [text for text in SENTENCES.values() if isinstance(text, str)]
    return {text: gettext(text) for text in english if gettext(text) != text}
