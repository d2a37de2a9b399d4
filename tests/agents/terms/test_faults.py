"""A bot for each fault: what it does, and what its author and its opponent get."""

import json
from dataclasses import asdict

import pytest

from agents.inside import protocol
from agents.sandbox import Isolation, SandboxUnavailable
from agents.terms.clock import TimeControl
from agents.terms.faults import KINDS, BotFault, Fault, PlatformFault
from agents.terms.limits import Limits
from agents.words import Sentence
from engine import record
from tests.agents.bot_texts import FIRST, bot, packed, zipped

MIB = 1024 * 1024
PLAIN = "return state.legal_actions()[0]"
SHORT = TimeControl("short", bank=0.5, increment=0.0, per_action=None, startup=20.0)
CAPPED = TimeControl("capped", bank=20.0, increment=0.0, per_action=0.3, startup=20.0)
HASTY = TimeControl("hasty", bank=20.0, increment=0.0, per_action=None, startup=0.5)

# The harness keeps its descriptors for itself; these bots look for them.
FIND_REPLIES = """
    import json, stat

    def replies():
        for number in range(3, 64):
            try:
                if stat.S_ISFIFO(os.fstat(number).st_mode):
                    os.write(number, b"")
                    return number
            except OSError:
                continue

    def say(*messages, **message):
        # In one piece: the bot is paused as soon as its first line is read.
        lines = (json.dumps(one).encode() + b"\\n" for one in messages or [message])
        os.write(replies(), b"".join(lines))
"""

STARTUP = {
    "no Python": ("this is no program", "importing bot.py raised SyntaxError: invalid syntax"),
    "crashes on import": ("import engine\n1 / 0", "importing bot.py raised ZeroDivisionError"),
    "a module that is not there": ("import tensorflow", "No module named 'tensorflow'"),
    "no bot": ("x = 1", "defines no class that derives from kauri.sdk.Bot"),
    "only the base class": ("from agents.sdk import Bot", "defines no class"),
    "two bots": (
        bot(PLAIN) + "\nclass Other(Bot):\n    def choose(self, state, clock): pass",
        "more than one bot: Other and Under; keep one",
    ),
    "no choose": ("from agents.sdk import Bot\nclass A(Bot): pass", "A has no method choose"),
    "an unknown game": (bot(PLAIN, members="games = ['chess']"), "names 'chess'"),
    "an unknown option": (bot(PLAIN, members="games = ['kalah(stones=4)']"), "no option 'stones'"),
    "many games": (bot(PLAIN, members="games = ['kalah'] * 21"), "Under.games has more than 20"),
    "a long entry": (
        bot(PLAIN, members="games = ['x' * 81]"),
        "Under.games has an entry of 81 characters; 80 are allowed.",
    ),
    "no games": (bot(PLAIN, members="games = []"), "Under.games is empty"),
    "games as one text": (bot(PLAIN, members="games = 'kalah'"), "must be a list of ids"),
    "exits on import": ("raise SystemExit(3)", "importing bot.py raised SystemExit: 3"),
    "leaves on import": ("import os\nos._exit(3)", "Its process ended early with status 3"),
}


def first_fault(report) -> Fault:
    """The fault of seat 0, after a look at what it must mean for the game."""
    fault = report.faults[0]
    assert fault is not None
    assert fault.kind in KINDS
    assert fault.summary.endswith(".")
    assert report.faults[1] is None
    assert report.returns == (-1.0, 1.0)
    assert report.record["events"][-1] == {"seat": 0, "forfeit": fault.kind}
    return fault


@pytest.mark.parametrize("case", STARTUP)
def test_a_bot_that_cannot_be_loaded_is_refused_with_the_reason(probe, case):
    text, said = STARTUP[case]
    with pytest.raises(BotFault) as caught:
        probe(text)
    fault = caught.value.fault
    assert fault.kind == "startup"
    assert said in fault.summary
    assert fault.code
    assert str(fault.sentence) == fault.summary


