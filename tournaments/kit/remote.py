"""A bot that plays on a site from this machine: its stream, its processes, and what it says.

Each process plays some games of the bot. The site keeps the clocks and all games, so a program
that has lost its line, or was started again, goes on with the turns that are due.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, TypeVar
from urllib.parse import urljoin

import engine
from agents.desk.contenders import Misuse
from agents.desk.inprocess import OwnBot
from agents.table import replies
from agents.terms.clock import PRESETS
from agents.terms.faults import BotFault
from tournaments.kit.client import Client
from tournaments.kit.errors import Refused, Unreachable

PAUSES = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds before each further try to reach the site; the last one stays."""

FINAL = {401, 403, 404, 409}
"""Statuses of a stream that another try does not change."""

_bots: dict[tuple[str, int], OwnBot] = {}
"""The bots of this process by game and seat."""

Result = TypeVar("Result")
Turn = dict[str, Any]
Tell = Callable[..., None]


@dataclass(frozen=True)
class Thought:
    """An action in notation, or None: the bot resigns, or has failed, which `failure` describes."""

    action: str | None = None
    failure: str = ""


def warm(archive: bytes, seed: int, variant: str) -> str:
    """Import the bot and its libraries once, before it is connected; return why it fails."""
    try:
        _bot(archive, seed, {"game": "", "seat": 0, "variant": variant})
    except BotFault as error:
        return "\n".join([str(error), error.fault.detail]).rstrip()
    return ""


def prepare(archive: bytes, seed: int, turn: Turn) -> None:
    """Start the bot for a game, while no clock runs; its first turn reports a failure."""
    with suppress(BotFault):
        _bot(archive, seed, turn)


def think(archive: bytes, seed: int, turn: Turn, going_on: frozenset[str]) -> Thought:
    """Let the bot think about a turn, in a process of its own."""
    for key in [key for key in _bots if key[0] not in going_on]:
        del _bots[key]
    try:
        reply, _spent = _bot(archive, seed, turn).think(turn["state"], _clock(turn))
        if not isinstance(reply, replies.Answer):
            return Thought()
        state = engine.parse_variant(turn["variant"]).state_from_dict(turn["state"])
        return Thought(_notation(state, reply.action))
    except BotFault as error:
        return Thought(failure="\n".join([str(error), error.fault.detail]).rstrip())
    except engine.EngineError as error:
        return Thought(failure=str(error))


def _clock(turn: Turn) -> dict[str, float | None]:
    return {name: turn["clock"][name] for name in ("remaining", "increment", "per_action")}


def _notation(state: engine.State, action: int | str) -> str:
    return action if isinstance(action, str) else state.action_to_string(action)


def _bot(archive: bytes, seed: int, turn: Turn) -> OwnBot:
    """The bot of a game; one that goes on after a new start of this process begins there."""
    key = (turn["game"], turn["seat"])
    if key not in _bots:
        bot = OwnBot(PRESETS["classical"])
        bot.begin(archive, seed=seed, variant=turn["variant"], seat=turn["seat"])
        bot.start()
        _bots[key] = bot
    return _bots[key]


class Slot:
    """A process in which some games of the bot are played; one that has died is replaced."""

    def __init__(self) -> None:
        self.games: set[str] = set()
        self._pool = self._new()

    def submit(self, call: Callable[..., Result], *terms: Any) -> "Future[Result]":
        """Call a function in the process."""
        try:
            return self._pool.submit(call, *terms)
        except BrokenProcessPool:
            self._pool = self._new()
            return self._pool.submit(call, *terms)

    def close(self) -> None:
        """End the process at once."""
        for process in list((self._pool._processes or {}).values()):  # noqa: SLF001 - no public way
            process.kill()
        self._pool.shutdown(wait=False, cancel_futures=True)

    @staticmethod
    def _new() -> ProcessPoolExecutor:
        # A fresh interpreter shares nothing with this one that the bot could wait for.
        return ProcessPoolExecutor(1, mp_context=get_context("spawn"))


