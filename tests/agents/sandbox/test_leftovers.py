"""Runtimes of older sources go, but never one that somebody uses."""

import multiprocessing

import pytest

from agents.sandbox import leftovers, runtime


@pytest.fixture
def base(tmp_path, monkeypatch):
    """A folder of runtimes with one of older sources; the present names are known."""
    monkeypatch.setattr(runtime, "location", lambda: tmp_path)
    monkeypatch.setattr(runtime, "names", lambda: ("python-1", "kauri-1", "packages-1"))
    for name in ("python-1", "kauri-1", "kauri-0"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "module.py").write_text("")
    return tmp_path


def left(base):
    return {path.name for path in base.iterdir() if path.is_dir()}


def test_what_nobody_uses_goes_and_what_is_current_stays(base):
    assert leftovers.sweep(remove=False) == [base / "kauri-0"]
    assert left(base) == {"python-1", "kauri-1", "kauri-0"}

    assert leftovers.sweep(remove=True) == [base / "kauri-0"]
    assert left(base) == {"python-1", "kauri-1"}


def test_write_protection_is_no_hindrance(base):
    (base / "kauri-0" / "module.py").chmod(0o444)
    (base / "kauri-0").chmod(0o555)

    leftovers.sweep(remove=True)

    assert left(base) == {"python-1", "kauri-1"}


def _use(folder, taken, end):
    runtime._prepared(folder, fill=None)
    taken.set()
    end.wait(60)


def test_what_a_worker_of_an_older_version_uses_stays_until_it_ends(base):
    context = multiprocessing.get_context("spawn")
    taken, end = context.Event(), context.Event()
    worker = context.Process(target=_use, args=(base / "kauri-0", taken, end))
    worker.start()
    assert taken.wait(60)

    assert leftovers.sweep(remove=True) == []
    end.set()
    worker.join()

    assert leftovers.sweep(remove=True) == [base / "kauri-0"]


def test_what_was_never_finished_goes(base):
    (base / ".building-x").mkdir()

    leftovers.sweep(remove=True)

    assert ".building-x" not in left(base)


def test_without_a_folder_there_is_nothing_to_remove(monkeypatch, tmp_path):
    monkeypatch.setattr(runtime, "location", lambda: tmp_path / "none")

    assert leftovers.sweep(remove=True) == []


def test_the_roots_of_caged_bots_are_no_leftovers(base):
    (base / "slots").mkdir()

    assert leftovers.sweep(remove=True) == [base / "kauri-0"]
    assert (base / "slots").is_dir()
