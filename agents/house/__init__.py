"""House bots: readable bots of one game each, which teach a method and are worth beating.

A bot is a method (`glance`, `endgame`, `alphabeta`, `star1`, `maxn`, `batches`, `leaning`, `plies`,
`careless`, `valued`) with a game's evaluation (`kalah`, `einstein`, `pachisi`, `ashte_kashte`,
`alquerque`). Each is shipped as an author's upload is: a zip of a short `bot.py` and of the modules
that it takes, in a folder `house`, which import `engine`, `agents.sdk` and `agents.values` alone.
The samples in `agents.samples` play every game, and are house bots too, and so are those that a
game's package brings: `NAMES` has all. `RUNGS` are bots to measure others by; no site enters them.
"""

from __future__ import annotations

import importlib
import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib import resources

import engine
from agents import samples
from agents.bots import archive
from agents.sdk import Bot
from engine.shelf import shelves


@dataclass(frozen=True)
class Recipe:
    """What a house bot is made of.

    `module` and `method` name the class of a method, `game` the module of an evaluation. The bot
    has the functions of that module under the names of `gifts`. A careless bot takes `care` percent
    of its actions by its method, and the others by lot.
    """

    title: str
    module: str
    method: str
    game: str
    gifts: dict[str, str] = field(default_factory=lambda: {"worth": "worth"})
    care: int | None = None

    @property
    def game_id(self) -> str:
        """The id of the game that it plays."""
        return self.game.replace("_", "-")


_NEAR = {"worth": "worth", "is_near": "is_near"}
_EVERY = {"worth": "worth", "worths": "worths"}

RECIPES: dict[str, Recipe] = {
    "kalah-glance": Recipe("Kalah Glance", "glance", "Glance", "kalah"),
    "kalah-endgame": Recipe("Kalah Endgame", "endgame", "Endgame", "kalah", _NEAR),
    "kalah-alphabeta": Recipe("Kalah Alpha-Beta", "alphabeta", "AlphaBeta", "kalah"),
    "kalah-neural": Recipe("Kalah Neural", "batches", "Batches", "kalah"),
    "einstein-glance": Recipe("EinStein Glance", "glance", "Glance", "einstein"),
    "einstein-endgame": Recipe("EinStein Endgame", "endgame", "Endgame", "einstein", _NEAR),
    "einstein-star1": Recipe("EinStein Star1", "star1", "Star1", "einstein"),
    "einstein-neural": Recipe("EinStein Neural", "plies", "Plies", "einstein"),
    "pachisi-glance": Recipe("Pachisi Glance", "glance", "Glance", "pachisi"),
    "pachisi-star1": Recipe("Pachisi Star1", "maxn", "MaxN", "pachisi", _EVERY),
    "pachisi-neural": Recipe("Pachisi Neural", "plies", "Plies", "pachisi"),
    "ashte-kashte-glance": Recipe("Ashte Kashte Glance", "glance", "Glance", "ashte_kashte"),
    "ashte-kashte-star1": Recipe("Ashte Kashte Star1", "maxn", "MaxN", "ashte_kashte", _EVERY),
    "ashte-kashte-neural": Recipe("Ashte Kashte Neural", "plies", "Plies", "ashte_kashte"),
    "alquerque-glance": Recipe(
        "Alquerque Glance", "glance", "Glance", "alquerque", {"worth": "wary"}
    ),
    "alquerque-alphabeta": Recipe(
        "Alquerque Alpha-Beta",
        "alphabeta",
        "AlphaBeta",
        "alquerque",
        {"worth": "worth", "loud": "loud"},
    ),
    "alquerque-neural": Recipe(
        "Alquerque Neural",
        "leaning",
        "Leaning",
        "alquerque",
        {"worth": "worth", "loud": "loud", "settled": "settled"},
    ),
}
"""The house bots of one game each, by their names; in each game from the weakest."""

_BY_LOT = {"glance": ("careless", (25, 50, 75)), "value": ("valued", (50, 75, 90, 100))}

RUNGS = {
    name.replace("glance", f"{look}-{care}"): replace(
        glance,
        title=glance.title.replace("Glance", f"{look.capitalize()} {care}"),
        module=module,
        method=module.capitalize(),
        care=care,
    )
    for name, glance in RECIPES.items()
    if glance.method == "Glance"
    for look, (module, cares) in _BY_LOT.items()
    for care in cares
}
"""Bots of known strength between the others, by their names: none looks at its clock."""

