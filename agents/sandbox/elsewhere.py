"""What stands in for the sandbox on a system that is not Linux: it says that there is none."""

from typing import NoReturn

from agents.sandbox.errors import SandboxUnavailable

AUTO = "auto"
TIERS: dict[object, str] = {}


class Child:
    """There is none: nothing can start one."""


Exit = Report = Starting = Child


def refuse(*_arguments: object, **_options: object) -> NoReturn:
    """Raise SandboxUnavailable."""
    raise SandboxUnavailable("needs-linux")


begin = check = choose = named = start = refuse
