"""The games there are, their options, and how a variant is spelt.

Everything here is static: a game's module is imported only when the game is loaded.
"""

import importlib
from typing import Any, Final, NamedTuple

from engine.errors import InvalidDocument, OptionError, UnknownGame
from engine.game import Game


class OptionSpec(NamedTuple):
    """One option: `kind` is "int", "bool" or "choice".

    `allowed` is (low, high) for an int, (False, True) for a bool; for a choice the values, all
    texts or all whole numbers.
    `requires` is None, or another option with the values under which this one has a meaning.
    """

    name: str
    kind: str
    default: Any
    allowed: tuple[Any, ...]
    help: str
    requires: tuple[str, tuple[Any, ...]] | None = None


class GameInfo(NamedTuple):
    """What is known of a game without loading it. `seats` are the possible numbers of seats."""

    id: str
    name: str
    rules_version: int
    seats: tuple[int, ...]
    has_chance: bool
    summary: str
    options: tuple[OptionSpec, ...]
    module: str
    factory: str


_LIMIT: Final = (1, 100_000)
_BOOL: Final = (False, True)

_GAMES: Final[tuple[GameInfo, ...]] = (
    GameInfo(
        id="kalah",
        name="Kalah",
        rules_version=1,
        seats=(2,),
        has_chance=False,
        summary="Sow seeds round the board, capture from the pit opposite, fill your store.",
        options=(
            OptionSpec("pits", "int", 6, (1, 12), "Pits in each seat's row."),
            OptionSpec("seeds", "int", 3, (1, 12), "Seeds in each pit at the start."),
            OptionSpec(
                "sowing",
                "choice",
                "counterclockwise",
                ("counterclockwise", "cross"),
                "cross: a pit with an odd number of seeds is sown clockwise.",
            ),
            OptionSpec(
                "empty_capture",
                "bool",
                False,
                _BOOL,
                "Bank the last seed in an empty pit of your own also when the pit facing it "
                "is empty.",
            ),
            OptionSpec(
                "quiet_limit",
                "int",
                200,
                _LIMIT,
                "Actions in a row without a seed entering a store after which the game ends.",
            ),
        ),
        module="engine.kalah",
        factory="KalahGame",
    ),
    GameInfo(
        id="einstein",
        name="EinStein würfelt nicht",
        rules_version=1,
        seats=(2,),
        has_chance=True,
        summary="Roll the die, move that stone, reach the opposite corner first.",
        options=(
            OptionSpec(
                "setup",
                "choice",
                "random",
                ("random", "chosen", "fixed"),
                "How the stones lie at the start: by lot, as each seat chooses, or as 123456.",
            ),
            OptionSpec(
                "mirror",
                "bool",
                False,
                _BOOL,
                "Seat 1 gets seat 0's arrangement, rotated by 180 degrees.",
                ("setup", ("random",)),
            ),
        ),
        module="engine.einstein",
        factory="EinsteinGame",
    ),
    GameInfo(
        id="pachisi",
        name="Pachisi",
        rules_version=1,
        seats=(2, 4),
        has_chance=True,
        summary="Race four pieces a colour round the cross, capture on the way, come home first.",
        options=(
            OptionSpec(
                "mode",
                "choice",
                "single",
                ("single", "teams", "two"),
                "Each for itself, two teams of two, or two seats with two colours each.",
            ),
            OptionSpec("track", "choice", 40, (40, 52, 68), "Squares of the track."),
            OptionSpec("dice", "int", 1, (1, 2), "Dice in a throw."),
            OptionSpec(
                "capture",
                "choice",
                "penalty",
                ("penalty", "forced"),
                "Whoever can capture and does not loses a piece, or has to capture.",
            ),
            OptionSpec(
                "barriers",
                "bool",
                False,
                _BOOL,
                "Two pieces of a colour may share a square, which nobody then passes.",
            ),
            OptionSpec(
                "passing", "bool", False, _BOOL, "A seat may sit out also when it can move."
            ),
            OptionSpec(
                "playout",
                "bool",
                False,
                _BOOL,
                "Play on until all places but the last are decided.",
                ("mode", ("single",)),
            ),
            OptionSpec(
                "turn_limit",
                "int",
                5000,
                _LIMIT,
                "Throws after which the game ends; who is not home yet shares a rank.",
            ),
        ),
        module="engine.pachisi",
        factory="PachisiGame",
    ),
    GameInfo(
        id="ashte-kashte",
        name="Ashte Kashte",
        rules_version=1,
        seats=(2, 3, 4),
        has_chance=True,
        summary="Race four pieces along a spiral to the centre, capturing and doubling up.",
        options=(
            OptionSpec("seats", "int", 4, (2, 4), "How many play."),
            OptionSpec(
                "passing",
                "bool",
                False,
                _BOOL,
                "A seat may pass also when it can move.",
            ),
            OptionSpec(
                "playout",
                "bool",
                False,
                _BOOL,
                "Play on until all places but the last are decided.",
                ("seats", (3, 4)),
            ),
            OptionSpec(
                "turn_limit",
                "int",
                5000,
                _LIMIT,
                "Throws after which the game ends; the seats not yet home share a rank.",
            ),
        ),
        module="engine.ashte_kashte",
        factory="AshteKashteGame",
    ),
    GameInfo(
        id="alquerque",
        name="Alquerque grande",
        rules_version=2,
        seats=(2, 4),
        has_chance=False,
        summary="Step along the lines, capture by jumps, and never overlook a capture.",
        options=(
            OptionSpec(
                "mode",
                "choice",
                "single",
                ("single", "teams", "two"),
                "Four seats each for itself, seats 0 and 2 against 1 and 3, or two seats.",
            ),
            OptionSpec(
                "layout",
                "choice",
                "triangles",
                ("triangles", "blocks"),
                "How the four sides' stones stand at the start.",
                ("mode", ("single", "teams")),
            ),
            OptionSpec(
                "ending",
                "choice",
                "slow",
                ("slow", "quick"),
                "slow: the last one left wins; quick: the first seat that is beaten ends the game.",
                ("mode", ("single",)),
            ),
            OptionSpec(
                "capture",
                "choice",
                "penalty",
                ("penalty", "forced"),
                "What a capture left undone means: the loss of a stone, or nothing else is legal.",
            ),
            OptionSpec(
                "quiet_limit",
                "int",
                100,
                _LIMIT,
                "Actions in a row in which no stone leaves the board after which the game ends.",
            ),
        ),
        module="engine.alquerque",
        factory="AlquerqueGame",
    ),
)


