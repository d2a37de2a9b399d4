"""Films have the clocks of the referee, and what bots think of their positions."""

import pytest

from agents.table.reels import Reel, value_of
from agents.terms.clock import PRESETS
from engine import load_game


def test_clocks_run_as_the_referee_keeps_them():
    reel = Reel(load_game("kalah"), PRESETS["bullet"])

    first = reel.add({"seat": 0, "action": "D", "wall": 0.5, "stall": 0.1})
    second = reel.add({"seat": 0, "action": "A", "wall": 0.25})
    opening = Reel(load_game("kalah"), PRESETS["bullet"]).add(
        {"seat": 0, "action": "D", "opening": True}
    )

    assert (first["left"], second["left"]) == (1.62, 1.39)
    assert "left" not in opening


@pytest.mark.parametrize(
    ("note", "value"),
    [
        ("C +0.25", 0.25),
        ("-1", -1.0),
        ("12+3 +0.50 after 400 simulations", 0.5),
        ("d3-d4", None),
        ("0.25", None),
        ("", None),
        ("+", None),
        ("+1" + "0" * 400, None),
    ],
)
def test_the_first_number_with_a_sign_is_the_bots_evaluation(note, value):
    assert value_of(note) == value
