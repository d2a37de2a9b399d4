import copy
import hashlib
import itertools
import os
import random

import pytest

import engine
from agents import samples
from agents.bots import archive
from agents.sandbox import Isolation
from agents.table import referee
from agents.table.wire import Wire
from agents.terms.clock import TimeControl
from agents.terms.faults import BotFault
from agents.terms.limits import Limits
from engine import record
from tests.agents.bot_texts import FIRST, bot, zipped
from tests.agents.conftest import SEED


def sample(name: str) -> bytes:
    return archive.pack("bot.py", samples.read(name)).data


def without_times(document: dict) -> dict:
    bare = copy.deepcopy(document)
    for event in bare["events"]:
        for measured in ("wall", "cpu", "stall"):
            event.pop(measured, None)
    return bare


@pytest.mark.parametrize(
    "variant", ["kalah", "kalah(seeds=6)", "einstein", "einstein(setup=chosen)"]
)
def test_a_game_is_played_to_its_end_and_its_record_holds(play, variant):
    report = play(sample("random"), sample("random"), variant=variant)

    assert report.faults == (None, None)
    assert sum(report.returns) == 0
    assert record.verify(record.reveal(report.record, SEED)).ok


def test_the_report_repeats_the_result_of_the_record(play):
    report = play(FIRST, FIRST)
    assert report.record["result"] == {
        "returns": list(report.returns),
        "ranks": list(report.ranks),
        "reason": report.reason,
    }


def test_the_record_names_the_seats_and_hides_the_seed(play):
    report = play(FIRST, FIRST, names=[("alice/first", 3), ("bob/first", 1)])

    assert report.record["seats"] == [
        {"name": "alice/first", "version": 3, "seed": 0},
        {"name": "bob/first", "version": 1, "seed": 1},
    ]
    assert report.record["dice"]["seed"] is None


def test_a_hidden_arrangement_is_in_no_message_before_the_other_is_chosen(play, monkeypatch):
    sent = []
    send = Wire.send

    def noted(wire, data):
        sent.append((wire, bytes(data)))
        send(wire, data)

    def turns_of_seat_1(arrangement):
        sent.clear()
        choice = f"{arrangement} if len(state.legal_actions()) == 720 else 0"
        play(
            bot(f"return state.legal_actions()[{choice}]"), FIRST, variant="einstein(setup=chosen)"
        )
        wires = list(dict.fromkeys(wire for wire, _data in sent))
        return [data for wire, data in sent if wire is wires[1] and b'"type":"turn"' in data]

    monkeypatch.setattr(Wire, "send", noted)
    one, other = turns_of_seat_1(5), turns_of_seat_1(600)

    assert one[0] == other[0]
    assert one[1] != other[1]


def test_the_same_seeds_give_the_same_game(play):
    games = [play(sample("random"), sample("greedy"), variant="einstein") for _ in range(2)]
    assert without_times(games[0].record) == without_times(games[1].record)


def test_another_bot_seed_gives_another_game(play):
    games = [play(sample("random"), FIRST, bot_seeds=(seed, 0)) for seed in (1, 2)]
    assert without_times(games[0].record) != without_times(games[1].record)


def test_sets_hashes_and_the_random_module_are_the_same_in_every_game(play):
    text = bot(
        "self.note(f'{hash(str(self))} {random.random()} {sorted(set(dir()))} {EARLY}')\n"
        "return state.legal_actions()[0]",
        before="EARLY = random.random()",
        members="def __str__(self): return 'x'",
    )
    games = [play(text, FIRST) for _ in range(2)]
    assert without_times(games[0].record) == without_times(games[1].record)


def test_the_generator_is_seeded_with_the_bot_seed(play):
    text = bot(
        "self.note(self.number)\nreturn state.legal_actions()[0]",
        members="def start(self, game, seat, rng): self.number = rng.getrandbits(64)",
    )
    report = play(text, FIRST, bot_seeds=(42, 0))
    assert report.record["events"][0]["note"] == str(random.Random(42).getrandbits(64))


def test_an_action_may_be_given_in_notation_and_a_note_attached(play):
    text = bot(
        "self.note('a\\x00b')\n"
        "self.note('second')\n"
        "return state.action_to_string(state.legal_actions()[0])"
    )
    event = play(text, FIRST).record["events"][0]
    assert (event["action"], event["note"]) == ("A", "ab\nsecond")


def test_each_action_has_its_wall_and_cpu_time(play):
    events = play(FIRST, FIRST).record["events"]
    assert all(event["wall"] > 0 and event["cpu"] > 0 for event in events)


def test_sleeping_takes_wall_time_and_hardly_any_cpu_time(play):
    text = bot("time.sleep(0.05)\nreturn state.legal_actions()[0]")
    own = [e for e in play(text, FIRST).record["events"] if e["seat"] == 0]
    assert all(event["wall"] >= 0.05 > event["cpu"] for event in own)


