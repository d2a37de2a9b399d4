"""What this machine can guarantee, found by trying."""

import json
import os
import select
import time
from dataclasses import dataclass
from pathlib import Path

from agents.limits import Limits
from agents.sandbox.child import Child
from agents.sandbox.errors import Isolation, SandboxUnavailable
from agents.sandbox.launch import start

TIER = "A"
"""bubblewrap, the system call filter and resource limits, together."""

_PATIENCE_SECONDS = 30.0
_GOOD_PROGRAM = """
import os, json, random, fractions
import engine, agents.sdk
open('/tmp/note', 'w').write('scratch')
answer = {'tmp': os.listdir('/tmp'), 'echo': os.read(3, 9).decode()}
os.write(4, json.dumps(answer).encode() + b'\\n')
"""


@dataclass(frozen=True, slots=True)
class Report:
    """What `check` found."""

    ok: bool
    """Whether strangers' bots may run here."""
    tier: str
    """The name of the isolation that holds; "none" when none does."""
    lines: tuple[str, ...]
    """One sentence for each guarantee that was tried."""
    missing: tuple[str, ...]
    """What does not hold, and how to get it; empty when all is well."""


def check() -> Report:
    """Try a good bot and real escapes in a fresh sandbox and report what held.

    Takes a fraction of a second; the first time on a machine a few more, to prepare the runtime.
    """
    try:
        good = _replies(_GOOD_PROGRAM, b"ping")
        attempts = _replies(Path(__file__).with_name("escapes.py").read_text(encoding="utf-8"), b"")
    except SandboxUnavailable as error:
        return Report(ok=False, tier="none", lines=(), missing=(str(error),))
    missing = [f"Not stopped: {what}." for what, got in attempts.items() if got == "escaped"]
    if good != {"tmp": ["note"], "echo": "ping"}:
        missing.append(f"A good bot could not work in the sandbox: it answered {good!r}.")
    user = "a user id of its own for each bot" if os.geteuid() == 0 else "the worker's own user id"
    lines = (
        f"Bots run in bubblewrap, under {user}.",
        "A good bot works: it imports engine and agents.sdk, and writes in its own /tmp.",
        *(f"{what}: {got}" for what, got in attempts.items()),
    )
    return Report(
        ok=not missing, tier="none" if missing else TIER, lines=lines, missing=tuple(missing)
    )


def _replies(program: str, request: bytes) -> dict[str, object]:
    """Run `program` in a sandbox and return the JSON object that it replies with."""
    with start(limits=Limits(), isolation=Isolation.BUBBLEWRAP, program=program) as child:
        os.write(child.requests, request)
        line = _line(child)
        printed = os.read(child.output, 65536).decode(errors="replace") if not line else ""
        ended = child.close()
    if not line:
        raise SandboxUnavailable(
            f"A program started in the sandbox gave no answer: {ended.platform_fault or printed}"
        )
    answer = json.loads(line)
    assert isinstance(answer, dict)
    return answer


def _line(child: Child) -> bytes:
    line = b""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not line.endswith(b"\n"):
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([child.replies], [], [], left)[0]:
            return b""
        part = os.read(child.replies, 65536)
        if not part:
            return b""
        line += part
    return line
