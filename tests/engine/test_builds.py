"""Which build of the engine is loaded, and that an edited source is never run as it used to be."""

import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine import builds

PACKAGE = Path(engine.__file__).parent
NEW = "print(*set(sys.modules) - before)"
HEAVY = {"argparse", "dataclasses", "hashlib", "inspect", "json", "pathlib", "random", "zipfile"}


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A copy of the sources, with a build that claims to be made of them."""
    seldom = shutil.ignore_patterns(".*", "__pycache__")
    folder = tmp_path / "engine" / ".compiled" / Path(builds.FOLDER).name
    for place in (tmp_path / "engine", folder):
        shutil.copytree(PACKAGE, place, ignore=seldom)
    monkeypatch.setattr(builds, "SOURCES", str(tmp_path / "engine"))
    monkeypatch.setattr(builds, "FOLDER", str(folder))
    return tmp_path / "engine"


def first_on_the_path(wanted=""):
    path = ["source"]
    builds.use(path, wanted)
    return "compiled" if path == [builds.FOLDER, "source"] else path[0]


def loaded(program):
    """What a program prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=PACKAGE.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def test_the_build_that_was_asked_for_is_the_one_under_test():
    assert engine.build() == os.environ.get("ENGINE_BUILD", engine.build())


def test_a_build_is_what_its_functions_are():
    interpreted = inspect.isfunction(engine.State.playout)
    assert engine.build() == ("interpreted" if interpreted else "compiled")


def test_every_game_is_of_the_build_that_the_bases_are_of():
    for info in engine.games():
        playing = engine.load_game(info.id).new_initial_state()
        advance = type(playing)._advance
        assert inspect.isfunction(advance) == (engine.build() == "interpreted")


def test_compiled_modules_of_these_sources_are_used(project):
    assert first_on_the_path() == "compiled"


@pytest.mark.parametrize("name", ["games/kalah/rules.py", "svg.py"])
def test_after_an_edit_the_source_is_used(project, name):
    with (project / name).open("a") as source:
        source.write("\n")

    assert first_on_the_path() == "source"


@pytest.mark.parametrize("name", ["brand_new.py", "games/kalah/brand_new.py"])
def test_beside_a_new_source_an_older_build_is_not_used(project, name):
    (project / name).write_text("")

    assert first_on_the_path() == "source"


def test_when_a_source_is_gone_what_is_left_is_used(project):
    (project / "games" / "kalah" / "rules.py").unlink()

    assert first_on_the_path() == "source"


def test_without_a_build_the_source_is_used(project):
    shutil.rmtree(project / ".compiled")

    assert first_on_the_path() == "source"


def test_a_build_half_written_is_not_used(project):
    for copy in Path(builds.FOLDER).rglob("*.py"):
        copy.unlink()

    assert first_on_the_path() == "source"


def test_without_librt_the_source_is_used(project, monkeypatch):
    monkeypatch.setattr(builds, "find_spec", lambda name: None)

    assert first_on_the_path() == "source"


def test_the_source_can_be_asked_for(project):
    assert first_on_the_path("interpreted") == "source"


def test_a_build_that_cannot_be_had_is_an_error(project):
    (project / "games" / "kalah" / "rules.py").write_text("")

    with pytest.raises(ImportError, match=r"the engine here is interpreted; tools/build-engine"):
        first_on_the_path("compiled")


def test_a_build_that_does_not_exist_is_an_error(project):
    with pytest.raises(ImportError, match="ENGINE_BUILD=fast: it must be compiled or interpreted"):
        first_on_the_path("fast")


def test_compiled_modules_beside_the_sources_are_those_of_a_wheel(project):
    (project / f"state{builds.SUFFIX}").touch()

    with pytest.raises(ImportError, match="the engine here is compiled"):
        first_on_the_path("interpreted")


def test_the_command_says_which_build_it_is():
    printed = loaded("from engine.__main__ import main; main(['games'])")

    assert printed[:4] == ["engine", f"{engine.__version__},", engine.build(), "build"]


def test_importing_the_engine_loads_no_game_and_little_else():
    modules = loaded("import sys; before = set(sys.modules); import engine; " + NEW)
    names = {name.removeprefix("engine.") for name in modules if name.startswith("engine.")}

    assert names - {"compiled__mypyc"} == {
        *("builds", "errors", "facts", "game", "games", "gametype", "machine", "packages"),
        *("past", "position", "registry", "sentences", "state", "values"),
    }
    assert not HEAVY & set(modules)


@pytest.mark.parametrize("info", engine.games(), ids=lambda info: info.id)
def test_loading_a_game_loads_no_other(info):
    modules = loaded(f"import engine, sys; engine.load_game({info.id!r}); print(*sys.modules)")

    rules = {f"{other.module}.rules" for other in engine.games()}
    assert rules & set(modules) == {f"{info.module}.rules"}
    assert not {"engine.canvas", "engine.svg", "engine.record", "engine.dice"} & set(modules)
