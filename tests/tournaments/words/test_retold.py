"""What the engine has said in English is said again in German."""

import functools
import itertools
import re
from html import unescape

import pytest
from django.utils.translation import override

import engine
from engine import film, record, svg
from engine.film import Film
from tests.engine.walks import random_walk
from tournaments.queries import shipped
from tournaments.templatetags.kauri import board
from tournaments.words.retold import COLOURS, ENDS, PICTURES, TALLIES, retold

SHIPPED = sorted(one.key for one in shipped.VARIANTS)
OTHERS = ("alquerque(ending=quick)", "pachisi(playout=true)")


def words(texts):
    return {word for text in texts for word in re.findall(r"\b[a-z]{2,}\b", text.lower())}


@functools.cache
def english():
    """Words of the engine's sentences that no German sentence has."""
    said = (*ENDS, *PICTURES, *COLOURS, *TALLIES)
    with override("de"):
        german = words(retold(one.replace("{n}", "3")) for one in said if "{who}" not in one)
    return words(re.sub(r"\{\w+\}", "", one) for one in said) - german - {"alle", "in"}


def ends(variant):
    """How a random game of a variant ended, and how ones where seats give up."""
    *_, last = random_walk(variant, 1)
    given_up = engine.parse_variant(variant).new_initial_state()
    while not given_up.is_terminal():
        seat = max(set(range(given_up.num_players())) - set(given_up.forfeited()))
        record.apply_event(given_up, {"seat": seat, "forfeit": "crash"})
    looks = svg.seat_looks(last.get_game())
    return [film.in_colours(state.outcome().text, looks) for state in (last, given_up)]


@pytest.mark.parametrize("variant", [*SHIPPED, *OTHERS])
def test_every_end_is_told_in_german(variant):
    for end in ends(variant):
        with override("de"):
            told = retold(end)

        assert words([told]) & english() == set(), f"{end} {told}"
        assert retold(end) == end


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("A row is empty: blue wins by 30 seeds to 18.",
         "Eine Reihe ist leer: Blau gewinnt mit 30 Samen zu 18."),
        ("Red and yellow win: both colours are home.",
         "Rot und Gelb gewinnen: beide Farben sind im Ziel."),
        ("All 100 throws are made: red has rank 1, blue, green and yellow share rank 2.",
         "Alle 100 Würfe sind gemacht: Rot hat Rang 1, Blau, Grün und Gelb teilen Rang 2."),
        ("Blue forfeits, orange wins.", "Blau scheidet aus, Orange gewinnt."),
        ("Something that no engine says.", "Something that no engine says."),
    ],
)  # fmt: skip
def test_an_end_is_put_together_of_its_parts(end, told):
    with override("de"):
        assert retold(end) == told


@pytest.mark.parametrize("variant", SHIPPED)
def test_pictures_name_their_things_in_german(variant):
    states = itertools.islice(random_walk(variant, 2), 0, 40, 13)
    with override("de"):
        drawn = "".join(board(state) for state in states)

    named = {unescape(one) for one in re.findall("<title>(.+?)</title>", drawn)}
    assert named
    assert [one for one in named if words([one]) & english()] == []


def test_all_that_films_call_things_has_its_german():
    found = {"3 home"}
    for variant in SHIPPED:
        scene = Film(engine.parse_variant(variant)).scene()
        tally = scene["tally"]
        found |= {f"3 {tally}", f"1 {tally.removesuffix('s')}"}
        found |= {seat["colour"] for seat in scene["seats"]}

    with override("de"):
        assert [one for one in found if retold(one) == one and one not in {"orange"}] == []
