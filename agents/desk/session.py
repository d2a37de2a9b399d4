"""The settings of all games of one command: conditions and a seed, and playing a game with them."""

import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import engine
from agents.desk import inprocess, series
from agents.desk.contenders import Misuse
from agents.sandbox import Isolation, choose, need_linux
from agents.table import referee
from agents.table.conditions import Conditions, Deal, SeatedBot
from agents.table.referee import GameReport
from agents.terms import limit_facts
from agents.terms.clock import time_control
from engine import openings

Draw = Callable[[bytes, Collection[tuple[str, ...]]], tuple[str, ...]]
"""Makes an opening from a dice seed and the openings before it."""


@dataclass(frozen=True)
class Session:
    """The settings of all games of one command; `in_process` is without any sandbox or limit."""

    conditions: Conditions
    seed: bytes
    in_process: bool = False

    @property
    def sandboxed(self) -> bool:
        """Whether bots may be strangers'."""
        return not self.in_process and self.conditions.isolation is not Isolation.NONE

    def play(self, game: engine.Game, bots: Sequence[SeatedBot], deal: Deal) -> GameReport:
        """Play one game with these bots in the order of the seats."""
        if self.in_process:
            return inprocess.play_here(game, bots, deal, self.conditions.time_control)
        return referee.play_game(game, bots, deal, self.conditions).report()

    def games_of(self, archive: bytes) -> tuple[str, ...]:
        """Load a bot, without a game: its repertoire. Raises BotFault for one that fails."""
        if self.in_process:
            return referee.known(inprocess.OwnBot(self.conditions.time_control).games_of(archive))
        return referee.probe(archive, self.conditions)

    def seated(
        self, contenders: Sequence[series.Contender], seating: series.Seating
    ) -> list[SeatedBot]:
        """Return the bots of one game of a series by seat, each with a seed of its own."""
        sitting = [contenders[number] for number in seating.entrants]
        seeds = referee.bot_seeds_from(self.seed, game_number=seating.number, seats=len(sitting))
        return [
            SeatedBot(contender.archive, contender.name, 1, seed)
            for contender, seed in zip(sitting, seeds, strict=True)
        ]


def session(
    *,
    time: str,
    seed: bytes | None,
    limits: Sequence[str],
    trusted: bool,
    in_process: bool = False,
) -> Session:
    """Return the session of a command's options: a time control, and limits as NAME=VALUE.

    Raises Misuse for a time or a limit that cannot be used, and SandboxUnavailable.
    """
    if in_process and limits:
        raise Misuse("in-process-limits")
    if not in_process:
        need_linux()
    isolation = Isolation.NONE if trusted or in_process else choose()
    try:
        allowed = limit_facts.read(limits)
    except ValueError as error:
        raise Misuse("about-option", option="--limit", why=error) from None
    try:
        control = time_control(time, startup_seconds=allowed.startup_seconds)
    except ValueError as error:
        raise Misuse("about-option", option="--time", why=error) from None
    conditions = Conditions(control, allowed, isolation)
    return Session(conditions, seed or secrets.token_bytes(32), in_process)


def seed_of(text: str) -> bytes:
    """Return the 32 bytes that a text gives in hex. Raises Misuse."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise Misuse("no-seed")
    return seed


def game_of(variant: str, options: Sequence[str]) -> engine.Game:
    """Return a game by its id or variant, with options as NAME=VALUE. Raises an EngineError."""
    return engine.parse_variant(f"{variant}({','.join(options)})" if options else variant)


def check_block(
    game: engine.Game, *, same_dice: bool = False, first: str = "alternate", opening: int
) -> None:
    """Raise Misuse for options of a block that exclude each other or do not fit the game."""
    if same_dice and first != "alternate":
        raise Misuse("same-dice-and-first")
    if opening and game.info.has_chance:
        raise Misuse("openings-and-dice", game=game.name)


def drawing(game: engine.Game, actions: int) -> Draw | None:
    """Return a function that draws openings of `actions` actions; None for 0: no openings."""
    if not actions:
        return None
    return lambda seed, taken: openings.draw(game, seed, actions=actions, taken=taken)
