"""Hostile bots that need a game: each of `players` states the outcome that its author reads.

Those of `bots` meet the sandbox alone (tests/agents/sandbox/test_corpus.py); these meet the
harness, the protocol and the referee, and a good opponent whose game must not suffer.
"""

import ast
import os
from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path

import pytest

from agents.bots import archive
from agents.sandbox import Isolation
from agents.sizes import MIB
from agents.table import wire
from agents.terms.clock import TimeControl
from agents.terms.limits import Limits
from engine import dice, record
from tests.agents.bot_texts import FIRST, bot, zipped

STATED = ("OUTCOME", "BANK", "STARTUP")
PLAYERS = Path(__file__).parents[1] / "players"
FORGING = (Path(__file__).parents[1] / "forging.py").read_text(encoding="utf-8")
BANK_SECONDS = 20.0
STARTUP_SECONDS = 20.0
# Where a disk holds the scratch space, every file counts 4 KiB of it.
LIMITS = Limits(scratch_bytes=8 * MIB)
CAGES = [Isolation.BUBBLEWRAP]
if os.geteuid() == 0:
    CAGES.append(Isolation.CHROOT)
# What another outer layer stops by other means; all else meets the same outcome in both.
IN_CHROOT = {
    "scratch: It made more than 10000 files in /tmp.": "scratch: It put more than 8 MiB into /tmp",
}


@dataclass(frozen=True)
class Hostile:
    name: str
    text: str
    outcome: str
    bank: float
    startup: float

    def control(self) -> TimeControl:
        return TimeControl("", bank=self.bank, increment=0.0, per_action=None, startup=self.startup)


def _read(path: Path) -> Hostile:
    text = path.read_text(encoding="utf-8")
    said = {
        ast.unparse(node.targets[0]): ast.literal_eval(node.value)
        for node in ast.parse(text).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in STATED
    }
    bank, startup = said.get("BANK", BANK_SECONDS), said.get("STARTUP", STARTUP_SECONDS)
    return Hostile(path.stem, text, said["OUTCOME"], bank, startup)


HOSTILE = {path.stem: _read(path) for path in sorted(PLAYERS.glob("*.py"))}


def packed(player: Hostile) -> bytes:
    return zipped({"bot.py": player.text, "forging.py": FORGING})


def said(fault) -> str:
    return "no fault" if fault is None else f"{fault.kind}: {fault.summary}"


def expected(player: Hostile, isolation: Isolation) -> str:
    if isolation is Isolation.CHROOT:
        return IN_CHROOT.get(player.outcome, player.outcome)
    return player.outcome


@pytest.mark.parametrize("isolation", CAGES)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_player_meets_the_outcome_that_it_states(play, name, isolation):
    player = HOSTILE[name]
    terms = {"time_control": player.control(), "limits": LIMITS, "isolation": isolation}
    report = play(packed(player), FIRST, **terms)

    assert said(report.faults[0]).startswith(expected(player, isolation))
    # What the pickles among the answers would do where they are read.
    assert not Path("/tmp/kauri-was-here").exists()
    assert report.faults[1] is None
    assert (report.faults[0] is None) or report.returns == (-1.0, 1.0)
    assert [event for event in report.record["events"] if event.get("forfeit")] == (
        [{"seat": 0, "forfeit": report.faults[0].kind}] if report.faults[0] else []
    )


@pytest.mark.parametrize("name", HOSTILE)
def test_it_says_what_it_tries(name):
    assert ast.get_docstring(ast.parse(HOSTILE[name].text)).endswith(".")


def test_nothing_of_a_note_can_act_on_a_page_or_a_terminal(play):
    report = play(packed(HOSTILE["notes_escapes"]), FIRST)
    notes = {event["note"] for event in report.record["events"] if event.get("note")}

    (note,) = notes
    assert note == "]0;mine[2J<script>alert(1)</script>\n{% now %}"
    assert "]0;mine[2J<script>alert(1)</script>\\ud800\n{% now %}" in report.logs[0]
    assert not set(report.logs[0]) & {"\x1b", "\x00", "\u202e", "\x07"}
    assert record.verify(record.reveal(report.record, bytes(range(32)))).ok


def with_forging(text: str) -> bytes:
    return zipped({"bot.py": text, "forging.py": FORGING})


THINKER = """
    import json, os, select, time
    from agents.sdk import Bot
    from forging import requests, say

    class Thinker(Bot):
        def start(self, game, seat, rng):
            self.game = game

        def choose(self, state, clock):
            asked, used, turn = os.fdopen(requests(), "rb", buffering=0), 0.0, 1
            while True:
                action = state.legal_actions()[0]
                say({"type": "action", "turn": turn, "action": action, "note": f"{used}"})
                request, used = self.think_until_asked(asked)
                if request["type"] != "turn":
                    os._exit(0)
                state, turn = self.game.state_from_dict(request["state"]), request["turn"]

        def think_until_asked(self, asked):
            began = time.process_time()
            while not select.select([asked], [], [], 0)[0]:
                pass
            used = time.process_time() - began
            return json.loads(asked.readline()), used
"""
SLOW = """
    import time
    from agents.sdk import Bot

    class Slow(Bot):
        def choose(self, state, clock):
            time.sleep(0.3 if len(state.history()) < 8 else 0)
            return state.legal_actions()[0]
"""


def test_whoever_thinks_on_after_its_answer_gets_no_time_for_it(play):
    report = play(with_forging(THINKER), SLOW)

    events = report.record["events"]
    waited = sum(event["wall"] for event in events if event["seat"] == 1)
    used = sum(float(event["note"]) for event in events if event["seat"] == 0)
    assert report.faults == (None, None)
    assert waited > 0.8
    assert used < waited / 4