def test_the_clock_that_a_bot_sees_runs_down(play):
    text = bot("self.note(f'{clock.remaining}')\ntime.sleep(0.01)\nreturn state.legal_actions()[0]")
    control = TimeControl("t", bank=30.0, increment=0.0, per_action=None, startup=20.0)
    events = play(text, FIRST, time_control=control).record["events"]
    seen = [float(event["note"]) for event in events if event["seat"] == 0]
    assert seen[0] == 30.0
    # A busy host is a little late to wake a bot, and what it was late is not the bot's.
    assert all(later <= earlier - 0.005 for earlier, later in itertools.pairwise(seen))


def test_a_bot_is_frozen_while_the_opponent_thinks(play):
    spinning = bot(
        "self.note(time.process_time() - self.at)\n"
        "self.at = time.process_time()\n"
        "return state.legal_actions()[0]",
        before="""
            import threading

            def spin():
                while True:
                    pass
        """,
        members="""
            at = 0
            def start(self, game, seat, rng):
                threading.Thread(target=spin, daemon=True).start()
        """,
    )
    slow = bot(
        "time.sleep(0.4 if len(state.history()) < 8 else 0)\nreturn state.legal_actions()[0]"
    )
    report = play(spinning, slow, limits=Limits(processes=4))

    events = report.record["events"]
    assert report.faults == (None, None)
    assert any(event["seat"] == 1 and event["wall"] >= 0.4 for event in events)
    between = [float(event["note"]) for event in events if event["seat"] == 0][1:]
    assert max(between) < 0.2


def test_what_a_bot_prints_is_in_its_own_log_only(play):
    text = bot("print('thinking'); sys.stderr.write('hard')\nreturn state.legal_actions()[0]")
    report = play(text, FIRST)
    assert report.logs[0].startswith("thinking\nhardthinking\n")
    assert report.logs[1] == ""


def test_a_long_log_is_cut_in_the_middle(play):
    text = bot("print('x' * 999)\nreturn state.legal_actions()[0]")
    report = play(text, FIRST, limits=Limits(log_bytes=1000))
    assert report.faults == (None, None)
    assert "bytes left out" in report.logs[0]


def test_modules_and_data_beside_bot_py_are_found(play):
    archived = zipped(
        {
            "bot.py": """
                import pathlib
                from agents.sdk import Bot
                from lib.helper import Choice

                BOOK = pathlib.Path(__file__).with_name("book.txt").read_text()

                class Mine(Choice):
                    def start(self, game, seat, rng):
                        print(BOOK)
            """,
            "lib/helper.py": """
                from agents.sdk import Bot

                class Choice(Bot):
                    def choose(self, state, clock):
                        return state.legal_actions()[-1]
            """,
            "book.txt": "an opening",
        }
    )
    report = play(archived, FIRST)
    assert report.faults == (None, None)
    assert report.logs[0] == "an opening\n"


def test_an_archive_far_larger_than_a_pipe_arrives_whole(play):
    book = "".join(f"{number:09}\n" for number in range(500_000))
    text = """
        import hashlib, pathlib
        from agents.sdk import Bot

        class Mine(Bot):
            def start(self, game, seat, rng):
                book = pathlib.Path(__file__).with_name("book.txt").read_bytes()
                print(hashlib.sha256(book).hexdigest())

            def choose(self, state, clock):
                return state.legal_actions()[0]
    """
    report = play(zipped({"bot.py": text, "book.txt": book}), FIRST)
    assert report.logs[0] == hashlib.sha256(book.encode()).hexdigest() + "\n"


def test_finish_is_told_the_returns_and_cannot_change_them(play):
    text = bot(
        "return state.legal_actions()[0]",
        members="def finish(self, returns):\n    print('returns', returns)\n    1 / 0",
    )
    report = play(text, FIRST)
    assert report.faults == (None, None)
    assert f"returns {list(report.returns)}" in report.logs[0]


def test_watch_is_called_while_a_bot_thinks(play):
    calls = []
    play(
        bot("time.sleep(1.2 if state.move_number() == 0 else 0)\nreturn state.legal_actions()[0]"),
        FIRST,
        watch=lambda: calls.append(1),
    )
    assert len(calls) >= 3


def test_a_watch_that_raises_stops_the_game_and_leaves_nothing(play):
    class Stop(Exception):
        pass

    def watch() -> None:
        calls.append(1)
        if len(calls) == 2:
            raise Stop

    calls: list[int] = []
    # That no process is left, the fixture `nothing_is_left` asserts after the test.
    with pytest.raises(Stop):
        play(bot("time.sleep(60)"), FIRST, watch=watch)