def test_a_bot_that_cannot_be_loaded_forfeits(play):
    fault = first_fault(play("1 / 0", FIRST))
    assert (fault.kind, fault.ply) == ("startup", None)


def test_a_traceback_begins_in_the_bots_own_code(probe):
    files = {"bot.py": "import helper\n", "helper.py": "def f():\n    return 1 / 0\nf()\n"}
    with pytest.raises(BotFault) as caught:
        probe(zipped(files))
    detail = caught.value.fault.detail
    assert detail.splitlines()[1] == '  File "bot.py", line 1, in <module>'
    assert 'File "helper.py", line 2, in f' in detail
    assert "harness" not in detail


def test_a_syntax_error_shows_its_line(probe):
    with pytest.raises(BotFault) as caught:
        probe("x = 1\nx = = 2\n")
    assert 'File "bot.py", line 2' in caught.value.fault.detail
    assert "x = = 2" in caught.value.fault.detail


def test_a_bot_that_loads_for_ever_is_stopped(play):
    fault = first_fault(play("while True: pass", FIRST, time_control=HASTY))
    assert (fault.kind, fault.summary) == ("startup", "It did not start within its 0.5 s.")


def test_a_crash_in_start_is_told(play):
    text = bot(PLAIN, members="def start(self, game, seat, rng): [][1]")
    fault = first_fault(play(text, FIRST))
    assert fault.summary == "start() raised IndexError: list index out of range."
    assert fault.code == "raised"
    assert fault.params == {"step": "start()", "error": "IndexError: list index out of range"}


def test_a_crash_in_choose_forfeits_with_the_traceback(play):
    text = bot("if len(state.history()) > 3: 1 / 0\n" + PLAIN)
    report = play(text, FIRST)
    fault = first_fault(report)

    assert fault.kind == "crash"
    assert fault.summary == "choose() raised ZeroDivisionError: division by zero."
    assert fault.detail.startswith('Traceback (most recent call last):\n  File "bot.py", line')
    assert fault.ply == len(report.record["events"]) - 1
    assert fault.detail in report.logs[0]


def test_a_long_error_is_cut_and_keeps_its_code(play):
    fault = first_fault(play(bot("raise ValueError('x' * 50_000)"), FIRST))
    assert fault.code == "raised"
    assert len(fault.params["error"]) == protocol.VALUE_CHARACTERS


def test_a_long_traceback_keeps_its_beginning_and_its_end(play):
    fault = first_fault(play(bot("raise ValueError('\\U0001f3b2' * 50_000 + 'last')"), FIRST))
    assert fault.kind == "crash"
    assert fault.detail.startswith("Traceback")
    assert fault.detail.endswith("last")


@pytest.mark.parametrize(
    ("choose", "said"),
    [
        ("raise SystemExit", "choose() raised SystemExit"),
        ("raise KeyboardInterrupt", "choose() raised KeyboardInterrupt"),
        ("os._exit(7)", "Its process ended early with status 7."),
        ("import ctypes; ctypes.string_at(0)", "Its process was ended by SIGSEGV."),
        ("def f(): f()\n" + "f()", "choose() raised RecursionError"),
        ("class E(Exception):\n    def __str__(self): 1 / 0\n" + "raise E", "choose() raised"),
    ],
)
def test_every_way_to_end_is_a_crash(play, choose, said):
    fault = first_fault(play(bot(choose), FIRST))
    assert fault.kind == "crash"
    assert said in fault.summary


@pytest.mark.parametrize("isolation", [Isolation.BUBBLEWRAP, Isolation.NONE])
def test_a_bot_that_closes_its_descriptors_is_named_long_before_its_time_is_up(play, isolation):
    text = bot("os.closerange(3, 64); time.sleep(60)")
    fault = first_fault(play(text, FIRST, isolation=isolation))
    assert (fault.kind, fault.summary) == ("crash", "It closed the descriptor of its answers.")