BROUGHT = {bot.code: info for info, shelf in shelves() for bot in shelf.bots}
"""The games of the house bots that come with a game's package."""

NAMES = (*samples.NAMES, *RECIPES, *BROUGHT)
"""All house bots that a site enters."""

_MADE = RECIPES | RUNGS


def is_known(name: str) -> bool:
    """Whether a house bot or a rung has this name."""
    return name in NAMES or name in RUNGS


def games_of(name: str) -> list[str]:
    """The ids of the games that a house bot plays."""
    if name in BROUGHT:
        return [BROUGHT[name].id]
    return [_MADE[name].game_id] if name in _MADE else [info.id for info in engine.games()]


def needs_numpy(name: str) -> bool:
    """Whether a house bot stands on a value function that learned by self-play."""
    return name in _MADE and not {"neural", "valued"}.isdisjoint(_methods(_MADE[name]))


def kind(name: str) -> type[Bot]:
    """The class of a house bot, to be used in this process; `read` has the same as an upload."""
    if name not in _MADE:
        own = vars(importlib.import_module(_module(name))).values()
        return next(item for item in own if isinstance(item, type) and item.__base__ is Bot)
    recipe = _MADE[name]
    method = _method(recipe)
    game = importlib.import_module(f"{__name__}.{recipe.game}")
    gifts = {own: staticmethod(getattr(game, function)) for own, function in recipe.gifts.items()}
    numbers = {"games": [recipe.game_id], **_care(recipe)}
    made: type[Bot] = type(_class_name(recipe), (method,), {**numbers, **gifts})
    return made


def read(name: str) -> bytes:
    """A house bot as its author would upload it: a zip. Raises KeyError for an unknown name."""
    if name not in _MADE:
        package, _, module = _module(name).rpartition(".")
        code = resources.files(package).joinpath(f"{module}.py").read_bytes()
        return archive.pack(archive.MAIN, code).data
    recipe = _MADE[name]
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        made.writestr(archive.MAIN, _main(recipe))
        for module in sorted({recipe.game, *_methods(recipe)}):
            text = resources.files(__name__).joinpath(f"{module}.py").read_bytes()
            made.writestr(f"house/{module}.py", text)
    return archive.pack(f"{name}.zip", target.getvalue()).data


def _module(name: str) -> str:
    """The module of a sample, or of a bot of a game's package. Raises KeyError."""
    if name in samples.NAMES:
        return f"{samples.__name__}.{name}"
    return f"{BROUGHT[name].module}.bots.{name.replace('-', '_')}"


def _method(recipe: Recipe) -> type[Bot]:
    """The class of a recipe's method, which has no evaluation yet."""
    method: type[Bot] = getattr(
        importlib.import_module(f"{__name__}.{recipe.module}"), recipe.method
    )
    return method


def _methods(recipe: Recipe) -> set[str]:
    """The modules of a method and of those that it builds on."""
    homes = (kind.__module__ for kind in _method(recipe).__mro__)
    return {home.removeprefix(f"{__name__}.") for home in homes if home.startswith(f"{__name__}.")}


def _main(recipe: Recipe) -> str:
    """The text of a `bot.py`."""
    functions: Sequence[str] = sorted(set(recipe.gifts.values()))
    numbers = "".join(f"    {own} = {number}\n" for own, number in _care(recipe).items())
    gifts = "\n".join(
        f"    {own} = staticmethod({function})" for own, function in recipe.gifts.items()
    )
    return f'''"""{recipe.title}: the method is in house/{recipe.module}.py.

What a position of the game is worth is in house/{recipe.game}.py.
"""

from house.{recipe.game} import {", ".join(functions)}
from house.{recipe.module} import {recipe.method}


class {_class_name(recipe)}({recipe.method}):
    """Plays {recipe.game_id}."""

    games = ["{recipe.game_id}"]
{numbers}{gifts}
'''


def _care(recipe: Recipe) -> dict[str, int]:
    return {} if recipe.care is None else {"care": recipe.care}


def _class_name(recipe: Recipe) -> str:
    return "".join(filter(str.isalnum, recipe.title))
