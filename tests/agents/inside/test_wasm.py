"""WebAssembly bots in real sandboxes: whole games, and what they may not do."""

import pytest

from agents.bots import archive
from agents.sandbox import Isolation
from agents.terms.clock import TimeControl
from agents.terms.faults import BotFault
from tests.agents.bot_texts import FIRST
from tests.agents.wasm_texts import EXAMPLE, module

SHORT = TimeControl("short", bank=0.5, increment=0.0, per_action=None, startup=20.0)


def test_the_same_game_takes_the_same_instructions_in_each_cage(play):
    bot = archive.pack("bot.wasm", EXAMPLE.read_bytes()).data
    control = TimeControl("quick", bank=2.0, increment=0.1, per_action=1.0, startup=20.0)

    one, other = (
        play(bot, bot, time_control=control, isolation=cage)
        for cage in (Isolation.BUBBLEWRAP, Isolation.CHROOT)
    )

    assert one.faults == other.faults == (None, None)
    assert one.record["final"] == other.record["final"]
    assert "turn 1: " in one.logs[0]
    assert one.logs == other.logs


@pytest.mark.parametrize(
    ("turn", "kind", "summary"),
    [
        pytest.param(
            "(drop (i32.div_s (i32.const 1) (i32.const 0)))",
            "crash",
            "bot.wasm was stopped: integer divide by zero.",
            id="a trap",
        ),
        pytest.param(
            "(call $deeper)",
            "crash",
            "bot.wasm was stopped: call stack exhausted.",
            id="calls without end",
        ),
        pytest.param(
            "(loop $again {many} (br $again))".replace("{many}", "(drop (i32.const 1)) " * 999),
            "timeout",
            "bot.wasm executed all 1000000000 instructions that its turn had.",
            id="out of fuel",
        ),
        pytest.param(
            "(call $proc_exit (i32.const 3))",
            "crash",
            "Its process ended early with status 3.",
            id="an exit",
        ),
        pytest.param(
            "(drop (call $fd_write (i32.const 1) (i32.const -8) (i32.const 1) (i32.const 8)))",
            "crash",
            "bot.wasm raised IndexError: index out of range.",
            id="a pointer to nowhere",
        ),
    ],
)
def test_what_stops_a_module_is_its_fault(play, turn, kind, summary):
    fault, _none = play(module(turn), FIRST, time_control=SHORT).faults

    assert (fault.kind, fault.summary[: len(summary)]) == (kind, summary)


@pytest.mark.parametrize(
    "demand",
    [
        pytest.param(
            "(i32.eq (i32.const 76) (call $path_open (i32.const 3) (i32.const 0) (i32.const 0)"
            " (i32.const 1) (i32.const 0) (i64.const 0) (i64.const 0) (i32.const 0)"
            " (i32.const 8)))",
            id="files",
        ),
        pytest.param(
            "(i32.eq (i32.const 76) (call $sock_accept (i32.const 3) (i32.const 0) (i32.const 8)))",
            id="network",
        ),
        pytest.param("(i32.eq (i32.const -1) (memory.grow (i32.const 4096)))", id="memory"),
        pytest.param("(i32.ne (i32.const -1) (memory.grow (i32.const 3072)))", id="less memory"),
    ],
)
def test_a_module_gets_what_it_may_have_and_nothing_else(play, demand):
    """It goes on after each refusal, and prints to its log."""
    turn = f"(call $demand {demand}) (call $say (i32.const 2) (i32.const 5))"

    report = play(module(turn), FIRST)

    assert "of the bot" in report.logs[0]
    assert report.record["events"][0]["action"] == "A"


def test_a_module_that_is_broken_is_refused_at_its_start(probe):
    broken = archive.pack("bot.wasm", EXAMPLE.read_bytes()[:-9]).data

    with pytest.raises(BotFault, match=r"bot\.wasm cannot be run: ") as raised:
        probe(broken)

    assert raised.value.fault.kind == "startup"