@pytest.mark.parametrize(
    ("choose", "said"),
    [
        ("return None", "choose() returned None; it must return one of state.legal_actions()"),
        ("return True", "choose() returned True"),
        ("return 1.0", "choose() returned 1.0"),
        ("return 10 ** 5000", "choose() returned a number far beyond any action"),
        ("return 'Z9'", "It answered 'Z9', which is no action of Kalah."),
        ("return 'x' * 1000", "choose() returned 'xxx"),
    ],
)
def test_nonsense_is_invalid(play, choose, said):
    fault = first_fault(play(bot(choose), FIRST))
    assert fault.kind == "invalid"
    assert said in fault.summary


@pytest.mark.parametrize(
    ("choose", "tried"), [("return 99", "action 99"), ("return -1", "action -1")]
)
def test_an_illegal_action_is_told_with_what_was_allowed(play, choose, tried):
    fault = first_fault(play(bot(choose), FIRST))
    assert fault == Fault(
        "illegal",
        0,
        f"It chose {tried}, which is not allowed here.",
        "Allowed: A (0), B (1), C (2), D (3), E (4), F (5)",
        "not-allowed",
        {"tried": tried},
    )


def test_the_ply_of_a_fault_leads_to_its_position_in_the_record(play):
    text = bot("return 'A' if len(state.history()) > 4 else state.legal_actions()[-1]")
    report = play(text, FIRST, variant="kalah(seeds=5)")
    fault = first_fault(report)

    position = list(record.states(report.record))[fault.ply]
    allowed = [f"{position.action_to_string(a)} ({a})" for a in position.legal_actions()]
    assert fault.kind == "illegal"
    assert position.current_player() == 0
    assert fault.detail == f"Allowed: {', '.join(allowed)}"


def test_an_illegal_action_in_notation_is_told_too(play):
    text = bot("return 'A'")
    fault = first_fault(play(text, bot("return state.legal_actions()[-1]")))
    assert fault.kind == "illegal"
    assert fault.summary == "It chose A, which is not allowed here."


@pytest.mark.parametrize("choose", ["while True: pass", "time.sleep(60)"])
def test_a_bot_that_never_answers_uses_up_its_time(play, choose):
    fault = first_fault(play(bot(choose), FIRST, time_control=SHORT))
    assert fault.kind == "timeout"
    assert fault.summary == "It used up its time: 0.500 s were left in its bank."


def test_one_action_over_the_cap_is_a_timeout(play):
    fault = first_fault(play(bot("time.sleep(60)"), FIRST, time_control=CAPPED))
    assert fault.summary == "It did not answer within 0.3 s, the most allowed."


def test_memory_over_the_limit_is_named(play):
    fault = first_fault(play(bot("bytearray(1 << 40)"), FIRST))
    assert fault.kind == "memory"
    assert "choose() raised MemoryError" in fault.summary


def test_memory_eaten_bit_by_bit_is_named_too(play):
    text = bot("kept = []\nwhile True: kept.append(bytearray(1 << 20))")
    assert first_fault(play(text, FIRST, limits=Limits(memory_bytes=128 * MIB))).kind == "memory"


def test_cpu_time_over_the_limit_is_named(play):
    text = bot("while True: pass")
    fault = first_fault(play(text, FIRST, limits=Limits(cpu_seconds=1)))
    assert (fault.kind, fault.summary) == ("cpu", "It used more than 1 s of CPU time.")


def test_a_bot_that_prints_megabytes_is_stopped(play):
    text = bot("while True: print('x' * 100_000)")
    report = play(text, FIRST, limits=Limits(output_bytes=MIB, log_bytes=1000))
    assert first_fault(report).summary == "It printed more than 1 MiB."
    assert len(report.logs[0]) < 1200


def test_a_bot_that_prints_no_text_is_shown_as_far_as_it_can_be(play):
    report = play(bot(f"os.write(1, bytes(range(256)))\n{PLAIN}"), FIRST)
    assert report.faults == (None, None)
    assert report.logs[0].isprintable() or "\n" in report.logs[0]
    assert "\x00" not in report.logs[0]


