"""Files of games are read, compared with their checksums, and refused where they are damaged."""

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest

import engine
from agents.learning import published
from engine import dice, record

HEAD = {"kind": "file", "format": 1, "variant": "kalah"}


def a_game(number=1, *, opening=0):
    """A line of a game of Kalah with two bots that take the first action."""
    game = engine.load_game("kalah", pits=2, seeds=2)
    state, seed = game.new_initial_state(), bytes(32)
    names = [{"name": "Anna", "version": 1}, {"name": "Otto", "version": 1}]
    recorder = record.Recorder(game, names, dice.commitment(seed), number)
    while not state.is_terminal():
        action = state.legal_actions()[0]
        note = recorder.opening if state.move_number() < opening else recorder.action
        note(state, action)
        state.apply_action(action)
    return {"kind": "game", "match": 7, "number": number, "record": recorder.document(state)}


def written(path, *lines):
    text = "".join(json.dumps(line) + "\n" for line in lines).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return path


def test_games_come_without_those_that_a_later_file_withdraws(tmp_path):
    first = written(tmp_path / "a.jsonl.gz", HEAD, a_game(1), a_game(2))
    gone = {"kind": "withdrawn", "match": 7, "number": 2}
    later = written(tmp_path / "b.jsonl", HEAD, gone, a_game(3))

    assert [one["number"] for one in published.games([first, later])] == [1, 3]
    assert [one["number"] for one in published.games([first])] == [1, 2]


def test_decisions_are_the_states_in_which_bots_chose_with_what_they_chose(tmp_path):
    game = a_game(opening=2)

    found = list(published.decisions(game))

    assert len(found) == len(game["record"]["events"]) - 2
    assert all(action == state.legal_actions()[0] for state, action in found)
    assert list(published.states(game))[-1].is_terminal()


def test_a_game_whose_record_is_gone_says_so():
    with pytest.raises(ValueError, match="game 7/1 has no record any more"):
        list(published.states({"match": 7, "number": 1, "record": None}))


def test_checksums_are_compared(tmp_path):
    path = written(tmp_path / "a.jsonl.gz", HEAD, a_game())
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    (tmp_path / "SHA256SUMS").write_text(f"{digest}  a.jsonl.gz\n{'0' * 64}  not-here.jsonl.gz\n")

    assert published.verify(tmp_path) == [path]

    path.write_bytes(path.read_bytes() + b"\0")
    with pytest.raises(published.DamagedFile, match="download it again"):
        published.verify(tmp_path)


def test_a_folder_without_checksums_is_refused(tmp_path):
    with pytest.raises(published.DamagedFile, match="SHA256SUMS is missing"):
        published.verify(tmp_path)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "does not begin with the heading"),
        ([{"kind": "game"}], "does not begin with the heading"),
        ([{**HEAD, "format": 2}], "has format 2; this kit reads 1"),
    ],
)
def test_what_is_no_file_of_games_is_refused(tmp_path, lines, message):
    with pytest.raises(published.DamagedFile, match=message):
        list(published.lines(written(tmp_path / "a.jsonl", *lines)))


def test_a_file_that_is_cut_off_is_refused(tmp_path):
    path = written(tmp_path / "a.jsonl.gz", HEAD, a_game())
    path.write_bytes(path.read_bytes()[:-20])

    with pytest.raises(published.DamagedFile, match="cannot be read"):
        list(published.lines(path))
    with pytest.raises(FileNotFoundError):
        list(published.lines(tmp_path / "nothing.jsonl"))


def test_the_examples_of_the_page_for_researchers_run(tmp_path, monkeypatch, capsys):
    page = (Path(__file__).parents[3] / "docs/28-research.md").read_text()
    folder = tmp_path / "games"
    folder.mkdir()
    path = written(folder / "a.jsonl.gz", HEAD, a_game())
    (folder / "SHA256SUMS").write_text(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  a.jsonl.gz"
    )
    monkeypatch.chdir(tmp_path)

    for example in re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        exec(example, {})

    assert capsys.readouterr().out.startswith("0 A\n")
