"""Films of running games: as the film of the record will be, and only of what is published."""

import json

import pytest

from agents.table.reels import Reel
from agents.terms.clock import PRESETS
from engine import record
from tests.engine.golden import FOLDER
from tournaments.machinery.messages.live_logs import FileLogs, Key, Piece, Place, head
from tournaments.queries.games.live import Look
from tournaments.services.playing.publishing import Sheet, _Script
from tournaments.web.live import screens
from tournaments.web.live.feeds import Channel
from tournaments.web.live.screens import Screen
from tournaments.web.live.strips import Reader

KEY = Key(7, 1)
NAMES = ["kalah", "einstein", "ashte-kashte", "pachisi-forfeit", "alquerque-teams-forfeit"]


class Live:
    """A match whose game goes on when it is told to."""

    def __init__(self, events, heading, folder):
        self.logs, self.events, self._all = FileLogs(folder), [], events
        self.script = _Script(Sheet(KEY, 1, "bullet", heading, self.events), self.logs)
        self.channel = Channel(7)
        self.channel.look(Look("running", 1))
        self.screen = Screen(self.channel)
        self.go(0)

    def go(self, count):
        """Play so many events, publish them as a worker does, and film them."""
        self.events += self._all[len(self.events) : len(self.events) + count]
        self.script.write()
        key, place = self.channel.wanted()
        piece = self.logs.read({key: place}).get(key)
        self.channel.read(piece)
        while self.screen.film():
            pass

    def end(self, document):
        self.channel.look(Look("finished", 1, document))
        while self.screen.film():
            pass


class Page:
    """Shows what a viewer is sent, as the site's scripts do."""

    def __init__(self, screen, *, whole=True, position=""):
        self.reader = Reader(screen, position, whole=whole)
        self.kinds, self.text, self.looks, self.shown, self.n = [], "", {}, {}, 0

    def read(self):
        for told in self.reader.due():
            fields = dict(line.split(": ", 1) for line in told.decode().strip().split("\n"))
            self.text += fields["data"]
            self._hear(fields["event"], json.loads(fields["data"]))
        return self

    def _hear(self, kind, told):
        self.kinds.append(told["n"] if kind == "frame" else kind)
        if kind == "film":
            self.looks, self.shown, self.n = {}, {}, told["n"]
            for frame in (told["film"]["start"], *told["film"].get("events", ())):
                self._show(frame)
        elif kind == "frame":
            assert told["n"] == self.n + 1
            self.n = told["n"]
            self._show(told["event"])

    def _show(self, frame):
        looks = frame.get("looks", [])
        known = len(self.looks)
        numbered = looks.items() if isinstance(looks, dict) else enumerate(looks, start=known)
        self.looks |= {int(number): look for number, look in numbered}
        for key in frame.get("gone", []):
            del self.shown[key]
        for entry in frame.get("set", []):
            key, look, x, y = entry[:4] if len(entry) > 1 else (entry[0], entry[0], 0, 0)
            self.shown[key] = (self.looks[look], x, y)


def recorded(name):
    return json.loads((FOLDER / f"{name}.json").read_text())["record"]


def heading_of(document):
    seats = [{"name": f"Bot {n}", "version": 1} for n in range(len(document["seats"]))]
    return {k: v for k, v in document.items() if k not in {"events", "result", "final"}} | {
        "seats": seats
    }


def drawn(document, count):
    """What a board should show after so many events."""
    reel = Reel(record.load_variant(document), PRESETS["bullet"])
    for event in document["events"][:count]:
        reel.add(event)
    now = reel.now(["?"] * len(document["seats"]))["start"]
    looks = now["looks"]
    return {
        entry[0]: (looks[entry[1]], *entry[2:]) if len(entry) > 1 else (looks[entry[0]], 0, 0)
        for entry in now["set"]
    }


@pytest.fixture
def live(tmp_path):
    def begin(document):
        return Live(document["events"], heading_of(document), tmp_path / "live")

    return begin


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("whole", [True, False])
def test_whoever_comes_at_any_time_sees_the_board_as_it_stands(live, name, whole):
    document = recorded(name)
    game, pages = live(document), []
    while len(game.events) < min(100, len(document["events"])):
        pages.append(Page(game.screen, whole=whole).read())
        game.go(23)
        stands = drawn(document, len(game.events))
        assert [page.read().shown == stands for page in pages] == [True] * len(pages)


