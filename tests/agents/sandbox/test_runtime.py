import ast
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import engine
from agents.bots import archive
from agents.sandbox import Isolation, SandboxUnavailable, memory, packages, runtime, start
from agents.terms.limits import Limits
from engine import builds
from tests.agents.sandbox.test_child import read


@pytest.fixture
def empty(tmp_path, monkeypatch):
    """A folder for runtimes with nothing in it, and nothing remembered."""
    monkeypatch.setenv("KAURI_RUNTIME_DIR", str(tmp_path / "runtime"))
    monkeypatch.setattr(runtime, "_check_reachable", lambda folder: None)
    monkeypatch.setattr(runtime, "_fill_root", lambda folder: (folder / "usr").mkdir())
    monkeypatch.setattr(runtime, "_fill_packages", lambda folder, _: (folder / "lib").mkdir())
    runtime.forget()
    yield tmp_path / "runtime"
    runtime.forget()
    runtime.remove(tmp_path / "runtime")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_nothing_in_it_can_be_written_and_all_of_it_can_be_read():
    folders = runtime.prepare()

    for folder in (folders.root, folders.project, folders.packages):
        for path in (folder, *folder.rglob("*")):
            mode = path.stat().st_mode
            assert not mode & 0o222, path
            assert mode & stat.S_IROTH, path


def test_everything_that_the_harness_imports_is_in_it():
    program = """
import os, sys
import agents.inside.harness, engine
names = [name for name in sys.modules if name.partition(".")[0] in ("agents", "engine")]
os.write(4, repr(sorted(names)).encode())
"""
    with start(limits=Limits(), isolation=Isolation.BUBBLEWRAP, program=program) as child:
        while child.alive():
            pass
        printed = os.read(child.replies, 65536)

    assert b"'agents.inside.harness'" in printed
    assert b"sandbox" not in printed


def test_the_referee_and_the_sandbox_are_not_in_it():
    assert "referee.py" not in names(runtime.prepare().project / "agents")
    assert "sandbox" not in names(runtime.prepare().project / "agents")


def test_every_module_comes_with_its_byte_code():
    project = runtime.prepare().project
    modules = {path.stem for path in project.rglob("*.py")}

    assert modules <= {path.name.partition(".")[0] for path in project.rglob("*.pyc")}


def test_bots_run_the_same_build_of_the_engine_as_the_worker():
    program = """
import os, engine
state = engine.load_game("kalah").new_initial_state()
os.write(4, f"{engine.build()} {state.playout(1)}".encode())
"""
    with start(limits=Limits(), isolation=Isolation.BUBBLEWRAP, program=program) as child:
        while child.alive():
            pass
        printed = os.read(child.replies, 65536).decode()

    playout = engine.load_game("kalah").new_initial_state().playout(1)
    assert printed == f"{engine.build()} {playout}"


def test_the_compiled_engine_stays_out_when_a_source_has_been_edited(monkeypatch):
    monkeypatch.setattr(builds, "is_fresh", lambda: False)

    assert not [place for place in runtime._files() if place.endswith(".so")]


def test_the_interpreter_is_the_one_that_the_worker_runs():
    program = "import os, sys\nos.write(4, sys.version.encode())"
    with start(limits=Limits(), isolation=Isolation.BUBBLEWRAP, program=program) as child:
        while child.alive():
            pass

        assert os.read(child.replies, 65536).decode() == sys.version


def test_the_whole_standard_library_can_be_imported_but_what_is_left_out():
    program = """
import importlib, os, sys
failed = {}
for name in sorted(sys.stdlib_module_names - {"antigravity", "this"}):
    try:
        importlib.import_module(name)
    except Exception as error:
        failed[name] = type(error).__name__
os.write(4, repr(failed).encode())
"""
    with start(limits=Limits(), isolation=Isolation.BUBBLEWRAP, program=program) as child:
        while child.alive():
            pass
        failed = ast.literal_eval(os.read(child.replies, 65536).decode())

    assert set(failed.values()) <= {"ModuleNotFoundError"}
    assert {"tkinter", "idlelib", "ensurepip"} <= set(failed)
    assert not {"json", "sqlite3", "ctypes", "asyncio", "multiprocessing", "hashlib"} & set(failed)


