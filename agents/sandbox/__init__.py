"""A sandbox for one bot in one game.

`start`, or `begin` without waiting, gives a `Child`: three pipes, a CPU clock, pause and resume,
and `close`, which says how it ended. `check` says what this machine can guarantee, `choose` which
isolation a setting means here. SECURITY.md and docs/41-sandbox.md say what is isolated, and why.
"""

from agents.sandbox.child import Child, Exit
from agents.sandbox.diagnosis import AUTO, TIERS, Report, check, choose, named
from agents.sandbox.errors import Isolation, SandboxUnavailable
from agents.sandbox.launch import Starting, begin, start

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
    "start",
]
