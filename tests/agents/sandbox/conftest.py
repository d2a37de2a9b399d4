import fcntl
import functools
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pyseccomp
import pytest

from agents.sandbox import runtime
from tests import reserved
from tests.agents.sandbox import corpus

# No account has this id; as root, the tests become it.
ORDINARY_USER = reserved.user_ids()[-1]


@pytest.fixture(scope="session")
def as_user():
    """A function that runs Python source as an ordinary user and returns what it prints.

    That user need not be able to read this checkout or its interpreter: it gets a copy of the
    project's packages in a folder of its own, and the prepared runtime's interpreter and bot
    packages, from which it then prepares a runtime of its own.
    """
    home = Path(tempfile.mkdtemp(prefix="kauri-user-"))
    for part in ("engine", "agents", "kauri", "tests/agents/hostile_bots", "tests/agents/sandbox"):
        shutil.copytree(runtime.PROJECT / part, home / part)
    shutil.copy(pyseccomp.__file__, home)
    if os.geteuid() == 0:
        for path in (home, *home.rglob("*")):
            os.chown(path, ORDINARY_USER, ORDINARY_USER)
    yield lambda *command: _run(home, command)
    subprocess.run(["chmod", "-R", "u+w", home], check=True)
    shutil.rmtree(home)


def _run(home, command):
    prepared = runtime.prepare()
    root = prepared.root
    environment = {
        "HOME": str(home),
        "KAURI_RUNTIME_DIR": str(home / "runtime"),
        "SECRET_FOR_TESTS": "not for bots",
        "LD_LIBRARY_PATH": str(root / "usr/lib"),
        "PATH": os.environ["PATH"],
        "PYTHONPATH": f"{home}:{prepared.packages}",
    }
    user = ORDINARY_USER if os.geteuid() == 0 else None
    done = subprocess.run(
        [root / runtime.INTERPRETER.lstrip("/"), "-W", "error", *command],
        cwd=home,
        env=environment,
        user=user,
        group=user,
        extra_groups=None if user is None else [],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


@pytest.fixture(scope="session")
def outcomes(request, tmp_path_factory):
    """A function from a case of `test_corpus` to what became of every bot.

    The processes of one run of the suite share what the first of them has found out.
    """
    shared = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        shared = shared.parent

    @functools.cache
    def outcomes_of(user, isolation):
        file = shared / f"{user}-{isolation.value}.json"
        with (shared / f"{file.name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not file.exists():
                file.write_text(json.dumps(_play_all(request, user, isolation)))
        return json.loads(file.read_text())

    return outcomes_of


def _play_all(request, user, isolation):
    if user == "ordinary user":
        as_user = request.getfixturevalue("as_user")
        return json.loads(as_user("-m", "tests.agents.sandbox.corpus", isolation.value))
    return corpus.play_all(isolation=isolation)
