import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pyseccomp
import pytest

from agents.sandbox import runtime

# No account has this id; as root, the tests become it.
ORDINARY_USER = 58999


@pytest.fixture(scope="session")
def as_user():
    """A function that runs Python source as an ordinary user and returns what it prints.

    That user need not be able to read this checkout or its interpreter: it gets a copy of the
    project's packages in a folder of its own, and the prepared runtime's interpreter and bot
    packages, from which it then prepares a runtime of its own.
    """
    home = Path(tempfile.mkdtemp(prefix="kauri-user-"))
    for part in ("engine", "agents", "tests/agents/bots", "tests/agents/sandbox"):
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
def outcomes_as_user(as_user):
    return json.loads(as_user("-m", "tests.agents.sandbox.corpus"))
