"""What a person may see of a casual game: its film so far, and the actions to choose from."""

import threading
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import engine
from agents import values
from agents.table.reels import FORMAT, value_of
from agents.terms.clock import PRESETS, GameClock
from agents.terms.faults import KINDS, RESIGNED
from agents.words.speech import said
from engine import HIDDEN, record, words
from engine.gametype import IMPERFECT_INFORMATION
from engine.ways import Guide, Way
from tournaments.models import CasualGame
from tournaments.models.casual import CLOCKS
from tournaments.queries.casual.courses import course_of, left_of
from tournaments.queries.casual.people import Person
from tournaments.queries.casual.remote import clock_of
from tournaments.words import Sentence, endings

MOST_JUDGED = 200
"""A choice between more actions, such as an arrangement, is none for the judge."""

MOST_UNPLACED = 4
"""Actions without a place are written across the board; more than these would hide it."""

KEPT = 32
"""The most films of running games that a process keeps in memory."""


@dataclass(frozen=True)
class Sight:
    """A game as one person sees it.

    `events` are frames of its film, as far as the person may know them, and `head` is the rest of
    the film. `ways` are the actions to choose from, where it is the person's turn. `left` are the
    seconds on the clock of the person or remote bot that is to act.
    """

    head: dict[str, Any]
    events: Sequence[dict[str, Any]]
    position: engine.State
    own: list[int]
    ways: list[Way]
    left: float | None

    @cached_property
    def choices(self) -> list[dict[str, Any]]:
        """The actions to choose from, for pages: `action` in notation, and in words."""
        return choices_of(self.ways, self._colours)

    @property
    def on_board(self) -> list[dict[str, Any]]:
        """The actions that the board offers; none where many have no place in the picture."""
        is_placed = any(way.start for way in self.ways)
        return self.choices if is_placed or len(self.ways) <= MOST_UNPLACED else []

    @property
    def duty(self) -> str:
        """Why there is no choice, or what is at stake; empty where all is as usual."""
        limit = words.duty(self.position) if self.ways else None
        return endings.teller(self._colours).whole(limit) if limit else ""

    @property
    def verdict(self) -> str:
        """How the game ended for who holds seats of one side; empty for others and before."""
        sides = self.position.get_game().sides()
        own = {sides[seat] for seat in self.own}
        if len(own) != 1 or not self.position.is_terminal():
            return ""
        return " ".join(map(str, [*self._departures, self._result(own.pop(), sides)]))

    def _result(self, own: int, sides: list[int]) -> Sentence:
        ranks = dict(zip(sides, self.position.ranks(), strict=True))
        if len(ranks) > 2 and ranks[own] > 1:
            return Sentence("your-rank", rank=ranks[own], sides=len(ranks))
        if list(ranks.values()).count(1) > 1:
            return Sentence("you-drew")
        codes = ("you-won", "you-won-by") if ranks[own] == 1 else ("you-lost", "you-lost-by")
        by = words.margin(self.position)
        if by is None:
            return Sentence(codes[0])
        return Sentence(codes[1], margin=endings.teller(self._colours).part(by))

    @property
    def _departures(self) -> list[Sentence]:
        """Why others have left the game before its end."""
        return [
            _departure(self.head["seats"][event["seat"]]["name"], event["forfeit"])
            for event in self.events
            if "forfeit" in event and event["seat"] not in self.own
        ]

    @property
    def _colours(self) -> list[str]:
        return [said(seat["colour"]) for seat in self.head["seats"]]

    @property
    def film(self) -> dict[str, Any]:
        """The whole film so far."""
        return self.head | {"events": list(self.events)}

    @property
    def ending(self) -> str:
        """How the game ended by its rules, in the reader's language; empty before that."""
        ended = self.position.ending()
        return endings.teller(self._colours).whole(ended) if ended else ""


def _departure(name: str, why: str) -> Sentence:
    if why in KINDS:
        return Sentence("has-failed", name=name, why=KINDS[why])
    return Sentence("has-resigned" if why == RESIGNED else "has-left", name=name)


class CasualReel:
    """The film of one game, which grows, with the clocks of bots and people."""

    def __init__(self, game: CasualGame) -> None:
        self.guide = Guide(game.variant.load())
        self.events: list[dict[str, Any]] = []
        bots, people = PRESETS[game.time_control], CLOCKS.get(game.clock)
        self._clocks = [
            GameClock(control) if control else None
            for control in (bots if seat.is_bot else people for seat in game.seats.all())
        ]
        scene = self.guide.scene()
        seats = [
            {**seat, "left": clock and clock.remaining}
            for seat, clock in zip(scene["seats"], self._clocks, strict=True)
        ]
        self._head = {"format": FORMAT, **scene, "seats": seats, "start": self.guide.start}

    def head(self, game: CasualGame) -> dict[str, Any]:
        """The film without its events, with the names of those who sit there now."""
        named = [
            {"name": sitting.name, **seat}
            for sitting, seat in zip(game.seats.all(), self._head["seats"], strict=True)
        ]
        return {**self._head, "seats": named}

    def extend(self, events: Sequence[dict[str, Any]]) -> None:
        """Add the events that it does not have yet."""
        for event in events[len(self.events) :]:
            self.events.append(self._told(event))

    def _told(self, event: dict[str, Any]) -> dict[str, Any]:
        line, clock = self.guide.add(event), self._clocks[event["seat"]]
        if "wall" in event and clock is not None:
            clock.spend(event["wall"], event.get("stall", 0.0))
            line["left"] = round(clock.remaining, 3)
        value = value_of(event.get("note", ""))
        return line if value is None else line | {"value": value}


