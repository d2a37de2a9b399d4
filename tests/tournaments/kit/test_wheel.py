"""The wheels of the kit: they hold no Django, declare what they need, and fit where they say."""

import re
import subprocess
import sys
import tomllib
import zipfile

import pytest

from agents.words import Sentence
from engine import load_game
from tests.tournaments.kit.environments import ROOT, Environment

pytestmark = pytest.mark.xdist_group("kit")

KIT = tomllib.loads((ROOT / "tools/kit/pyproject.toml").read_text())["project"]
PLATFORM = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
CHECK = """
import sys, pkgutil, importlib
import kauri
# Programs, and what needs an extra.
NEEDS_MORE = {"__main__", "check", "aec", "duel", "duels", "spiel"}
for one in pkgutil.walk_packages(kauri.__path__, "kauri."):
    if one.name.rpartition(".")[2] not in NEEDS_MORE:
        importlib.import_module(one.name)
print(*sorted({name.partition(".")[0] for name in sys.modules} & {"django", "celery", "redis"}))
"""


def names(wheel):
    with zipfile.ZipFile(wheel) as packed:
        return packed.namelist()


@pytest.mark.parametrize("kind", ["compiled", "everywhere"])
def test_a_wheel_has_one_package_and_of_the_platform_the_kit_and_the_mathematics(made, kind):
    packages = {name.split("/")[0] for name in names(made[kind])}
    rooms = {name.split("/")[1] for name in names(made[kind]) if name.startswith("kauri/")}

    assert {name for name in packages if not name.startswith("kauri_kit-")} == {"kauri"}
    assert {"engine", "sdk.py", "kit", "mathematics", "static", "py.typed"} <= rooms
    assert {"models", "services", "views", "settings.py"} & rooms == set()


def test_a_renamed_module_imports_nothing_by_its_name_in_the_platform(made):
    with zipfile.ZipFile(made["everywhere"]) as packed:
        texts = {
            name: packed.read(name).decode()
            for name in names(made["everywhere"])
            if name.endswith(".py")
        }

    old = re.compile(r"^\s*(?:from|import) (?:agents|engine|tournaments)\b", re.MULTILINE)
    assert [name for name, text in texts.items() if old.search(text)] == []


def test_an_import_of_no_known_kind_is_refused(tmp_path):
    module = tmp_path / "agents" / "odd.py"
    module.parent.mkdir()
    module.write_text("import agents.sdk as sdk\n")

    renaming = [sys.executable, ROOT / "tools" / "kit" / "rename.py", tmp_path]
    done = subprocess.run(renaming, capture_output=True, text=True, check=False)

    assert done.returncode == 1


def test_the_wheel_for_every_python_has_no_compiled_modules_and_the_other_has(made):
    assert made["everywhere"].name == f"kauri_kit-{PLATFORM['version']}-py3-none-any.whl"
    assert [name for name in names(made["everywhere"]) if name.endswith(".so")] == []
    assert [name for name in names(made["compiled"]) if "engine/state." in name and ".so" in name]


@pytest.mark.parametrize("kind", ["compiled", "everywhere"])
def test_a_wheel_names_its_licence_and_holds_the_papers(made, kind):
    (folder,) = {name.split("/")[0] for name in names(made[kind]) if name.startswith("kauri_kit-")}
    with zipfile.ZipFile(made[kind]) as packed:
        about = packed.read(f"{folder}/METADATA").decode()
        licence = packed.read(f"{folder}/licenses/LICENSE")

    assert "\nLicense-Expression: Apache-2.0\n" in about
    assert licence == (ROOT / "LICENSE").read_bytes()
    papers = {f"{folder}/licenses/{name}" for name in ("NOTICE", "licenses/mypyc.txt")}
    assert papers <= set(names(made[kind]))


def test_what_the_kit_needs_is_pinned_like_the_platforms():
    declared = {one.partition(";")[0] for one in KIT["dependencies"]}
    assert declared | set(KIT["optional-dependencies"]["ratings"]) <= set(PLATFORM["dependencies"])


def test_the_same_sources_make_the_same_bytes(made, tmp_path):
    again = tmp_path / "kit"

    subprocess.run([ROOT / "tools" / "build-kit", sys.executable, again], cwd=ROOT, check=True)

    assert {path.name: path.read_bytes() for path in made.values()} == {
        path.name: path.read_bytes() for path in again.glob("*.whl")
    }


def test_an_installer_takes_the_compiled_wheel_where_it_fits(installed, tmp_path):
    said = installed.run("kauri", "--version", folder=tmp_path).stdout

    assert said == f"kauri {PLATFORM['version']}, protocol 2, compiled engine\n"


def test_everything_can_be_imported_with_what_the_wheel_declares(installed, tmp_path):
    assert installed.run("python", "-c", CHECK, folder=tmp_path).stdout == "\n"


def test_the_wheel_for_every_python_plays_the_same(made, tmp_path):
    environment = Environment(tmp_path / "env")
    environment.install(str(made["everywhere"]))

    assert "interpreted" in environment.run("kauri", "--version", folder=tmp_path).stdout
    counted = environment.run("kauri", "perft", "kalah", "--depth", "3", folder=tmp_path).stdout
    start = load_game("kalah").new_initial_state()
    assert f"depth 1: {len(start.legal_actions())}\n" in counted
    assert "depth 3: 182\n" in counted

    cup = ("kalah", "random", "random", "--in-process", "--folder", "cup")
    said = environment.run("kauri", "tournament", *cup, folder=tmp_path).stdout
    assert said.endswith(f"{Sentence('needs-scipy')}\n")
    environment.run("kauri", "rate", "cup", folder=tmp_path, status=2)


@pytest.mark.parametrize("imports", ["from kauri.sdk import Bot", "from agents.sdk import Bot"])
def test_a_bot_of_the_installed_kit_plays_in_a_sandbox(installed, tmp_path, imports):
    """It finds the engine, numpy and the harness where an installer put them, by both names."""
    code = f"{imports}\nfrom kauri import engine\nimport numpy, engine as same\n"
    code += "assert same is engine\n"
    code += "\nclass First(Bot):\n    def choose(self, state, clock):\n"
    (tmp_path / "bot.py").write_text(f"{code}        return state.legal_actions()[0]\n")
    game = ("play", "kalah", "bot.py", "random", "--games", "1", "--save", "records")

    played = installed.run("python", "-m", "kauri", *game, folder=tmp_path).stdout

    assert re.search(r"^bot +1 +[01]", played, re.MULTILINE), played
    record = "records/game-0001.json"
    said = installed.run("kauri", "verify", record, folder=tmp_path).stdout
    assert "rules, dice and result hold" in said
    installed.run("kauri", "replay", record, "--html", "game.html", folder=tmp_path)
    assert "data:application/json" in (tmp_path / "game.html").read_text()


def test_the_kit_stands_beside_another_package_that_is_called_agents(installed, tmp_path):
    """As openai-agents does, which has a package of this name."""
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "__init__.py").write_text("THEIRS = True\n")
    code = (
        "import agents, kauri.sdk, kauri.kit.main; print(agents.THEIRS, kauri.sdk.Bot.__module__)"
    )

    said = installed.run("python", "-c", code, folder=tmp_path).stdout

    assert said == "True kauri.sdk\n"


def test_no_file_of_the_kit_names_the_host_of_a_registry():
    files = [ROOT / "tools" / "build-kit", *(ROOT / "tools" / "kit").iterdir()]
    text = "".join(path.read_text() for path in files if path.is_file())

    assert re.findall(r"https?://|pypi|index-url", text) == []