def games() -> tuple[GameInfo, ...]:
    """Return what is known of every game, its options included. Loads none of them."""
    return _GAMES


def load_game(game_id: str, /, **options: Any) -> Game:
    """Return the game with these options, defaults for the others.

    Raises UnknownGame, or OptionError naming the option, the value and what is allowed.
    """
    return make_game(game_id, options)


def make_game(game_id: str, options: dict[str, Any]) -> Game:
    """Do as `load_game`, with the options as a document holds them."""
    info = _find(game_id)
    complete = _complete(info, options)
    factory = getattr(importlib.import_module(info.module), info.factory)
    game: Game = factory(info, complete, _spell_variant(info, complete))
    return game


def parse_variant(text: str) -> Game:
    """Return the game for a text such as `kalah` or `kalah(seeds=4,sowing=cross)`.

    Raises UnknownGame or OptionError.
    """
    game_id, bracket, rest = text.strip().partition("(")
    info = _find(game_id.strip())
    if not bracket:
        return load_game(info.id)
    if not rest.endswith(")") or not rest[:-1].strip():
        raise OptionError(f"{text!r}: write a variant as {info.id} or {info.id}(option=value,...)")
    options: dict[str, Any] = {}
    for part in rest[:-1].split(","):
        name, value = option_from_text(info.id, part)
        if name in options:
            raise OptionError(f"{text!r}: option {name} stands there twice")
        options[name] = value
    return load_game(info.id, **options)


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


def _find(game_id: str) -> GameInfo:
    for info in _GAMES:
        if info.id == game_id:
            return info
    known = ", ".join(info.id for info in _GAMES)
    raise UnknownGame(f"no game {game_id!r}: the games are {known}")


def _spec(info: GameInfo, name: str) -> OptionSpec:
    for spec in info.options:
        if spec.name == name:
            return spec
    known = ", ".join(spec.name for spec in info.options)
    raise OptionError(f"{info.id} has no option {name!r}: its options are {known}")


def _complete(info: GameInfo, options: dict[str, Any]) -> dict[str, Any]:
    for name in options:
        _spec(info, name)
    complete = {spec.name: options.get(spec.name, spec.default) for spec in info.options}
    for spec in info.options:
        _check(spec, complete)
    return complete


def _check(spec: OptionSpec, complete: dict[str, Any]) -> None:
    value = complete[spec.name]
    if not _allows(spec, value):
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


def _allows(spec: OptionSpec, value: object) -> bool:
    if spec.kind == "int":
        low, high = spec.allowed
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    return type(value) is type(spec.default) and value in spec.allowed


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