def test_too_few_bots_are_refused(play):
    with pytest.raises(ValueError, match="kalah has 2 seats"):
        play(FIRST)


def test_a_trusted_bot_plays_without_isolation(play):
    report = play(FIRST, FIRST, isolation=Isolation.NONE)
    assert report.faults == (None, None)


@pytest.mark.parametrize("name", samples.NAMES)
def test_a_sample_plays_every_game(play, probe, name):
    quick = TimeControl("quick", bank=1.0, increment=0.0, per_action=None, startup=20.0)
    games = probe(sample(name))

    assert games == tuple(info.id for info in engine.games())
    for info in engine.games():
        short = "(turn_limit=60)" if "turn_limit" in [spec.name for spec in info.options] else ""
        seats = engine.load_game(info.id).num_players()
        bots = [sample(name), *[sample("random")] * (seats - 1)]
        report = play(*bots, variant=info.id + short, time_control=quick)
        assert report.faults == (None,) * seats


def test_greedy_beats_random_and_search_beats_greedy(play):
    control = TimeControl("t", bank=5.0, increment=0.0, per_action=None, startup=20.0)
    for better, worse in (("greedy", "random"), ("search", "greedy")):
        first = play(sample(better), sample(worse), time_control=control)
        second = play(sample(worse), sample(better), time_control=control)
        assert first.returns[0] + second.returns[1] > 0


def test_probe_tells_the_games_in_the_bots_order(probe):
    text = bot("pass", members="games = ['einstein', 'kalah', 'einstein']")
    assert probe(text) == ("einstein", "kalah")


FORGED = """
    import os
    for descriptor in range(20, 30):
        try:
            os.write(descriptor, b'{{"type": "manifest", "games": {games}}}\\n')
        except OSError:
            pass
    os._exit(0)
"""


@pytest.mark.parametrize("games", ["[]", '["chess"]', '["kalah(seeds=99)"]'])
def test_a_bot_that_answers_for_the_harness_cannot_claim_any_games(probe, games):
    with pytest.raises(BotFault, match="names no games, or games or options not known"):
        probe(FORGED.format(games=games))


def test_a_probe_gives_a_bot_the_seed_0(probe):
    names = "import engine\nGAMES = random.sample([game.id for game in engine.games()], 4)"
    text = bot("return state.legal_actions()[0]", before=names, members="games = GAMES")
    ids = [game.id for game in engine.games()]

    assert probe(text) == tuple(random.Random(0).sample(ids, 4))


def test_a_game_that_a_bot_claims_many_times_over_counts_once(probe):
    assert probe(FORGED.format(games='["kalah", "kalah", "kalah"]')) == ("kalah",)


def test_bot_seeds_differ_by_game_and_seat_and_are_told_by_the_formula():
    one = referee.bot_seeds_from(SEED, game_number=0, seats=2)
    two = referee.bot_seeds_from(SEED, game_number=1, seats=2)

    assert len({*one, *two}) == 4
    assert one[1] == 6268949605824493887


def test_an_opening_is_played_before_the_bots_are_asked(play):
    told = bot("self.note(len(state.history()))\nreturn state.legal_actions()[0]")
    report = play(told, told, opening=["B", "e"])

    events = report.record["events"]
    assert events[:2] == [
        {"seat": 0, "action": "B", "opening": True},
        {"seat": 1, "action": "e", "opening": True},
    ]
    assert events[2]["note"] == "2"
    assert record.verify(record.reveal(report.record, SEED)).ok


def test_a_throw_of_an_opening_is_given_and_the_dice_go_on_as_ever(play):
    game = play(FIRST, FIRST, variant="einstein", seed=bytes(32)).record["events"]
    given = [event.get("action", event.get("throw")) for event in game[:4]]

    opened = play(FIRST, FIRST, variant="einstein", opening=given).record

    assert [event.pop("opening", False) for event in opened["events"][:5]] == [True] * 4 + [False]
    assert without_times(opened)["events"][:4] == without_times({"events": game})["events"][:4]


def test_an_opening_against_the_rules_is_refused_before_anything_starts(play):
    with pytest.raises(engine.EngineError, match="not allowed"):
        play(FIRST, FIRST, opening=["a"])


def test_a_fault_after_an_opening_knows_its_place(play):
    report = play(bot("1 / 0"), FIRST, opening=["B", "e"])
    assert report.faults[0].ply == 2


def test_a_bot_has_the_niceness_of_its_worker(play):
    text = bot(
        "self.note(str(os.getpriority(os.PRIO_PROCESS, 0)))\nreturn state.legal_actions()[0]"
    )

    events = play(text, FIRST).record["events"]

    assert {event["note"] for event in events if "note" in event} == {str(os.nice(0))}
