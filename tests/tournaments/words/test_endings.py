"""How games ended, and what films and pictures call things, is said in German."""

import itertools
import json
import re
from html import unescape

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

import engine
from engine import record, svg
from engine.film import Film
from tests.engine.walks import random_walk
from tournaments.queries import shipped
from tournaments.templatetags.kauri import board
from tournaments.templatetags.words import told_of_games
from tournaments.words import endings
from tournaments.words.films import MARKS, TEXTS

SHIPPED = sorted(one.key for one in shipped.VARIANTS)
OTHERS = ("alquerque(ending=quick)", "pachisi(playout=true)")
ENGLISH = set(re.findall(r"\w+", "wins win forfeits seat seats has have is are and of"))
THINGS = set(re.findall(r"\w+", "stone pit piece square throw store yard thrown come"))
"""Words that no German sentence has, and no German title."""


NUMBERS = {"einstein-lay-label", "einstein-lot-label", "ashte-throw-label"}
"""Codes of labels that have no word."""


def last_states(variant):
    """How a random game of a variant ended, and how one where seats give up."""
    *_, last = random_walk(variant, 1)
    given_up = engine.parse_variant(variant).new_initial_state()
    while not given_up.is_terminal():
        seat = max(set(range(given_up.num_players())) - set(given_up.forfeited()))
        record.apply_event(given_up, {"seat": seat, "forfeit": "crash"})
    return [last, given_up]


def written(state):
    colours = [look.colour for look in svg.seat_looks(state.get_game())]
    return endings.written(state.ending(), colours)


@pytest.mark.parametrize("variant", [*SHIPPED, *OTHERS])
def test_an_end_is_said_in_the_readers_language_with_the_colours_of_seats(variant):
    for state in last_states(variant):
        with override("de"):
            german = written(state)
        film = Film(state.get_game())
        film.state = state

        assert words([german]) & ENGLISH == set()
        assert written(state) == film.now()["end"]["text"]


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        ({"code": "cause-result", "params": {
            "cause": {"code": "row-empty", "params": {}},
            "result": {"code": "more-seeds",
                       "params": {"seats": [1], "seeds": 30, "others": 18}}}},
         "Eine Reihe ist leer: Blau gewinnt mit 30 Samen zu 18."),
        ({"code": "result-cause", "params": {
            "cause": {"code": "colours-home", "params": {}},
            "result": {"code": "wins-together", "params": {"seats": [0, 2]}}}},
         "Rot und Grün gewinnen: beide Farben sind im Ziel."),
        ({"code": "cause-result", "params": {
            "cause": {"code": "throws-made", "params": {"throws": 100}},
            "result": [{"code": "rank", "params": {"seats": [0], "rank": 1}},
                       {"code": "rank-shared", "params": {"seats": [1, 2, 3], "rank": 2}}]}},
         "Alle 100 Würfe sind gemacht: Rot hat Rang 1, Blau, Grün und Gelb teilen sich Rang 2."),
        ({"code": "surrender", "params": {"seats": [1], "winners": [0]}},
         "Blau scheidet aus, Rot gewinnt."),
    ],
)  # fmt: skip
def test_an_end_is_put_together_of_its_parts(ending, said):
    with override("de"):
        assert endings.written(ending, ["red", "blue", "green", "yellow"]) == said


def test_a_german_page_carries_the_german_of_every_code():
    with override("de"):
        carried = told_of_games()

    english = endings.templates()
    same = {code for code, text in english.items() if carried[code] == text}
    assert carried.keys() == english.keys()
    assert same == {"cause-result", "result-cause", *NUMBERS}
    assert told_of_games() == english


def test_games_that_share_a_code_say_the_same_by_it():
    texts = [info.part("text").SENTENCES for info in engine.games()]

    for code, english in endings.templates().items():
        assert {text.get(code, english) for text in texts} == {english}


@pytest.mark.parametrize("variant", SHIPPED)
def test_pictures_name_their_things_in_german(variant):
    states = itertools.islice(random_walk(variant, 2), 0, 40, 13)
    with override("de"):
        drawn = "".join(board(state) for state in states)

    names = {unescape(name) for name in re.findall("<title>(.+?)</title>", drawn)}
    assert names
    assert words(names) & (ENGLISH | THINGS) == set()


def test_all_that_films_call_things_has_its_german():
    found = set()
    for variant in SHIPPED:
        scene = Film(engine.parse_variant(variant)).scene()
        tally = scene["tally"]
        found |= {f"{{n}} {tally}", f"{{n}} {tally.removesuffix('s')}"}
        found |= {seat["colour"] for seat in scene["seats"]}

    with override("de"):
        page = render_to_string("includes/words.html")
    carried = set(re.findall(r'data-english="([^"]+)"', page))
    assert found <= {*TEXTS}
    assert {*MARKS, *found} <= carried


def words(texts):
    return {word for text in texts for word in re.findall(r"\b[a-z]{2,}\b", text.lower())}


def test_the_code_of_an_end_is_plain_json():
    for state in last_states("pachisi(playout=true)"):
        assert json.loads(json.dumps(state.ending())) == state.ending()
