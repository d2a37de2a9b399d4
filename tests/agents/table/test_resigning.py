"""A bot that gives the game up: no fault, but the end of it."""

from agents.table.referee import GameReport
from engine import record
from tests.agents.bot_texts import FIRST, bot
from tests.agents.conftest import SEED

RESIGNING = bot(
    "return RESIGN if len(state.history()) > 3 else state.legal_actions()[-1]",
    before="from agents.sdk import RESIGN",
    members="def finish(self, returns): print('told')",
)


def after_resigning(play) -> GameReport:
    return play(RESIGNING, FIRST)


def test_a_bot_that_resigns_loses_without_a_fault(play):
    report = after_resigning(play)
    assert report.faults == (None, None)
    assert report.returns == (-1.0, 1.0)
    assert report.record["events"][-1] == {"seat": 0, "forfeit": "resigned"}
    assert report.logs[0] == ""


def test_the_record_of_a_resigned_game_holds(play):
    report = after_resigning(play)
    assert record.verify(record.reveal(report.record, SEED)).ok


def test_resigning_in_another_turn_than_asked_is_out_of_turn(play):
    text = bot(
        'os.write(max(out), b\'{"type": "resign", "turn": 7}\\n\')\ntime.sleep(60)',
        before="""
            import stat
            out = []
            for number in range(3, 64):
                try:
                    os.write(number, b"")
                    out.append(number)
                except OSError:
                    pass
        """,
    )
    fault = play(text, FIRST).faults[0]
    assert (fault.kind, fault.summary) == ("out-of-turn", "It answered turn 7 in turn 1.")