def test_a_second_call_finds_what_the_first_built(empty):
    first = runtime.prepare()
    built = first.project.stat().st_ino
    runtime.forget()

    assert runtime.prepare() == first
    assert first.project.stat().st_ino == built


def test_a_changed_source_makes_a_new_folder(empty, monkeypatch):
    first = runtime.prepare()
    runtime.forget()
    monkeypatch.setattr(runtime, "CONTENTS", runtime.CONTENTS[:-1])

    second = runtime.prepare()

    assert second.root == first.root
    assert second.project != first.project


def test_several_builders_at_once_make_one_folder(empty):
    threads = [threading.Thread(target=runtime._built.__wrapped__) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    prefixes = [name.partition("-")[0] for name in names(empty)]
    assert prefixes == [".lock", "kauri", "packages", "python"]


def test_a_build_that_fails_leaves_nothing(empty, monkeypatch):
    def fail(folder):
        (folder / "half").touch()
        raise OSError("no space left")

    monkeypatch.setattr(runtime, "_fill_root", fail)

    with pytest.raises(SandboxUnavailable, match=r"cannot be prepared in .*: no space left"):
        runtime.prepare()
    assert names(empty) == [".lock"]


def test_a_listed_module_that_does_not_exist_is_named(empty, monkeypatch):
    monkeypatch.setattr(runtime, "CONTENTS", ("agents/no_such_module.py",))

    with pytest.raises(SandboxUnavailable, match=r"agents/no_such_module\.py"):
        runtime.prepare()


def test_a_folder_that_cannot_be_written_is_named(monkeypatch):
    monkeypatch.setenv("KAURI_RUNTIME_DIR", "/proc/kauri")

    with pytest.raises(SandboxUnavailable, match=r"in /proc/kauri.*Set KAURI_RUNTIME_DIR"):
        runtime._built.__wrapped__()


def test_a_folder_that_the_bots_user_cannot_enter_is_named(tmp_path, monkeypatch):
    closed = tmp_path / "closed"
    (closed / "python").mkdir(parents=True)
    closed.chmod(0o700)
    monkeypatch.setattr(os, "geteuid", lambda: 0)

    with pytest.raises(SandboxUnavailable, match="which only its owner may enter"):
        runtime._check_reachable(closed / "python")


def test_the_place_follows_the_setting_then_what_lies_in_memory_then_the_kind_of_user(monkeypatch):
    monkeypatch.delenv("KAURI_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    monkeypatch.setattr(memory, "place", lambda user: None)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert str(runtime.location()) == "/cache/kauri/runtime"

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert str(runtime.location()) == "/var/lib/kauri/runtime"

    monkeypatch.setattr(memory, "place", lambda user: Path(f"/memory/{user}"))
    assert str(runtime.location()) == "/memory/0"


def test_importing_what_a_bot_needs_loads_nothing_of_the_server():
    code = "import agents.inside.harness, sys; print([m for m in sys.modules if 'sandbox' in m])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=runtime.PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"


def test_games_import_nothing_that_a_module_of_a_bot_could_stand_for():
    program = """
import os, sys
from agents.inside import harness
import engine
harness.import_for_games()
before = set(sys.modules)
for game in engine.games():
    state = engine.load_game(game.id).new_initial_state()
    state.playout(1)
    engine.load_game(game.id).state_from_dict(state.to_dict())
os.write(4, repr(sorted(set(sys.modules) - before)).encode())
"""
    with start(limits=Limits(), isolation=Isolation.BUBBLEWRAP, program=program) as child:
        imported = ast.literal_eval(read(child.replies).decode())

    assert "engine.games.kalah.rules" in imported
    assert [name for name in imported if not name.startswith("engine.")] == []


def test_no_upload_may_have_a_module_named_like_one_that_is_in_it():
    folders = runtime.prepare()
    names = {path.stem for one in (folders.project, folders.packages) for path in one.iterdir()}
    modules = {name for name in names if name.isidentifier()}

    # `lib` holds libraries of the system and no module.
    assert modules - {"__pycache__", packages.LIBRARIES} <= set(archive.RESERVED)


def test_a_runtime_that_somebody_removed_is_built_anew(empty):
    before = runtime.prepare()
    runtime.remove(empty)

    after = runtime.prepare()

    assert after == before
    assert after.root.is_dir()
