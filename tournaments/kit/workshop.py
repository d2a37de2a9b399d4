"""Games in a browser: what the worker of the site's workshop runs, in Pyodide.

Requests arrive as JSON, and so do the messages that go back while a game is played. Nothing is
sandboxed here: the browser is the sandbox, and the page trusts no message.
"""

import json
import secrets
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import engine
from agents import house
from agents.bots import archive
from agents.bots.archive import ArchiveError
from agents.desk.inprocess import OwnBot
from agents.table import reels
from agents.table.conditions import Deal, SeatedBot
from agents.table.course import Course
from agents.table.log import by_event
from agents.table.play import Play, chosen
from agents.table.referee import bot_seeds_from
from agents.terms.clock import PRESETS, times_of
from agents.terms.faults import BotFault, Fault
from agents.values.plain import PlainFunction
from agents.words.speech import translate_by
from engine import record, words
from engine.ways import Guide
from tournaments.mathematics.statistics.head_to_head import compare

Tell = Callable[[dict[str, Any]], None]

PERSON = "person"
"""The opponent that is the visitor."""


@dataclass(frozen=True)
class Entrant:
    """The bot of a request: its name, and its files, or that of a house bot, or a person."""

    name: str
    files: Mapping[str, str] | None = None
    house: str = ""

    @property
    def is_person(self) -> bool:
        """Whether the visitor plays."""
        return self.house == PERSON

    def archive(self) -> bytes:
        """The canonical zip of its files. Raises ArchiveError."""
        if self.files is None:
            return house.read(self.house)
        return archive.pack_files({name: text.encode() for name, text in self.files.items()}).data


class Table:
    """One game that the page follows. It pauses where a person is to act."""

    def __init__(
        self, game: engine.Game, seats: Sequence[Entrant], own: int, control: str, tell: Tell
    ) -> None:
        """`own` is the first seat of the bot in the editor. Raises ArchiveError."""
        self._tell, self._own, self._names = tell, own, [entrant.name for entrant in seats]
        deal, clock = Deal(secrets.token_bytes(32), 0), PRESETS[control]
        seeds = bot_seeds_from(deal.seed, game_number=0, seats=len(seats))
        self._bots = {
            seat: SeatedBot(entrant.archive(), entrant.name, 1, seed)
            for seat, (entrant, seed) in enumerate(zip(seats, seeds, strict=True))
            if not entrant.is_person
        }
        named = [{"name": name} for name in self._names]
        self._course = Course(game, named, deal.seed, deal.game_number)
        self._players = {seat: OwnBot(clock) for seat in self._bots}
        self._play = Play(self._course)
        self._play.players |= self._players
        self._reel, self._guide = reels.Reel(game, clock), Guide(game)
        self._shown, self._heard = 0, dict[int, int]()

    def open(self, opening: Sequence[str]) -> None:
        """Show the board, play the opening, start the bots, and let them play on."""
        self._tell({"kind": "film", "film": self._reel.head(self._names)})
        self._course.open(opening)
        self._play.start(self._bots)
        self.go()

    def go(self) -> None:
        """Play until the game is over or a person is to act."""
        state = self._course.state
        while not state.is_terminal():
            self._show()
            if not state.is_chance_node() and state.current_player() not in self._players:
                self._offer()
                return
            self._play.step()
        self._play.finish()
        self._show()
        self._tell(self._ending())

    def act(self, notation: str) -> None:
        """Play a person's action. Raises an EngineError."""
        state = self._course.state
        self._course.act(state.string_to_action(notation))
        self.go()

    def _offer(self) -> None:
        ways = [way._asdict() for way in self._guide.ways(self._course.state)]
        self._tell({"kind": "turn", "ways": ways})

    def _show(self) -> None:
        fresh = self._course.events[self._shown :]
        self._shown += len(fresh)
        for event in fresh:
            self._guide.add(event)
        frames = [self._reel.add(event) for event in fresh]
        self._tell({"kind": "events", "events": frames, "printed": self._printed()})

    def _printed(self) -> dict[int, dict[int, str]]:
        """What the bots have printed since the last time, by seat and number of the event."""
        heard, self._heard = self._heard, {s: p.log.written for s, p in self._players.items()}
        return {
            seat: by_event(player.log.text(), player.log.cuts(), self._shown)
            for seat, player in self._players.items()
            if player.log.written != heard.get(seat, 0)
        }

    def _ending(self) -> dict[str, Any]:
        result = self._course.state.returns()[self._own]
        return {
            "kind": "over",
            "own": self._own,
            "result": (result > 0) - (result < 0),
            "faults": [
                {"seat": seat} | _complaint(fault, self._players[seat])
                for seat, fault in enumerate(self._play.faults)
                if fault is not None
            ],
            "events": list(self._course.events),
            "seeds": {seat: bot.seed for seat, bot in self._bots.items()},
        }


