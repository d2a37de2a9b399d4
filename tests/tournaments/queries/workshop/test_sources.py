"""The zip of Python that browsers run."""

import io
import json
import subprocess
import sys
import zipfile

import pytest

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
for variant in ("kalah", "pachisi"):
    other = {"name": "Glance", "house": variant + "-glance"}
    request = {"variant": variant, "entrants": [own, other], "control": "classical"}
    bench.take(json.dumps({"do": "play", "games": 1, "first": 0} | request))
print(json.dumps([one for one in told if one["kind"] == "over"]))
"""


def test_it_holds_nothing_of_the_site():
    names = zipfile.ZipFile(io.BytesIO(sources().data)).namelist()

    assert not [name for name in names if name.startswith(("tournaments/models", "agents/judge"))]
    assert {"engine/film.py", "kauri/__init__.py", "tournaments/kit/workshop.py"} <= set(names)
    assert all(name.endswith(".py") for name in names)


def test_it_is_the_same_each_time():
    again = sources.__wrapped__()

    assert again == sources()


def test_bots_play_from_it_without_numpy_and_without_linux(tmp_path):
    (tmp_path / "sources.zip").write_bytes(sources().data)
    folder = tmp_path / "kauri"
    zipfile.ZipFile(tmp_path / "sources.zip").extractall(folder)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PROGRAM, folder],
        check=False, capture_output=True, text=True, cwd=tmp_path, env={},
    )  # fmt: skip

    assert done.stderr == ""
    assert [over["faults"] for over in json.loads(done.stdout)] == [[], []]
