"""Errors of sandboxes, none of which is a bot's fault."""

import sys
from enum import Enum

from agents.words import CodedError


class Isolation(Enum):
    """How a bot is isolated from its machine."""

    BUBBLEWRAP = "bubblewrap"
    """Namespaces around the inner layer: for strangers' bots."""
    CHROOT = "chroot"
    """A root folder and a user id of its own around the inner layer: for strangers' bots, where a
    root worker may make no namespaces, as in an ordinary container."""
    NONE = "none"
    """Resource limits only: for bots that are trusted as much as the platform itself."""


class SandboxUnavailable(CodedError):
    """No sandbox could be started here; the sentence says what is missing and how to get it."""


def need_linux() -> None:
    """Raise SandboxUnavailable on a system that has no processes for bots."""
    if sys.platform != "linux":
        raise SandboxUnavailable("needs-linux")