@dataclass
class Program:
    """A remote bot that is connected to a site. `tell` prints a sentence by its code."""

    site: Client
    slug: str
    archive: bytes
    variant: str
    tell: Tell
    at_once: int = 1
    seed: int = 0
    most_tries: int | None = None
    sleep: Callable[[float], None] = time.sleep
    _slots: list[Slot] = field(default_factory=list)
    _games: dict[str, dict[str, Any]] = field(default_factory=dict)
    _plies: dict[tuple[str, int], int] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def run(self, *, games: int | None = None) -> None:
        """Play until it is interrupted, or until this many games are over.

        Raises Misuse for a bot that does not start, and Refused for a token or a bot that the site
        does not take.
        """
        self._left = games
        self._slots = [Slot() for _ in range(self.at_once)]
        try:
            self._warm()
            self._listen()
        finally:
            for slot in self._slots:
                slot.close()

    def _warm(self) -> None:
        terms = (self.archive, self.seed, self.variant)
        for started in [slot.submit(warm, *terms) for slot in self._slots]:
            if why := started.result():
                raise Misuse("remote-starts-not", why=why)

    def _listen(self) -> None:
        self._tries = 0
        while self._left != 0:
            try:
                self._follow()
            except Unreachable as error:
                self._wait(error)
            except Refused as refusal:
                if refusal.status in FINAL:
                    raise
                self._wait(refusal)

    def _follow(self) -> None:
        """Follow one stream to its end."""
        is_empty = True
        for kind, fields in self.site.remote_stream(self.slug, at_once=self.at_once):
            is_empty, self._tries = False, 0
            getattr(self, f"_on_{kind}")(fields)
            if self._left == 0:
                return
        if is_empty:
            path = f"/api/v1/remote/{self.slug}/stream/"
            raise Unreachable("odd-answer", site=self.site.site, path=path)
        self.sleep(PAUSES[0])

    def _wait(self, why: Exception) -> None:
        seconds = PAUSES[min(self._tries, len(PAUSES) - 1)]
        self._tries += 1
        if self._tries == self.most_tries:
            raise why
        self.tell("remote-line-lost", why=str(why), seconds=seconds)
        self.sleep(seconds)

    def _on_hello(self, fields: dict[str, Any]) -> None:
        with self._lock:
            for key in set(self._games) - set(fields["games"]):
                self._forget(key)
        self.tell("remote-connected", bot=self.slug, version=fields["version"], site=self.site.site)

    def _on_game(self, fields: dict[str, Any]) -> None:
        with self._lock:
            is_new = fields["game"] not in self._games
            self._games[fields["game"]] = fields
            if is_new:
                self._begin(fields)
        if is_new:
            page = urljoin(self.site.site, fields["page"])
            self.tell("remote-game", variant=fields["variant"], seats=fields["seats"], page=page)

    def _begin(self, game: dict[str, Any]) -> None:
        slot = min(self._slots, key=lambda slot: len(slot.games))
        slot.games.add(game["game"])
        for seat in game["own"]:
            slot.submit(prepare, self.archive, self.seed, game | {"seat": seat})

    def _on_turn(self, fields: Turn) -> None:
        place = (fields["game"], fields["seat"])
        with self._lock:
            slot = next((slot for slot in self._slots if fields["game"] in slot.games), None)
            if slot is None or self._plies.get(place) == fields["ply"]:
                return  # it is thinking about this turn since before the line was lost
            self._plies[place] = fields["ply"]
            going_on = frozenset(self._games)
        thought = slot.submit(think, self.archive, self.seed, fields, going_on)
        thought.add_done_callback(lambda done: self._answer(fields, done))

    def _on_over(self, fields: dict[str, Any]) -> None:
        with self._lock:
            game = self._games.get(fields["game"])
            self._forget(fields["game"])
        for fault in fields["faults"]:
            self.tell("remote-fault", why=fault["summary"])
        if game is not None:
            ranks = fields["result"]["ranks"] if fields["result"] else []
            places = [ranks[seat] for seat in game["own"] if 0 <= seat < len(ranks)]
            page = urljoin(self.site.site, game["page"])
            code = "remote-over" if places else "remote-over-without-result"
            self.tell(code, places=places, seats=len(ranks), page=page)
        if self._left is not None:
            self._left -= 1

    def _forget(self, key: str) -> None:
        self._games.pop(key, None)
        for place in [place for place in self._plies if place[0] == key]:
            del self._plies[place]
        for slot in self._slots:
            slot.games.discard(key)

    def _answer(self, turn: Turn, thought: "Future[Thought]") -> None:
        if thought.cancelled():
            return
        error = thought.exception()
        if isinstance(error, BrokenProcessPool):
            self.tell("remote-process-ended", game=turn["game"])
            self._resign(turn)
            return
        if error is not None:
            raise error
        action, failure = thought.result().action, thought.result().failure
        if failure:
            self.tell("remote-failed", game=turn["game"], why=failure)
        if action is None:
            self._resign(turn)
        else:
            self._act(turn, action)

    def _act(self, turn: Turn, action: str) -> None:
        try:
            self._send(lambda: self.site.act(self.slug, turn["game"], turn["ply"], action))
        except Refused as refusal:
            self.tell("remote-refused", game=turn["game"], why=str(refusal))
            if refusal.status == 400:
                self._resign(turn)

    def _resign(self, turn: Turn) -> None:
        with suppress(Refused):
            self._send(lambda: self.site.resign_game(self.slug, turn["game"]))

    def _send(self, request: Callable[[], object]) -> None:
        """Send until the site has answered. It may have taken an action whose answer was lost."""
        for pause in PAUSES:
            try:
                request()
            except Unreachable:
                self.sleep(pause)
            except Refused as refusal:
                if refusal.status != 429:
                    raise
                self.sleep(pause)
            else:
                return
