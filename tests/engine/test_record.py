"""Records of docs/20-records-and-dice.md: written, replayed, and refused where they do not hold."""

import copy
import json

import pytest

import engine
from engine import dice, record
from engine.__main__ import main
from tests.engine import golden
from tests.engine.walks import played

SEATS = [{"name": "alice/greedy", "version": 3}, {"name": "bob/search", "version": 1}]


@pytest.fixture
def einstein():
    return golden.play("einstein")[0]


@pytest.fixture
def kalah():
    return golden.play("kalah")[0]


def index(document, kind, number=0):
    return [i for i, event in enumerate(document["events"]) if kind in event][number]


@pytest.mark.parametrize("name", golden.VARIANTS)
def test_the_golden_games_are_played_as_ever(name):
    kept = json.loads((golden.FOLDER / f"{name}.json").read_text())
    kept["record"]["engine"] = engine.__version__  # each release names itself
    assert json.dumps(kept, indent=1) + "\n" == golden.text(name)


@pytest.mark.parametrize("name", golden.VARIANTS)
def test_the_golden_records_hold(name):
    document = json.loads((golden.FOLDER / f"{name}.json").read_text())["record"]
    verdict = record.verify(document)
    assert verdict.ok
    assert verdict.line == f"ok: rules, dice and result hold ({len(document['events'])} events)"


def test_a_record_has_the_documented_parts(einstein):
    assert einstein["format"] == 1
    assert einstein["engine"] == engine.__version__
    assert einstein["variant"] == {
        "game": "einstein",
        "options": {"setup": "random", "mirror": False},
        "rules": 1,
    }
    assert einstein["dice"] == {
        "commitment": dice.commitment(golden.SEED),
        "seed": golden.SEED.hex(),
    }
    assert set(einstein["result"]) == {"returns", "ranks", "reason"}
    assert len(einstein["final"]) == 64


def test_events_are_in_notation_with_times_and_notes():
    state = played("kalah", "")
    recorder = record.Recorder(state.get_game(), SEATS, "00")
    recorder.action(state, 2, wall=0.012, cpu=0.01, note="a guess")
    recorder.action(state, 3)
    recorder.forfeit(1, "timeout")
    assert recorder.document(state)["events"] == [
        {"seat": 0, "action": "C", "wall": 0.012, "cpu": 0.01, "note": "a guess"},
        {"seat": 0, "action": "D"},
        {"seat": 1, "forfeit": "timeout"},
    ]


def test_a_record_has_one_name_a_seat():
    with pytest.raises(ValueError, match="has 2 seats, not 1"):
        record.Recorder(engine.load_game("kalah"), SEATS[:1], "00")


def test_a_document_does_not_change_with_the_recorder():
    state = played("kalah", "")
    recorder = record.Recorder(state.get_game(), SEATS, "00")
    document = recorder.document(state)
    recorder.action(state, 2)
    assert document["events"] == []


def test_states_are_one_before_each_event_and_the_final_one(einstein):
    states = list(record.states(einstein))
    assert len(states) == len(einstein["events"]) + 1
    assert states[0].history() == []
    assert record.fingerprint(states[-1]) == einstein["final"]
    assert [state.move_number() for state in states] == list(range(len(states)))


@pytest.fixture
def own():
    """A record whose dice are the game's own."""
    return golden.play("einstein-own-dice")[0]


def test_a_record_names_the_rule_of_its_dice_and_its_number(own, einstein):
    assert own["dice"] == {
        "rule": "kauri-dice-2",
        "game": 2,
        "commitment": dice.commitment(golden.SEED),
        "seed": golden.SEED.hex(),
    }
    assert record.game_number(own) == 2
    assert record.game_number(einstein) is None


@pytest.mark.parametrize("number", [0, 1, 3])
def test_a_record_does_not_hold_under_the_number_of_another_game(own, number):
    own["dice"]["game"] = number
    assert record.verify(own).line.startswith("refused at event 0: the dice give seat 0 s")


