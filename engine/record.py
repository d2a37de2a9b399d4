"""Game records: JSON documents that anybody can replay and check.

The format is described in docs/20-records-and-dice.md.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from engine import __version__, packages
from engine.dice import RULE, SEED_BYTES, Dice, commitment
from engine.errors import EngineError, IllegalAction, InvalidDocument
from engine.game import Game
from engine.registry import make_game, rules_of
from engine.sentences import Sentence, Writer, say, sentence
from engine.state import State

FORMAT: Final = 1

_LONGEST = 1e9
"""More seconds than any event has taken: thirty years."""


FINDINGS: Final = {
    "record-holds": "ok: rules, dice and result hold ({events} events)",
    "record-holds-from-position": "ok: rules and result hold, and the dice after the first {given} "
    "events, which were given ({events} events)",
    "record-holds-without-dice": "ok: rules and result hold ({events} events); dice unchecked, "
    "no seed yet",
    "record-refused": "refused: {why}",
    "event-refused": "refused at event {event}: {why}",
    "record-unfinished": "refused: the record stops before the game is over",
    "other-result": "refused: the result is {result}, not {recorded}",
    "other-final-state": "refused: the hash of the final state is not the recorded one",
}
"""What `check` finds, by code; a record is valid by the first three."""

_VALID: Final = ("record-holds", "record-holds-from-position", "record-holds-without-dice")


class Verdict(NamedTuple):
    """Whether a record holds, and one line that says so or names what does not."""

    ok: bool
    line: str


def fingerprint(state: State) -> str:
    """Return the hex sha256 of the canonical JSON of `state.to_dict()`."""
    text = json.dumps(state.to_dict(), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


class Recorder:
    """Writes down a game as it is played; the caller applies the events to the state.

    `seats` is one {"name": str, "version": int} a seat (more keys are kept as they are),
    `commitment` the hex sha256 of the dice seed, `game_number` what the dice are keyed with (see
    `engine.dice`; None for the rule of old records).
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[dict[str, Any]],
        commitment: str,
        game_number: int | None = None,
    ) -> None:
        if len(seats) != game.num_players():
            raise ValueError(f"{game.variant} has {game.num_players()} seats, not {len(seats)}")
        self._game = game
        self._seats = [dict(seat) for seat in seats]
        self._dice = _keyed(game_number) | {"commitment": commitment, "seed": None}
        self._events: list[dict[str, Any]] = []

    def throw(self, state: State, outcome: int) -> None:
        """Note a throw, before it is applied to the state."""
        text = state.action_to_string(outcome)
        self._events.append({"seat": state.chance_seat(), "throw": text})

    def action(
        self,
        state: State,
        action: int,
        *,
        wall: float | None = None,
        cpu: float | None = None,
        stall: float | None = None,
        note: str | None = None,
    ) -> None:
        """Note the action of the seat to act, before it is applied.

        In seconds: `wall` and `cpu`, and `stall`, how long the host kept the bot from running.
        """
        event = _action(state, action)
        extras = {"wall": wall, "cpu": cpu, "stall": stall, "note": note or None}
        self._events.append(event | {k: v for k, v in extras.items() if v is not None})

    def opening(self, state: State, action: int) -> None:
        """Note an action that nobody chose, or a throw that no dice gave, before it is applied."""
        if not state.is_chance_node():
            event = _action(state, action)
        else:
            event = {"seat": state.chance_seat(), "throw": state.action_to_string(action)}
        self._events.append(event | {"opening": True})

    def forfeit(self, seat: int, reason: str) -> None:
        """Note that a seat forfeits, with a word for why: "timeout", "crash", "resigned"."""
        self._events.append({"seat": seat, "forfeit": reason})

    @property
    def events(self) -> Sequence[dict[str, Any]]:
        """The events so far: a list that grows while the game is played. Only read it."""
        return self._events

    def heading(self) -> dict[str, Any]:
        """Return what the record says before its events, known when the game begins."""
        return {
            "format": FORMAT,
            "engine": __version__,
            "variant": {
                "game": self._game.id,
                "options": dict(self._game.options),
                "rules": self._game.rules_version,
                **_package(self._game),
            },
            "seats": [dict(seat) for seat in self._seats],
            "dice": dict(self._dice),
        }

    def document(self, state: State) -> dict[str, Any]:
        """Return the record up to this state; the seed is null until `reveal` puts it in.

        Before the end of the game, `result` is null.
        """
        return self.heading() | {
            "events": [dict(event) for event in self._events],
            "result": _result(state),
            "final": fingerprint(state),
        }


