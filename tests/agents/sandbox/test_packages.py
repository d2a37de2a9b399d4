"""The packages that bots may import: numpy, wasmtime, and what the operator names, but no more."""

import ast
import os
import time
from importlib import metadata

import pytest

from agents.sandbox import Isolation, SandboxUnavailable, packages, runtime, start
from agents.terms.limits import Limits
from tests.agents.bot_texts import FIRST, bot


def answer_of(program, *, isolation=Isolation.BUBBLEWRAP):
    with start(limits=Limits(), isolation=isolation, program=program) as child:
        while child.alive():
            time.sleep(0.001)
        return ast.literal_eval(os.read(child.replies, 65536).decode())


@pytest.mark.parametrize("isolation", Isolation)
def test_a_bot_computes_with_numpy(isolation):
    program = """
import os, numpy
from numpy import fft, linalg, random
matrix = random.default_rng(1).random((50, 50))
residue = abs(matrix @ linalg.inv(matrix) - numpy.eye(50)).max()
again = abs(fft.ifft(fft.fft(matrix)).real - matrix).max()
os.write(4, repr((numpy.__version__, bool(residue < 1e-9), bool(again < 1e-9))).encode())
"""
    assert answer_of(program, isolation=isolation) == (metadata.version("numpy"), True, True)


def test_a_bot_with_numpy_plays_a_game_within_the_default_limits(play):
    text = bot("return numpy.random.default_rng(1).choice(state.legal_actions())")

    assert play(f"import numpy\n{text}", FIRST).faults == (None, None)


def test_nothing_else_that_the_server_has_can_be_imported():
    program = """
import os, importlib.util
os.write(4, repr([name for name in ("django", "celery", "pyseccomp", "numpy", "redis", "wasmtime")
                  if importlib.util.find_spec(name)]).encode())
"""
    assert answer_of(program) == ["numpy", "wasmtime"]


def test_a_bot_can_import_what_the_operator_names_too(monkeypatch):
    monkeypatch.setenv(packages.SETTING, "sortedcontainers, idna")
    runtime.forget()
    program = """
import os, importlib.util, idna, sortedcontainers
os.write(4, repr((list(sortedcontainers.SortedSet("ba")), importlib.util.find_spec("redis"),
                  idna.encode("b\u00fccher"))).encode())
"""
    assert answer_of(program) == (["a", "b"], None, b"xn--bcher-kva")
    assert list(packages.versions()) == ["numpy", "wasmtime", "sortedcontainers", "idna"]
    monkeypatch.undo()
    runtime.forget()


def test_the_packages_come_last_so_that_nobody_else_starts_slower():
    program = """
import os, sys
import json, random, engine, agents.sdk
loaded = [name for name, module in sys.modules.items()
          if str(getattr(module, "__file__", "")).startswith("/packages")]
os.write(4, repr((sys.path[-1], loaded)).encode())
"""
    assert answer_of(program) == ("/packages", [])


def test_the_tests_of_a_package_are_left_out_and_its_byte_code_is_there():
    folder = runtime.prepare().packages
    modules = {path.stem for path in folder.rglob("*.py")}

    assert not [path for path in folder.rglob("*") if path.name in ("tests", "f2py")]
    assert modules <= {path.name.partition(".")[0] for path in folder.rglob("*.pyc")}


def test_another_version_makes_another_folder(monkeypatch):
    before = runtime.names()[2]
    monkeypatch.setattr(packages, "fingerprint", lambda: ("another list of files",))

    assert runtime.names()[2] != before


def test_a_package_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setattr(packages, "NAMES", ("no-such-package",))

    with pytest.raises(SandboxUnavailable, match="no-such-package, which bots may import, is not"):
        packages.versions()
