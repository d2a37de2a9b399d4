"""The inner layer of the sandbox: the rights that a process gives up before a bot is loaded.

It runs first in the process that becomes the bot, whatever the outer layer is:
`agents.sandbox.arguments` writes the call of `enter`. A failure here ends the process before it
has reported that it is ready, and is never the bot's fault.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # without enum, which costs each start
import os
import resource
import sys

# The full ctypes costs two milliseconds at every start; this part of it costs none.
from _ctypes import (
    FUNCFLAG_CDECL,
    FUNCFLAG_USE_ERRNO,
    CFuncPtr,
    _SimpleCData,
    dlopen,
    dlsym,
    get_errno,
)

# Every import costs each start: no typing, no collections, no signal (which brings enum).
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_PR_SET_PDEATHSIG, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 22, 38
_SECCOMP_MODE_FILTER = 2
_SIGKILL = 9
_TIMERS = (_signal.SIGALRM, _signal.SIGVTALRM, _signal.SIGPROF)
# The same on every architecture that Linux runs on.
_LANDLOCK_CREATE_RULESET, _LANDLOCK_ADD_RULE, _LANDLOCK_RESTRICT_SELF = 444, 445, 446
_RULE_PATH_BENEATH = 1
_INSTRUCTION_BYTES = 8


class _Long(_SimpleCData):  # type: ignore[type-arg]
    _type_ = "l"


class _Text(_SimpleCData):  # type: ignore[type-arg]
    _type_ = "z"


class _Function(CFuncPtr):
    _flags_ = FUNCFLAG_CDECL | FUNCFLAG_USE_ERRNO
    _restype_ = _Long


def enter(
    *,
    limits: Mapping[int, int],
    ready: int,
    packages: str,
    parent: int | None = None,
    landlock: tuple[bytes, Sequence[tuple[str, int]]] | None = None,
    filter_program: int | None = None,
    replies: int | None = None,
) -> None:
    """Arrange the descriptors, give up rights for good, and write a line to `ready`.

    `limits` are resource limits by their numbers. `packages` is the folder of the bot packages; it
    comes last on the path. `parent` is the process that started this one, which ends together with
    the thread there that started it. `landlock` holds Landlock's ruleset and rules (see
    `agents.sandbox.landlock`); None leaves Landlock out. `filter_program` is the descriptor of the
    system call filter. `replies` is the descriptor of the replies, unless that is standard output.
    Raises OSError for what the kernel refuses.
    """
    _arrange_descriptors(replies)
    os.chdir(os.environ["HOME"])
    sys.path.append(packages)
    _ignore_timers()
    # When it wakes, it preempts neither the referee nor another bot.
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    _set_limits(limits)
    if parent is not None:
        _end_with(parent)
    if landlock is not None:
        _restrict_paths(*landlock)
    if filter_program is not None:
        _restrict_calls(filter_program)
    os.write(ready, b"\n")
    os.close(ready)


def _arrange_descriptors(replies: int | None) -> None:
    """Move requests and replies, which arrive as 0 and 1, to 3 and 4, and output from 2 to 1 too.

    So no launcher has to renumber descriptors.
    """
    os.dup2(0, 3)
    if replies is None:
        os.dup2(1, 4)
    else:
        os.dup2(replies, 4)
        os.close(replies)
    os.dup2(2, 1)
    os.close(0)
    # A standard input at its end, without a device: some containers have none.
    _reading, writing = os.pipe()
    os.close(writing)


def _ignore_timers() -> None:
    """Ignore the signals of timers that the bot sets and does not handle.

    Otherwise the outer layers would differ: the kernel does not end the first process of a
    namespace by such a signal, but any other.
    """
    for number in _TIMERS:
        _signal.signal(number, _signal.SIG_IGN)


def _set_limits(limits: Mapping[int, int]) -> None:
    """Set the resource limits of this process.

    Not from outside: a root without CAP_SYS_RESOURCE (every container's) may not set another's.
    """
    for number, limit in limits.items():
        allowed = resource.getrlimit(number)[1]
        value = limit if allowed == resource.RLIM_INFINITY else min(limit, allowed)
        resource.setrlimit(number, (value, value))


def _end_with(parent: int) -> None:
    # After the change of user id, which clears it; and the parent may be gone before.
    _control(_PR_SET_PDEATHSIG, _SIGKILL)
    if os.getppid() != parent:
        raise ProcessLookupError("The worker that started this process is gone.")


def _restrict_paths(ruleset: bytes, rules: Sequence[tuple[str, int]]) -> None:
    _control(_PR_SET_NO_NEW_PRIVS, 1)
    restrictions = _system_call(_LANDLOCK_CREATE_RULESET, ruleset, len(ruleset), 0)
    for path, rights in rules:
        place = os.open(path, os.O_PATH)
        rule = rights.to_bytes(8, "little") + place.to_bytes(4, "little")
        _system_call(_LANDLOCK_ADD_RULE, restrictions, _RULE_PATH_BENEATH, rule, 0)
        os.close(place)
    _system_call(_LANDLOCK_RESTRICT_SELF, restrictions, 0)
    os.close(restrictions)


def _restrict_calls(descriptor: int) -> None:
    _control(_PR_SET_NO_NEW_PRIVS, 1)
    with os.fdopen(descriptor, "rb") as file:
        program = file.read()
    # A number of instructions and, aligned, their address.
    length = (len(program) // _INSTRUCTION_BYTES).to_bytes(8, "little")
    description = length + bytes(_Text(program))
    _control(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, description)


def _control(*arguments: int | bytes) -> None:
    padded = [*arguments, 0, 0, 0][:5]
    _call("prctl", *padded)


def _system_call(number: int, *arguments: int | bytes) -> int:
    return _call("syscall", number, *arguments)


def _call(name: str, *arguments: int | bytes) -> int:
    # The program itself, which has the C library in it.
    program = dlopen(None, 0)  # type: ignore[arg-type]
    function = _Function(dlsym(program, name))
    words = [_Long(argument) if isinstance(argument, int) else argument for argument in arguments]
    result = int(function(*words))
    if result == -1:
        number = get_errno()
        raise OSError(number, f"{name} {arguments[0]!r}: {os.strerror(number)}")
    return result