def _result(state: State) -> dict[str, Any] | None:
    """What came of a game; None before its end."""
    outcome = state.outcome()
    if outcome is None:
        return None
    return {"returns": state.returns(), "ranks": state.ranks(), "reason": outcome.reason}


def _package(game: Game) -> dict[str, Any]:
    """The package that a game of no engine comes from, with the hash of its files."""
    if not game.info.is_package:
        return {}
    module = game.info.module
    return {"package": {"module": module, "sha256": packages.sha256(module)}}


def _keyed(game_number: int | None) -> dict[str, Any]:
    return {} if game_number is None else {"rule": RULE, "game": game_number}


def _action(state: State, action: int) -> dict[str, Any]:
    return {"seat": state.current_player(), "action": state.action_to_string(action)}


def opening(document: dict[str, Any]) -> list[str]:
    """Return what was played before anybody was asked, in notation: actions, and given throws."""
    events = [event for event in document["events"] if event.get("opening")]
    return [event["action"] if "action" in event else event["throw"] for event in events]


def game_number(document: dict[str, Any]) -> int | None:
    """Return the number that keys the dice of a record, None for one that follows the old rule.

    Raises InvalidDocument for a rule that is unknown, or a number that is none.
    """
    dice = _part(document, "dice", dict)
    if "rule" not in dice:
        return None
    _expect(dice, "rule", RULE)
    number: int = _part(dice, "game", int)
    if number < 0:
        raise InvalidDocument(f"game is {number}; games count from 0 or more")
    return number


def reveal(document: dict[str, Any], seed: bytes) -> dict[str, Any]:
    """Return the record with its dice seed revealed.

    Raises ValueError for a seed that the record is not committed to.
    """
    if commitment(seed) != document["dice"]["commitment"]:
        raise ValueError("this seed does not match the record's commitment")
    return document | {"dice": document["dice"] | {"seed": seed.hex()}}


def load_variant(document: dict[str, Any]) -> Game:
    """Return the game that a record was played in.

    Raises InvalidDocument for another format or rules version, or an EngineError of `make_game`.
    """
    _expect(document, "format", FORMAT)
    variant = _part(document, "variant", dict)
    game_id = _part(variant, "game", str)
    _expect(variant, "rules", rules_of(game_id))
    game = make_game(game_id, _part(variant, "options", dict))
    _expect(variant, "options", game.options)
    return game


def states(document: dict[str, Any]) -> Iterator[State]:
    """Yield the state before each event and the final one, each a copy of its own.

    Raises an EngineError at the first event that the rules do not allow.
    """
    state = load_variant(document).new_initial_state()
    for event in _part(document, "events", list):
        yield state.clone()
        apply_event(state, event)
    yield state


UNSEEN: Final = "?"
"""The throw of an event that its reader may not see yet. No record has it."""


def apply_event(state: State, event: dict[str, Any]) -> None:
    """Apply one event of a record to a state; an EngineError says why it cannot be."""
    seat = _part(event, "seat", int)
    kinds = [kind for kind in ("action", "throw", "forfeit") if kind in event]
    if len(kinds) != 1:
        raise InvalidDocument("an event has one of action, throw and forfeit")
    text = _part(event, kinds[0], str)
    if kinds[0] == "forfeit":
        state.forfeit(seat)
        return
    if (kinds[0] == "throw") != state.is_chance_node() or _actor(state) != seat:
        raise IllegalAction(f"it is not seat {seat}'s {kinds[0]}: {_due(state)}")
    if text == UNSEEN and kinds[0] == "throw":
        state.apply_unseen()
    else:
        state.apply_action(state.string_to_action(text))


def verify(document: dict[str, Any], translate: Callable[..., str] = say) -> Verdict:
    """Replay a record and tell whether its rules, dice and result hold, or what does not.

    `translate` writes the line, in English by default; see `engine.sentences.say`.
    """
    finding = check(document)
    line = Writer(FINDINGS, translate=translate).part(finding)
    return Verdict(finding["code"] in _VALID, line)