def _complaint(fault: Fault, player: OwnBot) -> dict[str, Any]:
    """A fault as the page shows it, with the file and line of the bot where it arose."""
    return {"why": str(fault.sentence), "detail": str(fault.detail), "at": player.raised_at()}


class Workshop:
    """Answers the requests of a page, one after the other."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """`tell` gets every message as JSON."""
        self._tell: Tell = lambda message: tell(json.dumps(message))
        self._table: Table | None = None

    def take(self, text: str) -> None:
        """Do what a request says; an error is a message too."""
        request = json.loads(text)
        requests: dict[str, Callable[..., None]]
        requests = {name: getattr(self, name) for name in ("play", "act", "ask", "film", "judge")}
        try:
            requests[request.pop("do")](**request)
        except (ArchiveError, BotFault, engine.EngineError) as error:
            self._tell({"kind": "refused", "why": str(error)})

    def play(
        self,
        variant: str,
        entrants: list[dict[str, Any]],
        *,
        games: int,
        first: int,
        control: str,
        opening: Sequence[str] = (),
    ) -> None:
        """Play games between two entrants, who take turns at the seats from `first` on.

        They go on from an opening, in notation with its throws.
        """
        game, pair = engine.parse_variant(variant), [Entrant(**entrant) for entrant in entrants]
        points: list[list[float]] = []
        for number in range(first, first + games):
            seats = [pair[(side + number) % 2 if side < 2 else 1] for side in game.sides()]
            own = next(seat for seat, entrant in enumerate(seats) if entrant is pair[0])
            self._table = Table(game, seats, own, control, self._scored(points))
            self._table.open(opening)

    def _scored(self, points: list[list[float]]) -> Tell:
        def tell(message: dict[str, Any]) -> None:
            self._tell(message)
            if message["kind"] == "over":
                points.append([(message["result"] + 1) / 2])
                score = asdict(compare(points))
                names = ("games", "wins", "draws", "losses", "score", "margin")
                self._tell({"kind": "score"} | {name: score[name] for name in names})

        return tell

    def act(self, action: str) -> None:
        """Play the visitor's action in the game that waits for it."""
        if self._table is not None:
            self._table.act(action)

    def film(self, variant: str, names: list[str], events: list[Any], control: str) -> None:
        """Show a game again, from its events."""
        reel = reels.Reel(engine.parse_variant(variant), PRESETS[control])
        head = reel.head(names)
        frames = [reel.add(event) for event in events]
        self._tell({"kind": "film", "film": head | {"events": frames}})

    def ask(
        self, variant: str, files: dict[str, str], events: list[Any], seed: int, control: str
    ) -> None:
        """Ask a bot for its action after these events, as if it had just been started."""
        state = engine.parse_variant(variant).new_initial_state()
        for event in events:
            record.apply_event(state, event)
        seat, player = state.current_player(), OwnBot(PRESETS[control])
        answer: dict[str, Any] = {"kind": "answer", "ply": len(events)}
        try:
            player.begin(Entrant("", files).archive(), seed=seed, variant=variant, seat=seat)
            player.start()
            player.resume(times_of(events, seat))
            move = player.choose(state.view(seat))
            if move is not None:
                action = chosen(state, move)
                answer |= {"action": state.action_to_string(action), "note": move.note}
                answer |= {"deed": words.deed(state, action), "wall": move.spent.wall}
        except BotFault as error:
            answer |= {"fault": _complaint(error.fault, player)}
        self._tell(answer | {"printed": player.log.text()})

    def judge(self, variant: str, events: list[Any], weights: str) -> None:
        """Say what each seat could expect in a game, by a value function in base64."""
        game = engine.parse_variant(variant)
        function = PlainFunction(game, b64decode(weights))
        state, points = game.new_initial_state(), []
        for ply in range(len(events) + 1):
            if function.looks_at(state):
                points.append({"ply": ply, "values": function.value(state)})
            if ply < len(events):
                record.apply_event(state, events[ply])
        self._tell({"kind": "judged", "points": points})


def started(tell: Callable[[str], None], sentences: str) -> Workshop:
    """A workshop that speaks the reader's language: JSON of English sentences with theirs."""
    theirs: dict[str, str] = json.loads(sentences)
    translate_by(lambda english: theirs.get(english, english))
    return Workshop(tell)
