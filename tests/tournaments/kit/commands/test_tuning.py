"""`kauri tune`: constants follow the side that wins, and a killed run goes on as it would have."""

import json

import pytest

from tournaments.kit.main import run

BOT = """from kauri.sdk import Bot


class Late(Bot):
    games = ["kalah"]
    tunable = {"late": (0.0, 1.0), "depth": (0, 4)}
    late: float = 0.3
    depth = 2

    def start(self, game, seat, rng):
        self.rng = rng

    def choose(self, state, clock):
        # In this small game the last house is the better one by far.
        return state.legal_actions()[-1 if self.rng.random() < self.late else 0]
"""
TERMS = ["--game", "kalah(pits=3,seeds=2)", "--in-process", "--seed", "cd" * 32, "--json",
         "--pairs", "2", "--time", "9+1"]  # fmt: skip


@pytest.fixture
def bot(tmp_path):
    file = tmp_path / "bot.py"
    file.write_text(BOT)
    return file


def told(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_constant_that_wins_grows_and_is_said_as_its_author_writes_it(bot, tmp_path, capsys):
    given = ["--iterations", "30", "--step", "0.2", "--file", str(tmp_path / "run")]

    assert run(["tune", str(bot), *TERMS, *given]) == 0

    first, *iterations, last = told(capsys)
    assert (first["iterations"], first["done"], len(iterations)) == (30, 0, 30)
    late, depth = last["constants"]
    assert float(late.removeprefix("late = ")) > 0.7
    assert depth in {f"depth = {number}" for number in range(5)}
    assert [one["faults"] for one in iterations] == [0] * 30


def test_a_killed_run_goes_on_to_the_same_constants_also_with_two_processes(bot, tmp_path, capsys):
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    assert run(["tune", str(bot), *TERMS, "--iterations", "4", "--file", str(whole)]) == 0
    (*_others, last), written = told(capsys), whole.read_text()
    bot.write_text("# changed since")

    cut.write_text("\n".join(written.splitlines()[:3]) + '\n{"differ')
    assert run(["tune", "--resume", str(cut), "--jobs", "2", "--json"]) == 0

    first, *iterations, end = told(capsys)
    assert (first["done"], [one["iteration"] for one in iterations]) == (2, [3, 4])
    assert end == last
    assert cut.read_text().splitlines()[-2:] == written.splitlines()[-2:]


@pytest.mark.parametrize("variant", ["pachisi(mode=teams,turn_limit=2)", "ashte-kashte(seats=3)"])
def test_a_game_for_more_seats_is_shared_between_both_sides(variant, bot, tmp_path, capsys):
    bot.write_text(BOT.replace('["kalah"]', '["pachisi", "ashte-kashte"]'))
    given = ["--game", variant, "--iterations", "1", "--pairs", "1", "--file", str(tmp_path / "f")]

    assert run(["tune", str(bot), *TERMS, *given]) == 0
    _first, iteration, _last = told(capsys)
    assert -1 <= iteration["difference"] <= 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("tunable", "others"), "one class that names what to tune"),
        (("(0.0, 1.0)", "(0.4, 1.0)"), "needs late = NUMBER"),
        (("(0.0, 1.0)", "3"), "needs late = NUMBER"),
        (("late: float = 0.3", "late: float = 1 / 3"), "needs late = NUMBER"),
        (("late: float = 0.3", "late: float"), "needs late = NUMBER"),
        (("late: float = 0.3", "late = True"), "needs late = NUMBER"),
        (('{"late": (0.0, 1.0), "depth": (0, 4)}', "{}"), "names what to tune"),
        (("class Late", "class"), "cannot be read"),
    ],
)
def test_a_bot_that_names_no_constants_is_a_wrong_argument(change, why, bot, tmp_path, capsys):
    bot.write_text(BOT.replace(*change))

    assert run(["tune", str(bot), *TERMS, "--file", str(tmp_path / "run")]) == 2
    assert why in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ([], "Name a bot and --game"),
        (["--resume", "{file}"], "holds no tuning"),
        (["{file}", "--resume", "{file}"], "name no variant and no bots"),
        (["{file}", "--game", "kalah", "--file", "{file}"], "exists"),
        (["{file}", "--game", "einstein", "--openings", "4"], "has dice"),
    ],
)
def test_what_cannot_be_tuned_is_a_wrong_argument(given, why, bot, capsys):
    options = [text.replace("{file}", str(bot)) for text in given]

    assert run(["tune", *options, "--in-process"]) == 2
    assert why in capsys.readouterr().err
