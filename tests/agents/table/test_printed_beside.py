"""What a bot prints is cut by the events of the game in which it printed it."""

from textwrap import dedent

from agents.terms.limits import Limits
from tests.agents.bot_texts import FIRST, bot

TALKS = bot(
    """
    print("turn", len([one for one in state.history() if one >= 0]))
    sys.stderr.write("thought\\n")
    return state.legal_actions()[0]
    """,
    members="def finish(self, returns):\n    print('bye')\n",
)


def parts(report, seat):
    """The text of each event, and what came after the last."""
    text, begin, found = report.logs[seat], 0, {}
    for event, end in report.cuts[seat]:
        found[event], begin = text[begin:end], end
    return found, text[begin:]


def test_each_turn_has_what_was_printed_in_it(play):
    report = play(TALKS, FIRST)

    found, after = parts(report, 0)
    own = [n for n, event in enumerate(report.record["events"], start=1) if event["seat"] == 0]
    assert list(found) == own
    assert all("thought\n" in text and text.count("turn") == 1 for text in found.values())
    assert after == "bye\n"
    assert report.cuts[1] == ()


def test_what_is_printed_while_the_bot_starts_stands_before_the_first_event(play):
    report = play("print('loaded')\n" + dedent(FIRST), FIRST)

    assert parts(report, 0) == ({0: "loaded\n"}, "")


def test_the_last_words_of_a_bot_that_crashes_stand_beside_its_forfeit(play):
    report = play(bot("print('so be it')\n1 / 0"), FIRST)

    found, after = parts(report, 0)
    (forfeit,) = found
    assert "forfeit" in report.record["events"][forfeit - 1]
    assert found[forfeit].startswith("so be it\n")
    assert (report.faults[0].kind, after) == ("crash", "")


def test_the_cuts_of_a_bot_that_prints_much_are_bounded_with_its_log(play):
    talks = bot("print('x' * 999)\nreturn state.legal_actions()[0]")
    report = play(talks, FIRST, limits=Limits(log_bytes=4000))

    assert 0 < len(report.cuts[0]) <= 6
    assert report.cuts[0][-1][1] == len(report.logs[0])
