"""Processes that are begun while another game is played: fresh, idle, and gone when not needed."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import engine
from agents.sandbox import Isolation, SandboxUnavailable
from agents.table import bench as benches
from agents.table import referee
from agents.table.bench import Bench
from agents.table.conditions import Deal, SeatedBot
from agents.terms.limits import Limits
from tests.agents.bot_texts import FIRST, bot, packed
from tests.agents.conftest import conditions

PLACE = "/tmp/left-behind"
LEAVES = bot(
    f"self.note(os.path.exists({PLACE!r}))\nopen({PLACE!r}, 'w').close()\n"
    "return state.legal_actions()[0]"
)


@pytest.fixture
def bench(nothing_is_left):
    """A bench for two processors, however many there are here."""
    with Bench(limits=Limits(), isolation=Isolation.BUBBLEWRAP, processors=2) as made:
        yield made


@pytest.fixture
def begun(monkeypatch):
    """Every process that has come up, in order."""
    made = []
    greeted = benches.greeted
    monkeypatch.setattr(benches, "greeted", lambda *told: made.append(greeted(*told)) or made[-1])
    return made


def settle(bench: Bench) -> None:
    """Prepare all that can be prepared, as turns would that go on long enough."""
    until = time.monotonic() + 10
    while time.monotonic() < until and bench.prepare():
        time.sleep(0.002)


def test_the_next_game_finds_its_processes_waiting(play, bench, begun):
    bench.expect(2)
    play(FIRST, FIRST, bench=bench)
    settle(bench)
    assert len(begun) == 4

    bench.expect(0)
    report = play(FIRST, FIRST, bench=bench)

    assert len(begun) == 4
    assert report.faults == (None, None)


@pytest.mark.parametrize(("variant", "knows"), [("kalah(seeds=4)", "True"), ("", "False")])
def test_a_process_that_waits_has_imported_the_rules_of_its_game(play, bench, variant, knows):
    import_time = 'KNOWS = "engine.games.kalah.rules" in sys.modules'
    learned = bot("self.note(KNOWS)\nreturn state.legal_actions()[0]", before=import_time)
    bench.expect(2, variant)
    settle(bench)

    report = play(learned, FIRST, bench=bench)

    assert report.record["events"][0]["note"] == knows


def test_no_process_serves_two_games(play, bench):
    bench.expect(2)
    first = play(LEAVES, FIRST, bench=bench)
    second = play(LEAVES, FIRST, bench=bench)

    notes = [report.record["events"][0]["note"] for report in (first, second)]
    assert notes == ["False", "False"]


def test_a_process_that_waits_uses_no_processor(bench, begun):
    bench.expect(2)
    settle(bench)

    # One that has just been told to stop takes a moment to.
    assert any(_used_in(0.2, begun) == 0 for _look in range(20))
    assert len(begun) == 2


def _used_in(seconds, begun):
    before = sum(one.child.cpu_seconds() for one in begun)
    time.sleep(seconds)
    return sum(one.child.cpu_seconds() for one in begun) - before


@pytest.mark.parametrize("unfinished", [benches.Starting, benches.Begun])
def test_one_comes_up_at_a_time(bench, unfinished, monkeypatch):
    begin, begun = benches.begin, []
    monkeypatch.setattr(benches, "begin", lambda **terms: begun.append(1) or begin(**terms))
    monkeypatch.setattr(unfinished, "is_up", lambda _: False)
    bench.expect(3)
    until = time.monotonic() + 0.5
    while time.monotonic() < until:
        assert bench.prepare()
    assert len(begun) == 1


def test_one_that_still_comes_up_is_taken_all_the_same(play, bench, begun):
    bench.expect(1)
    bench.prepare()
    assert begun == []
    bench.expect(0)
    assert play(FIRST, FIRST, bench=bench).faults == (None, None)
    assert len(begun) == 2


def test_one_that_still_comes_up_is_ended_with_the_bench(nothing_is_left):
    with Bench(limits=Limits(), isolation=Isolation.BUBBLEWRAP, processors=2) as bench:
        bench.expect(1)
        assert bench.prepare()


def test_nothing_is_begun_ahead_where_it_would_run_on_a_bots_clock(begun, nothing_is_left):
    with Bench(limits=Limits(), isolation=Isolation.NONE, processors=1) as alone:
        alone.expect(2)
        settle(alone)
    assert begun == []


def test_nothing_is_begun_ahead_after_the_last_game(play, bench, begun):
    bench.expect(0)
    play(FIRST, FIRST, bench=bench)
    assert len(begun) == 2


def test_one_that_has_died_while_it_waited_is_replaced(play, bench, begun):
    bench.expect(2)
    settle(bench)
    begun[0].child.close()
    assert play(FIRST, FIRST, bench=bench).faults == (None, None)
    assert len(begun) >= 3


def test_what_cannot_be_begun_ahead_costs_the_running_game_nothing(play, bench, monkeypatch):
    begin = benches.begin
    calls = []

    def fail_later(**terms):
        calls.append(1)
        if len(calls) > 2:
            raise SandboxUnavailable("no-user-ids", count=256)
        return begin(**terms)

    monkeypatch.setattr(benches, "begin", fail_later)
    bench.expect(2)
    assert play(FIRST, FIRST, bench=bench).faults == (None, None)
    with pytest.raises(SandboxUnavailable, match="All 256 user ids"):
        play(FIRST, FIRST, bench=bench)


def test_a_bench_of_other_limits_is_refused(play, bench):
    with pytest.raises(ValueError, match="other limits"):
        play(FIRST, FIRST, bench=bench, limits=Limits(cpu_seconds=1))


def test_a_process_has_read_the_facts_of_all_games_before_it_gets_a_bot(play, bench):
    folders = [info.id.replace("-", "_") for info in engine.games()]
    facts = [f"engine.games.{folder}.facts" for folder in folders]
    note = f"self.note(BEFORE.issuperset({facts!r}))\nreturn state.legal_actions()[0]"

    early = bot(note, before="BEFORE = set(sys.modules)")

    report = play(early, FIRST, bench=bench)

    assert report.record["events"][0]["note"] == "True"


def test_a_game_that_has_ended_is_reported_by_another_thread(bench):
    seated = [SeatedBot(packed(FIRST), f"bot{seat}", 1, seat) for seat in range(2)]
    ended = referee.play_game(
        engine.parse_variant("kalah"), seated, Deal(bytes(32), 1), conditions(), bench=bench
    )

    with ThreadPoolExecutor(1) as pool:
        report = pool.submit(ended.report).result()

    assert report.faults == (None, None)
    assert len(report.logs) == 2


def test_the_caller_hears_when_all_bots_have_started_and_before_the_first_is_asked(play, bench):
    started = bot("return state.legal_actions()[0]", members="def start(self, *_): print('up')")
    heard = []

    report = play(started, FIRST, bench=bench, ready=lambda recorder: heard.append(recorder.events))

    assert heard == [report.record["events"]]
    assert report.logs[0] == "up\n"


def test_what_is_raised_before_the_first_question_ends_the_game(play, bench):
    def refuse(_recorder):
        raise InterruptedError("the attempt is over")

    with pytest.raises(InterruptedError):
        play(FIRST, FIRST, bench=bench, ready=refuse)
