"""Why a bot cannot be isolated on this machine, and what helps."""

from __future__ import annotations

from collections.abc import Sequence


def no_start(reason: object) -> str:
    """A process that could not be started."""
    return f"A bot's process cannot be started here: {reason}."


def missing_program(name: str, package: str) -> str:
    """A system program that is not there."""
    return f"The program {name} is missing. On Debian and Ubuntu: apt-get install {package}"


def missing_seccomp() -> str:
    """A system library that is not there."""
    return (
        "The system library libseccomp is missing. On Debian and Ubuntu: "
        "apt-get install libseccomp2"
    )


def no_namespaces(reason: str) -> str:
    """A machine on which bubblewrap fails."""
    return (
        f"bubblewrap cannot make a sandbox here: {reason or 'it gave no reason'}. "
        "It needs user namespaces; docs/41-sandbox.md says how to allow them."
    )


def missing_libraries(names: Sequence[str]) -> str:
    """Libraries of bot packages that are not there."""
    return f"Libraries that bots need are missing: {', '.join(names)}."


def missing_package(name: str) -> str:
    """A bot package that is not installed."""
    return f"The package {name}, which bots may import, is not installed; requirements.txt has it."


def not_root() -> str:
    """A worker that may not change its root."""
    return "A root folder for bots (chroot) needs a worker that is root."


def missing_capabilities(names: Sequence[str]) -> str:
    """A root without the rights of root."""
    return (
        "A root folder for bots (chroot) needs these capabilities, which root does not have "
        f"here: {', '.join(names)}. Docker grants them by default."
    )


def folder_stays(reason: str) -> str:
    """A bot's folder that cannot be cleaned."""
    return f"A bot's folder cannot be removed: {reason}"


def no_runtime(folder: object, reason: object) -> str:
    """A place that cannot hold the bots' runtime."""
    return (
        f"The bots' runtime cannot be prepared in {folder}: {reason}. "
        "Set KAURI_RUNTIME_DIR to a folder that can be written."
    )


def private_parent(folder: object, parent: object) -> str:
    """A runtime that bots could not enter."""
    return (
        f"The bots' runtime {folder} lies inside {parent}, which only its owner may "
        "enter. Set KAURI_RUNTIME_DIR to a folder that everyone may enter."
    )


def not_compiled(folder: object) -> str:
    """A runtime whose modules have errors."""
    return f"Modules of the bots' runtime in {folder} do not compile."


def no_user_ids(count: int) -> str:
    """A machine that runs too many games."""
    return (
        f"All {count} user ids for sandboxes are in use on this machine. Run fewer games at once."
    )


def no_reply(reason: str) -> str:
    """A program that a check started, without a sign of life; the reason may be empty."""
    return f"A program started in the sandbox gave no answer: {reason}"
