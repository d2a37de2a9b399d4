"""A film tells of every event all that changes in the picture, and nothing else."""

import json

import pytest

import engine
from engine import record
from engine.film import Film, in_colours
from engine.sketch import Sketch
from engine.svg import past_of, seat_looks
from tests.engine.golden import FOLDER
from tests.engine.walks import played

pytestmark = pytest.mark.once

GAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
SHORT = ["kalah", "kalah-forfeit", "einstein", "einstein-chosen", "alquerque-teams-forfeit"]


def recorded(name):
    return json.loads((FOLDER / f"{name}.json").read_text())["record"]


def filmed(variant, text):
    """The frames of a game of these actions and throws, after its first picture."""
    state = engine.parse_variant(variant).new_initial_state()
    film, frames = Film(state.get_game()), []
    for notation in text.split():
        dice = state.is_chance_node()
        seat = state.chance_seat() if dice else state.current_player()
        frames.append(film.add({"seat": seat, "throw" if dice else "action": notation}))
        state.apply_action(state.string_to_action(notation))
    return frames


def drawn_from_scratch(state):
    """What a page should show in a position: the markup and the place of each thing and mark."""
    sketch = Sketch({})
    state.get_game().info.part("picture").paint(state, sketch, past_of(state))
    things = {(t.markup, round(t.x, 1), round(t.y, 1)) for t in sketch.things.values()}
    return things | {(markup, 0, 0) for markup in sketch.marks()}


class Screen:
    """Shows frames as a page does."""

    def __init__(self):
        self.markups, self.shown, self.lines = [], {}, {}

    def show(self, frame):
        self.markups += frame.get("looks", [])
        for key in frame.get("gone", []):
            del self.shown[key]
        for entry in frame.get("set", []):
            key, look, x, y = (*entry[:4],) if len(entry) > 1 else (entry[0], entry[0], 0, 0)
            self.shown[key] = (self.markups[look], x, y)
        self.lines |= frame.get("lines", {})


@pytest.mark.parametrize("name", GAMES)
def test_the_frames_of_a_game_add_up_to_the_picture_of_each_position_and_to_its_end(name):
    document = recorded(name)
    film, screen = Film(record.load_variant(document)), Screen()
    screen.show(film.start)
    frames = []
    every = 1 if name in SHORT else 40
    for number, event in enumerate(document["events"]):
        frames.append(film.add(event))
        screen.show(frames[-1])
        if number % every == 0 or event is document["events"][-1]:
            assert set(screen.shown.values()) == drawn_from_scratch(film.state)
            lines = [in_colours(line, film.seats) for line in str(film.state).split("\n")[:-1]]
            assert [screen.lines[n] for n in range(len(lines))] == lines

    assert json.loads(json.dumps(frames[-1]))["end"]["reason"] == document["result"]["reason"]
    assert frames[-1]["end"]["ranks"] == document["result"]["ranks"]
    assert all("end" not in frame for frame in frames[:-1])


def test_seeds_follow_the_sowing_one_place_further_each():
    (frame,) = filmed("kalah", "C")

    steps = [entry[4] for entry in frame["set"] if len(entry) == 5]
    assert steps == [1, 2, 3]
    assert len(frame["path"]) == 3


def test_a_piece_walks_square_by_square_and_a_throw_walks_nowhere():
    entered, thrown, walked = filmed("pachisi", "b6 b1 b1 b1 r6 r0+6 r5 r1+5")[-3:]

    assert len(walked["path"]) == 5
    assert [entry[4] for entry in walked["set"] if entry[0] == "piece-r-1"] == [5]
    assert "path" not in thrown
    assert len(entered["path"]) == 1


@pytest.mark.parametrize(
    ("variant", "text", "marks"),
    [
        ("kalah", "D", ["again"]),
        ("kalah", "C", None),
        ("einstein(setup=fixed)", "r1 1xb4", None),
        ("pachisi", "b6 b1 b1 b1 r6 r0+6", ["again"]),
        ("alquerque", "d3-d4 f3xd3", ["capture"]),
    ],
)
def test_what_is_of_note_is_named(variant, text, marks):
    assert filmed(variant, text)[-1].get("marks") == marks


def test_a_forfeit_is_marked_as_a_fault():
    film = Film(engine.load_game("kalah"))

    frame = film.add({"seat": 0, "forfeit": "timeout"})

    assert frame["marks"] == ["fault"]
    assert frame["end"]["text"] == "Blue forfeits, orange wins."


def test_an_event_that_the_rules_refuse_changes_nothing():
    film = Film(engine.load_game("kalah"))
    with pytest.raises(engine.IllegalAction):
        film.add({"seat": 1, "action": "a"})

    assert film.state == engine.load_game("kalah").new_initial_state()


@pytest.mark.parametrize(
    ("variant", "text", "told"),
    [
        ("kalah", "A row is empty: seat 1 wins", "A row is empty: orange wins"),
        ("pachisi(mode=two)", "Seat 0 wins", "Red and yellow wins"),
        ("pachisi", "Seats 0, 1 and 3 share", "Red, blue and green share"),
        ("alquerque", "seat 0 (White) cannot move", "white cannot move"),
        ("ashte-kashte", "Seat 1 (E): 4 to enter", "Orange (E): 4 to enter"),
    ],
)
def test_sentences_name_seats_by_their_colours(variant, text, told):
    assert in_colours(text, seat_looks(engine.parse_variant(variant))) == told


def test_every_seat_has_colours_and_a_place_of_its_own():
    for variant in ("kalah", "pachisi", "pachisi(mode=two)", "ashte-kashte(seats=3)", "alquerque"):
        looks = seat_looks(engine.parse_variant(variant))
        assert len({look.kinds for look in looks}) == len(looks)
        assert len({look.place for look in looks}) == len(looks)


def test_the_scene_is_the_board_without_pieces():
    scene = Film(played("einstein(setup=fixed)", "").get_game()).scene()

    assert scene["size"] == [640, 548]
    assert "k-square" in scene["board"]
    assert "k-seat-0" not in scene["board"]
    assert [seat["colour"] for seat in scene["seats"]] == ["blue", "orange"]
