"""The zip of Python that browsers run."""

import io
import json
import subprocess
import sys
import zipfile
from base64 import b64encode

import pytest

from agents.values import editions
from engine import packages
from tournaments.queries.workshop.sources import sources

pytestmark = pytest.mark.once

PROGRAM = """
import json, sys
sys.path.insert(0, sys.argv[1])
for name in ("numpy", "resource", "django", "fcntl"):
    sys.modules[name] = None
sys.platform = "emscripten"
from agents import samples
from tournaments.kit.workshop import started
told = []
bench = started(lambda text: told.append(json.loads(text)), "{}")
own = {"name": "Own", "files": {"bot.py": samples.read("greedy").decode()}}
for variant, weights in zip(("kalah", "pachisi"), sys.argv[2:]):
    other = {"name": "Glance", "house": variant + "-glance"}
    request = {"variant": variant, "entrants": [own, other], "control": "classical"}
    bench.take(json.dumps({"do": "play", "games": 1, "first": 0} | request))
    (over,) = [one for one in told if one["kind"] == "over"][-1:]
    judged = {"variant": variant, "events": over["events"], "weights": weights}
    bench.take(json.dumps({"do": "judge"} | judged))
print(json.dumps([one for one in told if one["kind"] in {"over", "judged"}]))
"""

MORRIS = """
import json, sys
sys.path.insert(0, sys.argv[1])
from tournaments.kit.workshop import started
told = []
bench = started(lambda text: told.append(json.loads(text)), "{}")
pair = [{"name": "One", "house": "random"}, {"name": "Two", "house": "greedy"}]
request = {"variant": "morris", "entrants": pair, "control": "classical"}
bench.take(json.dumps({"do": "play", "games": 1, "first": 0} | request))
print(json.dumps([one for one in told if one["kind"] == "over"]))
"""


def test_it_holds_nothing_of_the_site():
    names = zipfile.ZipFile(io.BytesIO(sources().data)).namelist()

    assert not [name for name in names if name.startswith(("tournaments/models", "agents/judge"))]
    assert {"engine/film.py", "kauri/__init__.py", "tournaments/kit/workshop.py"} <= set(names)
    assert [name for name in names if not name.endswith(".py")] == ["GAMES"]


def test_it_is_the_same_each_time():
    again = sources.__wrapped__()

    assert again == sources()


def test_a_game_that_is_a_package_is_played_from_it(tmp_path, monkeypatch):
    monkeypatch.setenv(packages.SETTING, "examples/morris/kauri_morris")
    monkeypatch.setattr(sys, "path", [*sys.path])
    folder = tmp_path / "kauri"
    with zipfile.ZipFile(io.BytesIO(sources.__wrapped__().data)) as packed:
        packed.extractall(folder)
    games = (folder / "GAMES").read_text()
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", MORRIS, folder],
        check=False, capture_output=True, text=True, cwd=tmp_path, env={packages.SETTING: games},
    )  # fmt: skip

    assert games == "kauri_morris"
    assert done.stderr == ""
    assert [over["faults"] for over in json.loads(done.stdout)] == [[]]


def test_bots_play_from_it_without_numpy_and_without_linux(tmp_path):
    (tmp_path / "sources.zip").write_bytes(sources().data)
    folder = tmp_path / "kauri"
    zipfile.ZipFile(tmp_path / "sources.zip").extractall(folder)
    weights = [
        b64encode((editions.FOLDER / f"{name}-1.bin").read_bytes()) for name in ("kalah", "pachisi")
    ]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PROGRAM, folder, *weights],
        check=False, capture_output=True, text=True, cwd=tmp_path, env={},
    )  # fmt: skip

    assert done.stderr == ""
    told = json.loads(done.stdout)
    assert [over["faults"] for over in told[::2]] == [[], []]
    for judged in told[1::2]:
        assert judged["points"][0]["ply"] == 0
        assert judged["points"][-1]["values"][0] in {-1, -1 / 3, 0, 1 / 3, 1}
