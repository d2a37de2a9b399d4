"""A sandbox for one bot in one game.

`start`, or `begin` without waiting, gives a `Child`: three pipes, a CPU clock, pause and resume,
and `close`, which says how it ended. `check` says what this machine can guarantee, `choose` which
isolation a setting means here. All of it needs Linux, and says so elsewhere.
SECURITY.md and docs/41-sandbox.md say what is isolated, and why.
"""

import sys

from agents.sandbox.errors import Isolation, SandboxUnavailable, need_linux

if sys.platform == "linux":
    from agents.sandbox.child import Child, Exit
    from agents.sandbox.diagnosis import AUTO, TIERS, Report, check, choose, named
    from agents.sandbox.launch import Starting, begin, start
else:
    from agents.sandbox.elsewhere import (
        AUTO,
        TIERS,
        Child,
        Exit,
        Report,
        Starting,
        begin,
        check,
        choose,
        named,
        start,
    )

__all__ = [
    "AUTO",
    "TIERS",
    "Child",
    "Exit",
    "Isolation",
    "Report",
    "SandboxUnavailable",
    "Starting",
    "begin",
    "check",
    "choose",
    "named",
    "need_linux",
    "start",
]
