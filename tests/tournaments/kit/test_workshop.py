"""Games of the workshop, as its page hears of them."""

import json

import pytest
from django.utils.translation import gettext, ngettext

from agents.words import speech
from tournaments.kit.workshop import started

pytestmark = pytest.mark.once

FIRST = """from kauri.sdk import Bot


class First(Bot):
    def choose(self, state, clock):
        print("asked")
        self.note("+0.5 so far")
        return state.legal_actions()[0]
"""
RANDOM = {"name": "Random", "house": "random"}
PERSON = {"name": "You", "house": "person"}


@pytest.fixture
def told():
    """All messages so far."""
    return []


@pytest.fixture(autouse=True)
def _reader():
    """A workshop speaks for its whole process; other tests find the site's reader again."""
    yield
    speech.translate_by(gettext, ngettext)


@pytest.fixture
def workshop(told):
    return started(lambda text: told.append(json.loads(text)), "{}")


def own(text=FIRST, **more):
    return {"name": "Own", "files": {"bot.py": text} | more}


def play(workshop, *entrants, variant="kalah", games=1, first=0, opening=()):
    request = {"variant": variant, "entrants": list(entrants), "control": "blitz"}
    request |= {"opening": list(opening)}
    workshop.take(json.dumps({"do": "play", "games": games, "first": first} | request))


def of(told, kind):
    return [message for message in told if message["kind"] == kind]


def changed(text):
    return FIRST.replace("        return state.legal_actions()[0]", text)


def test_a_game_is_a_film_that_grows_and_then_a_result(workshop, told):
    play(workshop, own(), RANDOM)
    (over,) = of(told, "over")
    frames = [frame for message in of(told, "events") for frame in message["events"]]

    assert told[0]["kind"] == "film"
    assert [seat["name"] for seat in told[0]["film"]["seats"]] == ["Own", "Random"]
    assert [frame.get("action") for frame in frames] == [e.get("action") for e in over["events"]]
    assert over["result"] in (-1, 0, 1)
    assert over["faults"] == []


def test_games_go_on_from_a_position_and_its_throws(workshop, told):
    opening = ["s312564", "s613245", "r5", "5xb4"]
    play(workshop, own(), RANDOM, variant="einstein", games=2, opening=opening)

    for over in of(told, "over"):
        events = over["events"][:4]
        assert [event.get("action", event.get("throw")) for event in events] == opening
        assert all(event["opening"] for event in events)
        assert over["faults"] == []
    assert [over["own"] for over in of(told, "over")] == [0, 1]

    play(workshop, RANDOM, RANDOM, opening=["A", "?"])
    assert of(told, "refused")


def test_prints_and_notes_come_with_their_event(workshop, told):
    play(workshop, own(), RANDOM)
    printed = [message["printed"].get("0", {}) for message in of(told, "events")]
    (first,) = [message["events"][0] for message in of(told, "events") if message["events"]][:1]

    assert {"1": "asked\n"} in printed
    assert first["note"] == "+0.5 so far"


def test_the_line_of_an_error_is_told(workshop, told):
    files = {"helper.py": "one = 1\ntwo = 1 / 0\n"}
    play(workshop, own(f"import helper\n{FIRST}", **files), RANDOM)
    (fault,) = of(told, "over")[0]["faults"]

    assert (fault["seat"], fault["at"]) == (0, ["helper.py", 2])
    assert "ZeroDivisionError" in fault["why"]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (changed("        return 1 / 0"), ["bot.py", 8]),
        (changed("        return int('no')"), ["bot.py", 8]),
        (FIRST.replace("(Bot)", "(Bot"), ["bot.py", 4]),
        (changed("        return 99"), None),
        ("print('no bot')\n", None),
    ],
)
def test_an_error_has_a_line_where_the_bots_own_code_raised_it(workshop, told, text, at):
    play(workshop, own(text), RANDOM)
    (fault,) = of(told, "over")[0]["faults"]

    assert fault["at"] == at
    assert of(told, "over")[0]["result"] == -1


def test_what_cannot_be_a_bot_is_refused(workshop, told):
    play(workshop, {"name": "Own", "files": {"other.py": FIRST}}, RANDOM)

    assert [message["kind"] for message in told] == ["refused"]


def test_ten_games_have_a_score_and_take_turns_at_the_seats(workshop, told):
    play(workshop, own(), RANDOM, games=10)
    score = of(told, "score")[-1]

    assert [over["own"] for over in of(told, "over")] == [0, 1] * 5
    assert score["games"] == score["wins"] + score["draws"] + score["losses"] == 10
    assert 0 < score["margin"] < 1


def test_the_opponent_has_all_other_sides(workshop, told):
    play(workshop, own(), RANDOM, variant="ashte-kashte")
    names = [seat["name"] for seat in told[0]["film"]["seats"]]

    assert names == ["Own", "Random", "Random", "Random"]


def test_a_person_is_asked_and_plays(workshop, told):
    play(workshop, own(), PERSON, first=1)
    assert told[-1]["kind"] == "turn"
    way = told[-1]["ways"][0]
    assert way["start"]

    workshop.take(json.dumps({"do": "act", "action": way["action"]}))

    assert of(told, "events")[1]["events"][0]["action"] == way["action"]
    assert told[-1]["kind"] == "turn"


def test_a_bot_is_asked_again_in_any_position(workshop, told):
    play(workshop, own(), RANDOM)
    events = of(told, "over")[0]["events"][:2]
    request = {"variant": "kalah", "events": events, "seed": 1, "control": "blitz"}
    workshop.take(json.dumps({"do": "ask", "files": own()["files"]} | request))
    answer = told[-1]

    assert (answer["kind"], answer["ply"], answer["note"]) == ("answer", 2, "+0.5 so far")
    assert answer["printed"] == "asked\n"
    assert answer["deed"]["code"] == "kalah-sow"

    broken = {"bot.py": changed("        return 1 / 0")}
    workshop.take(json.dumps({"do": "ask", "files": broken} | request))

    assert told[-1]["fault"]["at"] == ["bot.py", 8]


def test_a_game_is_shown_again_from_its_events(workshop, told):
    play(workshop, own(), RANDOM)
    events = of(told, "over")[0]["events"]
    request = {"variant": "kalah", "names": ["Own", "Random"], "events": events, "control": "blitz"}
    workshop.take(json.dumps({"do": "film"} | request))

    assert [event["seat"] for event in told[-1]["film"]["events"]] == [e["seat"] for e in events]


def test_the_referee_speaks_the_readers_language(told):
    sentence = "{bot} has no method choose(self, state, clock)."
    workshop = started(lambda text: told.append(json.loads(text)), json.dumps({sentence: "Nein."}))
    play(workshop, own("from kauri.sdk import Bot\nclass B(Bot): pass\n"), RANDOM)

    assert of(told, "over")[0]["faults"][0]["why"] == "Nein."