@pytest.mark.parametrize(
    ("said_by_bot", "kind", "said"),
    [
        ("os.write(replies(), b'garbage\\n')", "invalid", "the answer is not JSON"),
        ("os.write(replies(), b'[' * 60_000 + b'\\n')", "invalid", "nested too deeply"),
        ("say(type='finished')", "invalid", "Finished came in place of Answer"),
        ("say(type='manifest', games=[])", "out-of-turn", "without being asked, or twice"),
        (
            "say(type='action', turn=9, action=0, note='')",
            "out-of-turn",
            "answered turn 9 in turn 1",
        ),
        ("while True: os.write(replies(), b'x' * 4096)", "output", "longer than 64 KiB"),
        ("say(type='fault', kind='startup', summary='Oh', detail='')", "crash", "Oh."),
        ("say(type='fault', kind='crash', summary='', detail='')", "invalid", "must not be empty"),
    ],
)
def test_forged_protocol_lines_are_named(play, said_by_bot, kind, said):
    text = bot(f"{said_by_bot}\ntime.sleep(60)", before=FIND_REPLIES)
    fault = first_fault(play(text, FIRST))
    assert fault.kind == kind
    assert said in fault.summary


def test_a_bot_that_answers_twice_is_found_out_at_its_next_turn(play):
    text = bot(
        "say(type='action', turn=1, action=0, note='')\n"
        "say(type='action', turn=1, action=1, note='')\n"
        "time.sleep(60)",
        before=FIND_REPLIES,
    )
    fault = first_fault(play(text, FIRST))
    assert (fault.kind, fault.ply) == ("out-of-turn", 2)


def test_a_bot_that_answers_before_it_is_asked_is_found_out(play):
    text = bot(
        PLAIN,
        before=FIND_REPLIES,
        members="""
            def start(self, game, seat, rng):
                say({'type': 'started'}, {'type': 'action', 'turn': 1, 'action': 0, 'note': ''})
                time.sleep(60)
        """,
    )
    assert first_fault(play(text, FIRST)).kind == "out-of-turn"


def test_a_bot_that_changes_its_state_changes_nothing(play):
    text = bot("legal = state.legal_actions()[0]\nstate.apply_action(legal)\nreturn legal")
    assert play(text, FIRST).faults == (None, None)


def test_where_neither_bot_starts_both_are_told(play):
    report = play("1 / 0", "2 / 0")
    assert [fault.kind for fault in report.faults] == ["startup", "startup"]
    assert report.returns == (-1.0, 1.0)


def test_a_process_that_never_comes_up_is_the_platforms_fault(play):
    with pytest.raises(PlatformFault, match="did not come up"):
        play(FIRST, FIRST, limits=Limits(memory_bytes=8 * MIB))


def test_that_a_process_cannot_be_started_is_no_bots_fault(play, monkeypatch):
    def fail(*_arguments, **_terms):
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("agents.sandbox.launch.subprocess.Popen", fail)
    with pytest.raises(SandboxUnavailable, match="Resource temporarily unavailable"):
        play(packed(FIRST), packed(FIRST))


def test_a_fault_becomes_a_document_and_back():
    how = Sentence("answer-no-text", member="note")
    fault = BotFault("invalid", Sentence("broken-protocol", how=how)).fault

    stored = json.loads(json.dumps(asdict(fault)))

    assert Fault(**stored) == fault
    assert str(Fault(**stored).sentence) == fault.summary
    assert fault.summary == "It broke the protocol: 'note' must be text."


def test_a_summary_in_a_bots_own_words_has_no_code():
    fault = BotFault("crash", "Mine: {0.__class__}.").fault

    assert (fault.code, fault.params, fault.sentence) == ("", {}, fault.summary)


def test_a_traceback_that_a_log_ends_with_is_told_once():
    traceback = "Traceback (most recent call last):\nZeroDivisionError: division by zero"
    fault = Fault("crash", 0, "It crashed.", f"{traceback}\n")

    assert fault.told_with(f"thinking\n{traceback}\n") == [traceback, "thinking"]
    assert fault.told_with(f"{traceback}\n") == [traceback]
    assert Fault("timeout", 0, "It was late.").told_with("thinking\n") == ["thinking"]
