"""The games there are, their options, and how a variant is spelt.

A game is a folder of `engine.games` with its facts, or a package of its own (`engine.packages`).
Listing games imports their facts; the rules are imported only when the game is loaded.
"""

import os
from functools import cache
from importlib import import_module
from typing import Any, Final

from engine import packages
from engine.errors import EngineError, InvalidDocument, OptionError, UnknownGame
from engine.facts import GameInfo, OptionSpec
from engine.game import Game

# Imported before `engine` gets its function of the same name, which this would else replace.
_PACKAGE: Final = import_module(".games", __package__)


def games() -> tuple[GameInfo, ...]:
    """Return what is known of every game, its options included. Loads none of them."""
    return tuple(_infos().values())


def load_game(game_id: str, /, **options: Any) -> Game:
    """Return the game with these options, defaults for the others.

    Raises UnknownGame, or OptionError naming the option, the value and what is allowed.
    """
    return make_game(game_id, options)


def make_game(game_id: str, options: dict[str, Any]) -> Game:
    """Do as `load_game`, with the options as a document holds them."""
    info = _find(game_id)
    complete = _complete(info, options)
    factory = getattr(info.part("rules"), info.factory)
    # Whoever has the game reads positions later, when a bot may have changed how modules are found.
    info.part("documents")
    game: Game = factory(info, complete, _spell_variant(info, complete))
    return game


def parse_variant(text: str) -> Game:
    """Return the game for a text such as `kalah` or `kalah(seeds=4,sowing=cross)`.

    Raises UnknownGame or OptionError.
    """
    game_id, options = options_from_text(text)
    return make_game(game_id, options)


def options_from_text(text: str) -> tuple[str, dict[str, Any]]:
    """Return (game id, options) of a text such as `kalah(seeds=4)`: only options that it names.

    Raises UnknownGame or OptionError; whether the values are allowed is checked on loading.
    """
    game_id, bracket, rest = text.strip().partition("(")
    info = _find(game_id.strip())
    if not bracket:
        return info.id, {}
    if not rest.endswith(")") or not rest[:-1].strip():
        raise OptionError(f"{text!r}: write a variant as {info.id} or {info.id}(option=value,...)")
    options: dict[str, Any] = {}
    for part in rest[:-1].split(","):
        name, value = option_from_text(info.id, part)
        if name in options:
            raise OptionError(f"{text!r}: option {name} stands there twice")
        options[name] = value
    return info.id, options


def same_game(variant: str, rules_version: int) -> Game:
    """Return the game of a pickle; InvalidDocument where this engine plays by other rules."""
    game = parse_variant(variant)
    if game.rules_version != rules_version:
        raise InvalidDocument(
            f"{variant} of rules version {rules_version}; this engine plays {game.rules_version}"
        )
    return game


def rules_of(game_id: str) -> int:
    """Return the version of a game's rules that this engine plays by. Raises UnknownGame."""
    return _find(game_id).rules_version


def option_from_text(game_id: str, text: str) -> tuple[str, Any]:
    """Return (name, value) for a text such as `seeds=4`, typed as the game's option asks.

    Raises UnknownGame or OptionError.
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise OptionError(f"{text!r}: write an option as name=value")
    spec = _spec(_find(game_id), name.strip())
    return spec.name, read_option(spec, value.strip())


def read_option(spec: OptionSpec, text: str) -> Any:
    """Return the value that a text spells for an option, `true` and `false` for a bool.

    Raises OptionError when it is no value of the option's kind; the range is checked on loading.
    """
    if spec.kind == "choice":
        return next((value for value in spec.allowed if spell(value) == text), text)
    if spec.kind == "bool" and text in {"true", "false"}:
        return text == "true"
    if spec.kind == "int" and text.isascii() and text.isdecimal() and len(text) < 10:
        return int(text)
    raise OptionError(_refusal(spec, text))


def _infos() -> dict[str, GameInfo]:
    return _facts((*_folders(tuple(_PACKAGE.__path__)), *packages.modules()))


@cache
def _folders(places: tuple[str, ...]) -> list[str]:
    """Return the modules of the folders that have facts."""
    return [
        f"{_PACKAGE.__name__}.{folder}"
        for place in places
        for folder in os.listdir(place)
        if os.path.exists(os.path.join(place, folder, "facts.py"))
    ]


@cache
def _facts(modules: tuple[str, ...]) -> dict[str, GameInfo]:
    """Return the facts of the games that these modules are, by id, in the order of their pages."""
    infos: dict[str, GameInfo] = {}
    for module in modules:
        info: Any = packages.facts(module)
        if info.id in infos:
            other = infos[info.id].module
            raise EngineError(f"{module} and {other} are both a game named {info.id}")
        infos[info.id] = info._replace(module=module)
    return dict(sorted(infos.items(), key=lambda item: (item[1].page, item[0])))


def _find(game_id: str) -> GameInfo:
    # A document may hold anything for a game.
    if info := _infos().get(str(game_id)):
        return info
    names = ", ".join(_infos())
    raise UnknownGame(f"no game {game_id!r}: the games are {names}")


def _spec(info: GameInfo, name: str) -> OptionSpec:
    for spec in info.options:
        if spec.name == name:
            return spec
    names = ", ".join(spec.name for spec in info.options)
    raise OptionError(f"{info.id} has no option {name!r}: its options are {names}")


def _complete(info: GameInfo, options: dict[str, Any]) -> dict[str, Any]:
    for name in options:
        _spec(info, name)
    complete = {spec.name: options.get(spec.name, spec.default) for spec in info.options}
    for spec in info.options:
        _check(spec, complete)
    return complete


def _check(spec: OptionSpec, complete: dict[str, Any]) -> None:
    value = complete[spec.name]
    if not spec.allows(value):
        raise OptionError(_refusal(spec, value))
    if spec.requires is None or value == spec.default:
        return
    other, values = spec.requires
    if complete[other] not in values:
        allowed = " or ".join(spell(v) for v in values)
        raise OptionError(
            f"option {spec.name}={spell(value)} has a meaning only with {other}={allowed}, "
            f"not with {other}={spell(complete[other])}"
        )


def _refusal(spec: OptionSpec, value: object) -> str:
    if spec.kind == "int":
        allowed = f"a whole number from {spec.allowed[0]} to {spec.allowed[1]}"
    else:
        allowed = " or ".join(spell(value) for value in spec.allowed)
    return f"option {spec.name}={value!r} is not allowed: it must be {allowed}"


def spell(value: object) -> str:
    """Return how an option value is written: `true` and `false` for a bool."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _spell_variant(info: GameInfo, complete: dict[str, Any]) -> str:
    defaults = {spec.name: spec.default for spec in info.options}
    changed = [f"{k}={spell(v)}" for k, v in sorted(complete.items()) if v != defaults[k]]
    return f"{info.id}({','.join(changed)})" if changed else info.id
