"""Games in this process are those of the sandboxes: dice, seeds, faults and records."""

import io
import sys
import zipfile
from dataclasses import replace

import pytest

import engine
from agents import samples
from agents.bots import archive
from agents.desk.inprocess import play_here
from agents.sandbox import Isolation
from agents.table.conditions import Conditions, Deal, SeatedBot
from agents.table.referee import play_game
from agents.terms.clock import PRESETS, TimeControl
from agents.terms.limits import Limits
from engine import record
from tests.agents.bot_texts import bot

BLITZ = PRESETS["blitz"]
SANDBOXED = Conditions(BLITZ, Limits(), Isolation.BUBBLEWRAP)
FIRST = "return state.legal_actions()[0]"
DRAWING = f"import random\nprint(random.random())\n{FIRST}"
RAISING = f"print('here')\nif len(state.history()) > 4: state.nothing()\n{FIRST}"
WITH_HELPER = """
import helper
from agents.sdk import Bot
class Counts(Bot):
    def choose(self, state, clock):
        helper.count += 1
        self.note(helper.count)
        import random
        return random.choice(state.legal_actions())
"""


def packed(files):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        for name, text in files.items():
            made.writestr(name, text)
    return archive.pack("bot.zip", target.getvalue()).data


def of(text):
    return packed({"bot.py": bot(text)})


COUNTING = packed({"bot.py": WITH_HELPER, "helper.py": "count = 0"})
IN_A_PACKAGE = packed({
    "bot.py": WITH_HELPER.replace("import helper", "import below.helper as helper"),
    "below/__init__.py": "",
    "below/helper.py": "count = 0",
})  # fmt: skip
RANDOM = packed({"bot.py": samples.read("random").decode()})


def seated(*archives):
    return [SeatedBot(one, f"bot {seat}", 1, 4711 + seat) for seat, one in enumerate(archives)]


def here(variant, *archives, control=BLITZ):
    return play_here(engine.parse_variant(variant), seated(*archives), Deal(bytes(32), 3), control)


def untimed(report):
    """The record without times, which no two games have in common."""
    events = [{k: v for k, v in e.items() if k not in {"wall", "cpu", "stall"}}
              for e in report.record["events"]]  # fmt: skip
    return report.record | {"events": events}


@pytest.mark.parametrize(
    ("variant", "archives"),
    [
        ("einstein(setup=chosen)", (RANDOM, COUNTING)),
        ("kalah", (of(DRAWING), of(DRAWING))),
        ("kalah", (of(FIRST), of(RAISING))),
        ("kalah", (of("return 'nowhere'"), of(FIRST))),
        ("kalah", (of("return 7.5"), of(FIRST))),
        ("kalah", (of("import this is wrong"), of(FIRST))),
        ("pachisi(mode=two,turn_limit=8)", (of("return 10**6"), of("raise SystemExit(3)"))),
    ],
)
def test_a_game_here_is_the_game_of_the_sandboxes(variant, archives):
    there = play_game(
        engine.parse_variant(variant), seated(*archives), Deal(bytes(32), 3), SANDBOXED
    ).report()

    found = here(variant, *archives)

    assert record.verify(record.reveal(found.record, bytes(32))).ok
    assert untimed(found) == untimed(there)
    assert (found.faults, found.logs, found.cuts) == (there.faults, there.logs, there.cuts)


@pytest.mark.parametrize("files", [COUNTING, IN_A_PACKAGE])
def test_each_game_has_the_modules_of_its_bots_as_new(files):
    known = set(sys.modules)

    played = [here("kalah", files, files) for _ in range(2)]

    notes = [event["note"] for event in played[0].record["events"] if event["seat"] == 0]
    assert notes == [str(number) for number in range(1, len(notes) + 1)]
    assert untimed(played[0]) == untimed(played[1])
    assert {"bot", "helper", "below", "below.helper"} & (set(sys.modules) - known) == set()


def test_what_comes_too_late_forfeits_the_game():
    slow = of(f"import time\ntime.sleep(0.02)\n{FIRST}")
    control = TimeControl("short", bank=0.01, increment=0.0, per_action=None, startup=5.0)

    found = here("kalah", slow, of(FIRST), control=control)

    assert (found.faults[0].kind, found.faults[0].ply) == ("timeout", 0)
    assert found.returns == (-1.0, 1.0)


def test_what_takes_too_long_to_start_forfeits_the_game():
    control = replace(BLITZ, startup=1e-9)

    assert here("kalah", of(FIRST), of(FIRST), control=control).faults[0].kind == "startup"


def test_an_interruption_is_no_fault_of_the_bot():
    with pytest.raises(KeyboardInterrupt):
        here("kalah", of("raise KeyboardInterrupt"), of(FIRST))


def test_a_resignation_is_one_here():
    found = here("kalah", of("from agents.sdk import RESIGN\nreturn RESIGN"), of(FIRST))

    assert (found.faults, found.returns) == ((None, None), (-1.0, 1.0))


def test_the_streams_are_put_back_whatever_a_bot_does():
    streams, path = (sys.stdout, sys.stderr), [*sys.path]

    here("kalah", of("import sys\nsys.stdout = None\nsys.path.clear()\nreturn 1/0"), of(FIRST))

    assert (sys.stdout, sys.stderr) == streams
    assert sys.path == path