@pytest.mark.parametrize("name", ["kalah", "einstein", "alquerque-teams-forfeit"])
def test_the_whole_film_is_that_of_the_finished_game(live, name):
    document = recorded(name) | {"seats": heading_of(recorded(name))["seats"]}
    game = live(document)
    game.go(len(document["events"]))
    game.end(document)
    page = Page(game.screen).read()

    reel = Reel(record.load_variant(document), PRESETS["bullet"])
    head = reel.head([f"{seat['name']} v1" for seat in document["seats"]])
    film = head | {"events": [reel.add(event) for event in document["events"]]}
    opening, _count = game.screen.strip.opening(whole=True)
    told = json.loads(opening.decode().partition("data: ")[2])
    assert told["film"] == json.loads(json.dumps(film))
    assert page.kinds == ["film", "end", "state"]


def test_who_comes_back_gets_each_step_once(live):
    game = live(recorded("kalah"))
    game.go(5)
    page = Page(game.screen).read()
    game.go(5)

    back = Page(game.screen, position=page.reader.position)
    back.n = page.n
    back.looks, back.shown = dict(page.looks), dict(page.shown)
    back.read()

    assert (page.kinds, back.kinds) == (["state", "film"], ["state", 6, 7, 8, 9, 10])


def test_a_long_game_is_filmed_bit_by_bit(live, monkeypatch):
    monkeypatch.setattr(screens, "EVENTS_AT_ONCE", 3)
    game = live(recorded("kalah"))
    game.events += recorded("kalah")["events"][:7]
    game.script.write()
    game.channel.read(game.logs.read({KEY: Place()})[KEY])

    counts = []
    while game.screen.film():
        counts.append(Page(game.screen).read().n)

    assert counts == [3, 6, 7]


def test_the_next_game_begins_after_the_end_of_the_one_before(live):
    document = recorded("kalah")
    game = live(document)
    page = Page(game.screen).read()
    game.go(3)
    game.channel.look(Look("running", 1, document))
    game.script = _Script(Sheet(KEY, 2, "bullet", heading_of(document), []), game.logs)
    game.events = []
    game.go(0)

    ended = [*range(1, len(document["events"]) + 1), "end"]
    assert page.read().kinds == ["state", "film", *ended, "film"]


def test_a_game_by_rules_that_are_not_known_here_ends_without_pictures():
    document = recorded("kalah")
    document["variant"]["rules"] += 1
    channel = Channel(7)
    screen = Screen(channel)
    channel.look(Look("running", 1))
    heading = {"game": 1, "time_control": "bullet", **heading_of(document)}
    channel.read(Piece(head(1), 17, json.dumps(heading).encode() + b"\n"))
    screen.film()
    page = Reader(screen, "")
    told = [*page.due()]

    channel.look(Look("finished", 1, document))
    screen.film()

    assert b'"film":null' in told[-1]
    assert [one.partition(b"\n")[0] for one in page.due()] == [b"event: end", b"event: state"]


@pytest.mark.parametrize("whole", [True, False])
class TestWhatASeatMayNotKnow:
    """An arrangement that a seat has chosen in secret, in a film that is watched meanwhile."""

    CHOSEN = ("s231456", "s312654", "s123456")

    @pytest.fixture
    def told(self, tmp_path, whole):
        """What a page is told after these events, whether it was there before or comes now."""

        def tell(events, *, there):
            document = recorded("einstein-chosen") | {"events": events}
            folder = tmp_path / f"{len([*tmp_path.iterdir()])}"
            game = Live(events, heading_of(document), folder)
            page = Page(game.screen, whole=whole)
            if there:
                page.read()
            for _event in events:
                game.go(1)
            return page.read()

        return tell

    @pytest.mark.parametrize("there", [True, False])
    @pytest.mark.parametrize("one", CHOSEN)
    def test_the_first_choice_changes_nothing_that_is_sent(self, told, there, one):
        nothing = told([], there=there)

        first = told([{"seat": 0, "action": one, "wall": 0.1, "note": one}], there=there)

        assert first.text == nothing.text

    @pytest.mark.parametrize("there", [True, False])
    def test_it_stays_hidden_when_the_other_seat_gives_up_and_the_report_is_not_here(
        self, told, there
    ):
        nothing = told([], there=there)
        chosen = {"seat": 0, "action": self.CHOSEN[0]}

        given_up = told([chosen, {"seat": 1, "forfeit": "resigned"}], there=there)

        assert given_up.text == nothing.text

    @pytest.mark.parametrize("there", [True, False])
    def test_both_come_when_both_have_chosen(self, told, there):
        events = [{"seat": seat, "action": self.CHOSEN[seat]} for seat in (0, 1)]

        page = told(events, there=there)

        assert page.shown == drawn(recorded("einstein-chosen") | {"events": events}, 2)
