"""What this machine can guarantee, found by trying."""

import contextlib
import functools
import json
import os
import time
from dataclasses import dataclass, replace
from pathlib import Path

from agents.sandbox import layers
from agents.sandbox.child import Child
from agents.sandbox.errors import Isolation, SandboxUnavailable
from agents.sandbox.launch import start
from agents.sandbox.polling import has_input
from agents.terms.limits import Limits
from agents.words import Sentence

TIERS = {Isolation.BUBBLEWRAP: "A", Isolation.CHROOT: "C"}
"""The outer layers for strangers' bots, the strongest first, and the names of their tiers."""

AUTO = "auto"
"""The setting that stands for the strongest outer layer that the check proves here."""

_PATIENCE_SECONDS = 30.0
_GOOD_PROGRAM = """
import os, json, random, fractions
from kauri import engine, sdk
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
    """The guarantees that do not hold, and how to get them; empty if all do."""
    isolation: Isolation | None = None
    """The isolation that holds."""
    notes: tuple[str, ...] = ()
    """Which layers this machine lacks, though enough of them hold, and how to get them."""
    passed_over: Isolation | None = None
    """The strongest isolation, where it was tried first and does not hold."""


def check(isolation: Isolation | None = None) -> Report:
    """Try a good bot and real escapes in a fresh sandbox and report what held.

    Without `isolation`, it tries the outer layers from the strongest on until one holds. It takes a
    fraction of a second, and a few seconds the first time on a machine, to prepare the runtime.
    Raises ValueError for Isolation.NONE, which guarantees nothing.
    """
    if isolation is Isolation.NONE:
        raise ValueError("Isolation.NONE guarantees nothing that could be checked.")
    failed: list[Report] = []
    for tier in TIERS if isolation is None else (isolation,):
        report = _check(tier)
        if report.ok:
            why_weaker = tuple(line for other in failed for line in other.missing)
            strongest = next(iter(TIERS)) if failed else None
            return replace(report, notes=(*why_weaker, *report.notes), passed_over=strongest)
        failed.append(report)
    return Report(
        ok=False,
        tier="none",
        lines=tuple(line for report in failed for line in report.lines),
        missing=tuple(line for report in failed for line in report.missing),
    )


def named(setting: str) -> Isolation | None:
    """Return the isolation that a setting names, for `check`: None for AUTO."""
    return None if setting == AUTO else Isolation(setting)


@functools.cache
def choose(setting: str = AUTO) -> Isolation:
    """Return the isolation that a setting names; AUTO runs `check`, once a process.

    Raises SandboxUnavailable, with all that is missing, if no outer layer holds, and ValueError for
    an unknown name.
    """
    if isolation := named(setting):
        return isolation
    report = check()
    if report.isolation is None:
        raise SandboxUnavailable("no-layer-holds", missing=report.missing)
    return report.isolation


def _check(isolation: Isolation) -> Report:
    try:
        good = _replies(isolation, _GOOD_PROGRAM, b"ping")
        escapes = Path(__file__).with_name("escapes.py").read_text(encoding="utf-8")
        attempts = _replies(isolation, escapes, b"")
    except SandboxUnavailable as error:
        return Report(ok=False, tier="none", lines=(), missing=(str(error),))
    escaped = [what for what, got in attempts.items() if got == "escaped"]
    missing = [str(Sentence("not-stopped", what=what)) for what in escaped]
    if good != {"tmp": ["note"], "echo": "ping"}:
        missing.append(str(Sentence("no-good-bot", said=repr(good))))
    lines, notes = layers.describe(isolation)
    return Report(
        ok=not missing,
        tier="none" if missing else TIERS[isolation],
        lines=(
            *lines,
            str(Sentence("layer-works")),
            *(f"{what}: {got}" for what, got in attempts.items()),
        ),
        missing=tuple(missing),
        isolation=None if missing else isolation,
        notes=notes,
    )


def _replies(isolation: Isolation, program: str, request: bytes) -> dict[str, object]:
    """Run `program` in a sandbox and return the JSON object that it replies with."""
    with start(limits=Limits(), isolation=isolation, program=program) as child:
        with contextlib.suppress(BrokenPipeError):  # it ended already, and said why
            os.write(child.requests, request)
        line = _line(child)
        printed = "" if line else _printed(child)
        ended = child.close()
    if not line:
        said = " ".join(filter(None, (str(ended.platform_fault or ""), printed)))
        raise SandboxUnavailable("no-reply", why=said)
    answer = json.loads(line)
    assert isinstance(answer, dict)
    return answer


def _line(child: Child) -> bytes:
    line = b""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not line.endswith(b"\n"):
        left = deadline - time.monotonic()
        if left <= 0 or not has_input(child.replies, left):
            return b""
        part = os.read(child.replies, 65536)
        if not part:
            return b""
        line += part
    return line


def _printed(child: Child) -> str:
    with contextlib.suppress(BlockingIOError):
        return os.read(child.output, 65536).decode(errors="replace").strip()
    return ""