def check(document: dict[str, Any]) -> Sentence:
    """Replay a record and return what `verify` finds as a code of FINDINGS with its values."""
    try:
        game = load_variant(document)
        dice = _dice(document)
        state = game.new_initial_state()
        events = _part(document, "events", list)
        _check_seats(_part(document, "seats", list), game)
    except EngineError as error:
        return sentence("record-refused", why=str(error))
    asked = False
    for number, event in enumerate(events):
        try:
            _check_throw(state, event, dice)
            apply_event(state, event)
            _check_extras(event)
            asked = _check_opening(event, asked)
        except EngineError as error:
            return sentence("event-refused", event=number, why=str(error))
    return _conclusion(document, state, dice is not None)


def _given(document: dict[str, Any]) -> int:
    """The number of events before the first that followed from the dice or a choice.

    0 where no throw was given: then the dice of the whole game are proven.
    """
    opening = [event for event in document["events"] if "opening" in event]
    return len(opening) if any("throw" in event for event in opening) else 0


def _conclusion(document: dict[str, Any], state: State, dice_known: bool) -> Sentence:
    result = _result(state)
    if result is None:
        return sentence("record-unfinished")
    if document.get("result") != result:
        recorded = str(document.get("result"))
        return sentence("other-result", result=str(result), recorded=recorded)
    if document.get("final") != fingerprint(state):
        return sentence("other-final-state")
    events, before = len(document["events"]), _given(document)
    if dice_known and before:
        return sentence("record-holds-from-position", given=before, events=events)
    return sentence("record-holds" if dice_known else "record-holds-without-dice", events=events)


def _dice(document: dict[str, Any]) -> Dice | None:
    part = _part(document, "dice", dict)
    number = game_number(document)
    if part.get("seed") is None:
        return None
    text = _part(part, "seed", str)
    try:
        seed = bytes.fromhex(text)
        matches = commitment(seed) == part.get("commitment")
    except ValueError:
        raise InvalidDocument(f"dice: the seed is not {SEED_BYTES} bytes in hex") from None
    if not matches:
        raise InvalidDocument("dice: the revealed seed does not match the commitment")
    return Dice(seed, number)


def _check_throw(state: State, event: object, dice: Dice | None) -> None:
    if dice is None or not state.is_chance_node():
        return
    if isinstance(event, dict) and "throw" in event and "opening" not in event:
        due = state.action_to_string(dice.throw(state))
        if event["throw"] != due:
            seat = state.chance_seat()
            raise InvalidDocument(f"the dice give seat {seat} {due}, not {event['throw']}")


def _check_seats(seats: list[Any], game: Game) -> None:
    if len(seats) != game.num_players():
        raise InvalidDocument(f"seats: {game.variant} has {game.num_players()} of them")
    for seat in seats:
        if "\n" in _part(seat, "name", str):
            raise InvalidDocument("seats: a name is one line")


def _check_extras(event: dict[str, Any]) -> None:
    """Check what a replay does not need but a page that shows the record relies on."""
    if event.get("throw") == UNSEEN:
        raise InvalidDocument("a record hides no throw")
    for name in {"wall", "cpu", "stall"} & event.keys():
        seconds = event[name]
        if type(seconds) not in (int, float) or not 0 <= seconds <= _LONGEST:
            raise InvalidDocument(f"{name} is no number of seconds")
    if not isinstance(event.get("note", ""), str):
        raise InvalidDocument("note is no text")


def _check_opening(event: dict[str, Any], asked: bool) -> bool:
    """Whether dice were thrown or bots asked by now; from then on nothing is of the opening."""
    if "opening" not in event:
        return True
    if event["opening"] is not True or "forfeit" in event:
        raise InvalidDocument("opening is true for an event of the opening, else it is left out")
    if asked:
        raise InvalidDocument("an opening comes before everything else")
    return asked


def _actor(state: State) -> int:
    return state.chance_seat() if state.is_chance_node() else state.current_player()


def _due(state: State) -> str:
    if state.is_terminal():
        return "the game is over"
    kind = "throw" if state.is_chance_node() else "action"
    return f"seat {_actor(state)}'s {kind} is due"


def _part(document: dict[str, Any], key: str, kind: type) -> Any:
    value = document.get(key) if isinstance(document, dict) else None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InvalidDocument(f"{key} is missing or is no {kind.__name__}")
    return value


def _expect(document: dict[str, Any], key: str, value: object) -> None:
    found = document.get(key) if isinstance(document, dict) else None
    if found != value or isinstance(found, bool):
        raise InvalidDocument(f"{key} is {found!r}; this engine reads {value}")
