"""Which modules are compiled, and when tools/build-engine compiles them again."""

import importlib.util
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Stands in for the interpreter: answers for `engine.builds`, and makes what a compiler would make.
PYTHON = """#!/bin/sh
case "$*" in
    *FOLDER*) echo "$PROJECT/engine/.compiled/here" ;;
    *is_fresh*) echo "$FRESH" ;;
    *setup.py*) mkdir -p made/engine && touch made/engine/state.so ;;
esac
"""


def compiled_modules():
    """What setup.py compiles in the current folder."""
    spec = importlib.util.spec_from_file_location("setup_of_the_engine", ROOT / "setup.py")
    setup = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(setup)
    return setup.modules()


def test_of_a_new_games_folder_all_is_compiled_but_what_is_read_now_and_then(tmp_path, monkeypatch):
    folder = tmp_path / "engine" / "games" / "nim"
    folder.mkdir(parents=True)
    for name in ("__init__", "documents", "facts", "heaps", "picture", "rules", "text"):
        (folder / f"{name}.py").touch()
    monkeypatch.chdir(tmp_path)

    found = {Path(module).stem for module in compiled_modules() if "/nim/" in module}

    assert found == {"documents", "heaps", "rules"}


def test_every_module_that_is_compiled_exists(monkeypatch):
    monkeypatch.chdir(ROOT)

    assert [module for module in compiled_modules() if not Path(module).is_file()] == []


@pytest.fixture
def build(tmp_path):
    """Run tools/build-engine in a project of its own; tell whether it compiled."""
    (tmp_path / "engine" / "games" / "kalah").mkdir(parents=True)
    for name in ("state.py", "games/kalah/rules.py"):
        (tmp_path / "engine" / name).write_text(f"# {name}\n")
    for name in ("setup.py", "pyproject.toml", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "licenses", tmp_path / "licenses")
    python = tmp_path / "python"
    python.write_text(PYTHON)
    python.chmod(0o755)

    def run(*, fresh):
        done = subprocess.run(
            [ROOT / "tools" / "build-engine", python],
            cwd=tmp_path,
            env={"PATH": "/usr/bin:/bin", "PROJECT": tmp_path, "FRESH": str(fresh)},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.startswith("Compiling")

    return run


def test_a_fresh_build_is_left_alone(build):
    build(fresh=False)

    assert not build(fresh=True)


def test_a_build_that_is_not_fresh_is_made_again(build):
    build(fresh=False)

    assert build(fresh=False)


def test_a_change_of_what_is_compiled_is_noticed_though_no_source_has_changed(build, tmp_path):
    build(fresh=False)
    with (tmp_path / "setup.py").open("a") as setup:
        setup.write("# One more module is compiled.\n")

    assert build(fresh=True)
    assert not build(fresh=True)


def test_a_build_is_the_sources_with_the_compiled_modules_beside_them(build, tmp_path):
    build(fresh=False)
    made = tmp_path / "engine" / ".compiled" / "here"

    assert (made / "state.so").exists()
    assert (made / "games" / "kalah" / "rules.py").read_text() == "# games/kalah/rules.py\n"
    assert list(made.parent.iterdir()) == [made]