LEAVES = """
    import os, sys
    from agents.sdk import Bot

    PLACES = ("/tmp/left", "/tmp/.left", "/dev/left", "/usr/lib/left.pth", "/kauri/left.py")
    FOUND = [place for place in PLACES if os.path.exists(place)]
    FOUND += [name for name in os.environ if name == "LEFT"]
    FOUND += [name for name in os.listdir("/tmp") if not name.startswith("bot-")]

    for place in PLACES:
        try:
            open(place, "w").close()
        except OSError:
            continue
    os.environ["LEFT"] = "1"
    sys.modules["left"] = sys

    class Leaves(Bot):
        def choose(self, state, clock):
            self.note(f"found {FOUND}")
            return state.legal_actions()[0]
"""


def test_a_second_game_finds_nothing_of_the_first(play):
    for _ in range(2):
        events = play(LEAVES, LEAVES).record["events"]
        assert {event["note"] for event in events} == {"found []"}


GUESSER = """
    import gc, hashlib, os, sys
    import engine.dice
    from agents.sdk import Bot

    COMMITMENT = {commitment!r}

    def is_seed(candidate):
        if isinstance(candidate, str):
            try:
                candidate = bytes.fromhex(candidate)
            except ValueError:
                return False
        if isinstance(candidate, int):
            candidate = candidate.to_bytes(32, "big") if 0 <= candidate < 1 << 256 else b""
        return isinstance(candidate, bytes | bytearray) and len(candidate) == 32 and (
            engine.dice.commitment(bytes(candidate)) == COMMITMENT)

    def everything():
        yield from os.environ.values()
        yield from sys.argv
        frame = sys._getframe()
        while frame:
            yield from frame.f_locals.values()
            yield from frame.f_globals.values()
            frame = frame.f_back
        for thing in gc.get_objects():
            if isinstance(thing, engine.dice.Dice):
                yield thing._seed
            if isinstance(thing, dict):
                yield from list(thing.values())
            elif isinstance(thing, list | tuple | set | frozenset):
                yield from list(thing)

    class Guesser(Bot):
        def start(self, game, seat, rng):
            self.rng = rng

        def choose(self, state, clock):
            if len(state.history()) < 8:
                found = [repr(one)[:80] for one in everything() if is_seed(one)]
                dice = [one for one in gc.get_objects() if isinstance(one, engine.dice.Dice)]
                self.note(f"found {{found + dice}}")
            return state.legal_actions()[0]
"""


def test_the_seed_of_the_dice_is_nowhere_in_what_a_bot_can_reach(play):
    seed = bytes(range(100, 132))
    text = GUESSER.format(commitment=dice.commitment(seed))
    report = play(text, FIRST, seed=seed, variant="einstein")

    notes = {event.get("note") for event in report.record["events"] if event["seat"] == 0}
    assert report.faults == (None, None)
    assert "found []" in notes
    assert notes <= {"found []", "", None}


def test_a_guesser_would_know_the_seed_if_it_saw_it(play):
    seed = bytes(range(100, 132))
    text = GUESSER.format(commitment=dice.commitment(seed)) + f"\n    SECRET = {seed.hex()!r}\n"
    events = play(text, FIRST, seed=seed, variant="einstein").record["events"]

    assert any(seed.hex() in event.get("note", "") for event in events)


def test_nothing_that_is_sent_to_a_bot_has_the_seed_in_it(play, monkeypatch):
    sent, send = bytearray(), wire.Wire.send

    def listening(self, data):
        sent.extend(data)
        return send(self, data)

    monkeypatch.setattr(wire.Wire, "send", listening)
    seed = bytes(range(100, 132))
    play(FIRST, FIRST, seed=seed, variant="einstein")

    assert b'"type":"turn"' in sent
    for form in (seed, seed.hex().encode(), b64encode(seed), str(list(seed)).encode()):
        assert form not in sent
    assert str(int.from_bytes(seed, "big")).encode() not in sent


TRAP = "raise RuntimeError('a module of the bot was taken for the platform\\'s')"
SHADOWS = [
    *(
        "agents/__init__.py",
        "agents/sdk.py",
        "agents/inside/protocol.py",
        "agents/inside/harness.py",
    ),
    *(
        "engine/__init__.py",
        "engine/games/kalah/rules.py",
        "json.py",
        "random.py",
        "zipfile.py",
        "io.py",
    ),
    *("librt/__init__.py", "mypy_extensions.py", "traceback.py", "tempfile.py"),
    *("sitecustomize.py", "usercustomize.py", "site.py"),
    *("encodings/__init__.py", "importlib/__init__.py", "runpy.py", "numpy.pth", "evil.pth"),
]


@pytest.mark.parametrize("choose", ["return state.legal_actions()[0]", "1 / 0"])
def test_modules_of_a_bot_take_the_place_of_none_that_the_platform_uses(play, choose):
    files = {"bot.py": bot(choose), **dict.fromkeys(SHADOWS, TRAP)}
    # An upload may not even have some of these names.
    packed = archive._write({name: text.encode() for name, text in files.items()})
    fault = play(packed, FIRST).faults[0]

    summaries = {"return state.legal_actions()[0]": "no fault", "1 / 0": "crash: choose() raised"}
    assert said(fault).startswith(summaries[choose])
    assert fault is None or "ZeroDivisionError" in fault.summary


def test_a_module_of_its_own_shadows_the_standard_library_for_the_bot_alone(play):
    text = bot("self.note(statistics.MINE)\nreturn state.legal_actions()[0]")
    files = {"bot.py": f"import statistics\n{text}", "statistics.py": "MINE = 'its own'"}
    report = play(zipped(files), FIRST)

    assert report.faults == (None, None)
    assert report.record["events"][0]["note"] == "its own"
