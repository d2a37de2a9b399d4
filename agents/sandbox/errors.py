"""What can go wrong with a sandbox, none of it a bot's fault."""

from enum import Enum


class Isolation(Enum):
    """How a bot is kept from the machine it runs on."""

    BUBBLEWRAP = "bubblewrap"
    """Namespaces, a system call filter and resource limits: for strangers' bots."""
    NONE = "none"
    """Resource limits only: for bots that are trusted as much as the platform itself."""


class SandboxUnavailable(Exception):
    """No sandbox could be started here; the message says what is missing and how to get it."""