_lock = threading.Lock()
_reels: "OrderedDict[tuple[str, int, int | None], CasualReel]" = OrderedDict()


def sight(game: CasualGame, who: Person) -> Sight:
    """A game as a person sees it. Raises an EngineError where this engine cannot replay it."""
    own = who.seats(game)
    seen = seen_events(game, own)
    with _lock:
        reel = _reel(game, own)
        reel.extend(seen)
        events, head = list(reel.events), reel.head(game)
        position = reel.guide.state.clone()
        is_mine = game.due_seat in own and not game.is_over
        ways = reel.guide.ways(course_of(game).state) if is_mine else []
    return Sight(head, events, position, own, ways, _left(game))


def _left(game: CasualGame) -> float | None:
    """The seconds on the clock that runs on the page: that of a person or a remote bot."""
    if game.due_seat is None or game.bot_due:
        return None
    if game.seats.all()[game.due_seat].is_remote:
        return clock_of(game.time_control, game.events, game.due_seat).remaining
    return left_of(game.clock, game.events, game.due_seat)


def choices_of(ways: Sequence[Way], colours: Sequence[str]) -> list[dict[str, Any]]:
    """Actions for pages: `action` in notation, `label` and `asked` in words, and the places.

    Actions that differ only in what follows from them have that in their labels.
    """
    teller = endings.teller(colours)
    labels = Counter(teller.label(way.deed) for way in ways)
    return [
        {
            "action": way.action,
            "label": asked if labels[label] > 1 else label,
            "asked": asked,
            "start": way.start,
            "end": way.end,
            "via": way.via,
        }
        for way in ways
        for label, asked in [(teller.label(way.deed), teller.asked(way.deed))]
    ]


def position(game: CasualGame, ply: int) -> engine.State:
    """The state after a number of events, by the rules alone. Raises an EngineError."""
    return _after(game, game.events[:ply])


def _after(game: CasualGame, events: Sequence[dict[str, Any]]) -> engine.State:
    state = game.variant.load().new_initial_state()
    for event in events:
        record.apply_event(state, event)
    return state


def seen_events(game: CasualGame, own: Sequence[int]) -> list[dict[str, Any]]:
    """The events as the holder of these seats may know them: those before a hidden action.

    A hidden throw stays in its place without its face, until the game is over. The holder of
    several seats knows what all of them know, as two people at one screen do.
    """
    events: list[dict[str, Any]] = list(game.events)
    if game.is_over or not hides(game):
        return events
    state = position(game, len(events))
    past: list[int] = state.view(own[0] if len(own) == 1 else None)["history"]
    entries = [number for number, event in enumerate(events) if "forfeit" not in event]
    for number in (number for number, entry in zip(entries, past, strict=True) if entry == HIDDEN):
        if "action" in events[number]:
            return events[:number]
        events[number] = {"seat": events[number]["seat"], "throw": record.UNSEEN}
    return events


def hides(game: CasualGame) -> bool:
    """Whether its rules hide anything from anybody."""
    return game.variant.load().get_type().information == IMPERFECT_INFORMATION


def glance(game: CasualGame, who: Person) -> engine.State | None:
    """The position for a small picture, as a person may see it; None where none can be replayed."""
    try:
        return _after(game, seen_events(game, who.seats(game)))
    except engine.EngineError:
        return None


def no_hint(game: CasualGame, who: Person) -> str:
    """The code of the reason why the judge has no hint for who is to act; empty if it has one."""
    rules = game.variant.load()
    if values.newest(rules) is None:
        return "hint-without-function"
    choices = len(position(game, len(game.events)).legal_actions())
    is_hidden = seen_events(game, who.seats(game)) != game.events
    return "hint-of-arrangement" if is_hidden or choices > MOST_JUDGED else ""


def _reel(game: CasualGame, own: Sequence[int]) -> CasualReel:
    """This process's film of the game for one holder of seats, or a new one."""
    key = (game.key, game.rewinds, _holder(game, own))
    reel = _reels.pop(key, None)
    if reel is None or len(reel.events) > len(game.events):
        reel = CasualReel(game)
    _reels[key] = reel
    while len(_reels) > KEPT:
        _reels.popitem(last=False)
    return reel


def _holder(game: CasualGame, own: Sequence[int]) -> int | None:
    """Whose sight a film shows: that of a seat, -1 for several or none, None for everybody's."""
    if game.is_over or not hides(game):
        return None
    return own[0] if len(own) == 1 else -1