def test_a_record_does_not_hold_by_the_other_rule(own, einstein):
    del own["dice"]["rule"]
    einstein["dice"] |= {"rule": "kauri-dice-2", "game": 2}
    for document in (own, einstein):
        assert record.verify(document).line.startswith("refused at event 0: the dice give seat 0 s")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rule": "kauri-dice-3"}, "rule is 'kauri-dice-3'; this engine reads kauri-dice-2"),
        ({"rule": None}, "rule is None; this engine reads kauri-dice-2"),
        ({"game": None}, "game is missing or is no int"),
        ({"game": True}, "game is missing or is no int"),
        ({"game": "2"}, "game is missing or is no int"),
        ({"game": -1}, "game is -1; games count from 0 or more"),
    ],
)
@pytest.mark.parametrize("seed", [golden.SEED.hex(), None])
def test_a_rule_or_number_that_is_none_is_refused_with_and_without_the_seed(
    own, changes, said, seed
):
    own["dice"] |= {"seed": seed, **changes}
    assert record.verify(own).line == f"refused: {said}"


def test_without_the_seed_the_verdict_says_that_the_dice_are_unchecked(einstein):
    einstein["dice"]["seed"] = None
    count = len(einstein["events"])
    expected = f"ok: rules and result hold ({count} events); dice unchecked, no seed yet"
    assert record.verify(einstein) == (True, expected)


def test_a_seed_that_does_not_match_the_commitment_is_refused(einstein):
    einstein["dice"]["seed"] = bytes(32).hex()
    assert record.verify(einstein) == (
        False,
        "refused: dice: the revealed seed does not match the commitment",
    )
    with pytest.raises(ValueError, match="does not match"):
        record.reveal(einstein, bytes(32))


@pytest.mark.parametrize("seed", ["00", "z" * 64, "é"])
def test_a_seed_that_is_none_is_refused(einstein, seed):
    einstein["dice"]["seed"] = seed
    assert record.verify(einstein).line == "refused: dice: the seed is not 32 bytes in hex"


def test_a_changed_throw_is_refused_with_its_event(einstein):
    at = index(einstein, "throw", 3)
    thrown = einstein["events"][at]["throw"]
    seat = einstein["events"][at]["seat"]
    changed = "r1" if thrown != "r1" else "r2"
    einstein["events"][at]["throw"] = changed
    expected = f"refused at event {at}: the dice give seat {seat} {thrown}, not {changed}"
    assert record.verify(einstein) == (False, expected)


def test_a_changed_throw_of_a_set_up_is_refused(einstein):
    einstein["events"][0]["throw"] = "s123456"
    assert record.verify(einstein).line.startswith("refused at event 0: the dice give seat 0 s")


def test_a_changed_move_is_refused_where_it_is_illegal(kalah):
    at = index(kalah, "action", 1)
    kalah["events"][at]["action"] = kalah["events"][0]["action"]
    verdict = record.verify(kalah)
    assert not verdict.ok
    assert verdict.line.startswith(f"refused at event {at}: ")
    assert "seat" in verdict.line
    assert "may choose from" in verdict.line


def test_a_changed_move_that_is_legal_shows_later(kalah):
    changed = copy.deepcopy(kalah)
    changed["events"][-1]["action"] = "?"
    last = len(kalah["events"]) - 1
    expected = f"refused at event {last}: '?' is no notation of kalah"
    assert record.verify(changed).line == expected
    first = kalah["events"][0]
    first["action"] = "A" if first["action"] != "A" else "B"
    assert not record.verify(kalah).ok


def test_a_changed_result_is_refused(kalah):
    kalah["result"]["returns"].reverse()
    verdict = record.verify(kalah)
    assert not verdict.ok
    assert verdict.line.startswith("refused: the result is {'returns': [")


def test_a_changed_final_hash_is_refused(kalah):
    kalah["final"] = "0" * 64
    expected = "refused: the hash of the final state is not the recorded one"
    assert record.verify(kalah) == (False, expected)


def test_a_record_that_stops_early_is_refused(kalah):
    kalah["events"].pop()
    expected = "refused: the record stops before the game is over"
    assert record.verify(kalah) == (False, expected)


def test_a_record_that_goes_on_after_the_end_is_refused(kalah):
    kalah["events"].append({"seat": 0, "action": "A"})
    assert "the game is over" in record.verify(kalah).line


def test_an_event_of_the_wrong_seat_is_refused(kalah):
    kalah["events"][0]["seat"] = 1
    expected = "refused at event 0: it is not seat 1's action: seat 0's action is due"
    assert record.verify(kalah).line == expected


def test_an_event_of_the_wrong_kind_is_refused(einstein):
    einstein["events"][0] = {"seat": 0, "action": "s123456"}
    expected = "refused at event 0: it is not seat 0's action: seat 0's throw is due"
    assert record.verify(einstein).line == expected


def test_a_changed_forfeit_is_refused():
    document = golden.play("kalah-forfeit")[0]
    document["events"][-1]["seat"] = 0
    assert record.verify(document).line.startswith("refused: the result is")
    document["events"][-1]["seat"] = 7
    assert "no seat 7" in record.verify(document).line


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"format": 2}, "refused: format is 2; this engine reads 1"),
        ({"variant": None}, "refused: variant is missing or is no dict"),
        ({"events": None}, "refused: events is missing or is no list"),
        ({"seats": []}, "refused: seats: kalah has 2 of them"),
        ({"seats": ["one", "other"]}, "refused: name is missing or is no str"),
        ({"seats": [{"name": "one\nother"}] * 2}, "refused: seats: a name is one line"),
        ({"dice": None}, "refused: dice is missing or is no dict"),
        ({"events": [None]}, "refused at event 0: seat is missing or is no int"),
        ({"events": [{"seat": 0}]}, "refused at event 0: an event has one of action, throw"),
        ({"variant": {"game": "chess", "options": {}}}, "refused: no game 'chess'"),
        (
            {"variant": {"game": "kalah", "options": {"game_id": 1}, "rules": 1}},
            "refused: kalah has no option",
        ),
        ({"variant": {"game": "kalah", "options": {}, "rules": 1}}, "refused: options is {};"),
        ({"variant": {"game": "kalah", "options": {}, "rules": 0}}, "refused: rules is 0;"),
    ],
)
def test_a_document_that_is_no_record_is_refused(kalah, change, line):
    assert record.verify(kalah | change).line.startswith(line)


@pytest.mark.parametrize(
    ("extra", "why"),
    [
        *(({"wall": wall}, "wall is no number") for wall in ("1", None, True, -1, 10**400)),
        ({"cpu": float("nan")}, "cpu is no number of seconds"),
        ({"stall": float("inf")}, "stall is no number of seconds"),
        ({"note": ["+1"]}, "note is no text"),
    ],
)
def test_what_comes_with_an_event_is_of_its_kind(kalah, extra, why):
    first, *others = kalah["events"]
    line = record.verify(kalah | {"events": [first | extra, *others]}).line
    assert line.startswith(f"refused at event 0: {why}")


def test_a_record_of_older_rules_is_refused_for_its_rules_whatever_its_options(kalah):
    # Before version 2 the quick end was the default of every mode.
    options = {"mode": "teams", "layout": "triangles", "ending": "quick"}
    options |= {"capture": "penalty", "quiet_limit": 100}
    old = {"game": "alquerque", "options": options, "rules": 1}
    line = "refused: rules is 1; this engine reads 2"
    assert record.verify(kalah | {"variant": old}).line == line


@pytest.mark.parametrize("document", [None, [], "record", 1, {}])
def test_anything_else_is_refused_too(document):
    assert record.verify(document).line == "refused: format is None; this engine reads 1"


def test_the_command_says_in_one_line_whether_a_record_holds(tmp_path, kalah, capsys):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(kalah))
    assert main(["verify", str(path)]) == 0
    path.write_text(json.dumps(kalah | {"final": ""}))
    assert main(["verify", str(path)]) == 1
    path.write_text("no json")
    assert main(["verify", str(path)]) == 1
    assert main(["verify", str(tmp_path / "missing")]) == 1
    held, refused, unreadable, missing = capsys.readouterr().out.splitlines()
    assert held.startswith("ok: rules, dice and result hold")
    assert refused.startswith("refused: the hash")
    assert "is no readable JSON document" in unreadable
    assert "is no readable JSON document" in missing


def test_the_command_lists_the_games_and_their_options(capsys):
    assert main(["games"]) == 0
    printed = capsys.readouterr().out
    assert "kalah: Kalah." in printed
    assert "  seeds=1..12  (default 3)" in printed
    assert "  mirror=false|true  (default false)" in printed


def test_throws_that_were_given_are_told_apart_from_those_of_the_dice(einstein):
    events = [event | {"opening": True} for event in einstein["events"]]

    finding = record.check(einstein | {"events": events})

    assert finding["code"] == "record-holds-from-position"
    assert finding["params"] == {"given": len(events), "events": len(events)}


def test_an_event_is_given_at_the_start_alone_and_never_a_forfeit(einstein):
    events = [dict(event) for event in einstein["events"]]
    events[4]["opening"] = True
    assert "comes before everything" in record.verify(einstein | {"events": events}).line
    gone = [{"seat": 0, "forfeit": "crash", "opening": True}]
    assert "an event of the opening" in record.verify(einstein | {"events": gone}).line
