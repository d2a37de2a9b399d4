"""Turn limits into arguments for the kernel and the outer layer, without starting anything."""

import resource
from collections.abc import Mapping, Sequence
from pathlib import Path

from agents.sandbox.landlock import PathRules
from agents.sandbox.runtime import DEVICES, PACKAGES, SCRATCH, Runtime
from agents.terms.limits import Limits
from engine import packages as games

ENVIRONMENT = {
    "HOME": SCRATCH,
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    # The runtime's libraries lie in one folder; the interpreter's own search path names the host's.
    "LD_LIBRARY_PATH": "/usr/lib:/packages/lib",
    # One heap: every further arena reserves 64 MiB of the address space that is limited.
    "MALLOC_ARENA_MAX": "1",
    # Threads are denied, and each would take its stack from the address space.
    "OPENBLAS_NUM_THREADS": "1",
    "PATH": "/usr/bin",
    # Set order must not differ from game to game.
    "PYTHONHASHSEED": "0",
    "PYTHONPATH": "/kauri",
    # What a killed bot printed must reach its author.
    "PYTHONUNBUFFERED": "1",
    "TMPDIR": SCRATCH,
    "TZ": "UTC",
}
"""The environment of a bot, the same on every machine."""


def environment() -> dict[str, str]:
    """Return the whole environment of a bot, which also names the games that are packages."""
    return ENVIRONMENT | {games.SETTING: ",".join(games.modules())}


# Not -I and not -E: both ignore PYTHONHASHSEED. No user site, no script folder in sys.path,
# no writing of byte code, no site module (and so no .pth files and no sitecustomize).
INTERPRETER_OPTIONS = ("-s", "-P", "-B", "-S")

_FIRST_LINES = """\
from agents.inside.inner import enter
enter(
    {arguments},
)
del enter
"""
_RUN_MODULE = """\
import runpy
runpy.run_module({module!r}, run_name='__main__', alter_sys=True)
"""


def resource_limits(limits: Limits) -> dict[int, int]:
    """Return the kernel's resource limits (soft and hard alike) for one bot, by their numbers."""
    return {
        resource.RLIMIT_AS: limits.memory_bytes,
        resource.RLIMIT_CPU: limits.cpu_seconds,
        resource.RLIMIT_FSIZE: limits.file_bytes,
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_NPROC: limits.processes,
        resource.RLIMIT_STACK: 8 * 1024 * 1024,
        # 1 and not 0: the kernel pipes a core to the host's crash handler even at 0, never at 1.
        resource.RLIMIT_CORE: 1,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_SIGPENDING: 64,
    }


def inner_layer(
    limits: Mapping[int, int],
    *,
    ready_fd: int,
    packages: str = PACKAGES,
    parent: int | None = None,
    landlock: PathRules | None = None,
    filter_fd: int | None = None,
    replies_fd: int | None = None,
) -> dict[str, object]:
    """Return the arguments of `agents.inside.inner.enter`; see there what each does.

    `landlock` is None if the kernel has none; `parent` is None if the outer layer ends the bot with
    its worker. Give `replies_fd` if the outer layer keeps running next to the bot: it would keep a
    copy of standard output open, and the end of the bot's replies would go unnoticed.
    """
    return {
        "limits": dict(limits),
        "ready": ready_fd,
        "packages": packages,
        "parent": parent,
        "landlock": None if landlock is None else (landlock.ruleset, landlock.paths),
        "filter_program": filter_fd,
        "replies": replies_fd,
    }


def interpreter_arguments(
    inner: Mapping[str, object], *, module: str, program: str | None
) -> list[str]:
    """Return what follows the interpreter's name: to put the inner layer in force (see
    `inner_layer`), then run `module` as ``__main__``, or the source text `program` instead.
    """
    arguments = ",\n    ".join(f"{name}={value!r}" for name, value in inner.items())
    body = _RUN_MODULE.format(module=module) if program is None else program
    return [*INTERPRETER_OPTIONS, "-c", _FIRST_LINES.format(arguments=arguments) + body]


def bubblewrap_arguments(
    limits: Limits,
    *,
    bubblewrap: str,
    folders: Runtime,
    command: Sequence[str],
    block_fd: int,
    status_fd: int,
) -> list[str]:
    """Return the command line that runs `command` (as seen from inside) in namespaces of its own.

    The `folders` are what the bot sees as /, as /kauri and as /packages.
    bubblewrap waits on `block_fd` before it sets the sandbox up, and writes JSON lines (process
    id, later the exit status) to `status_fd`.
    """
    return [
        bubblewrap,
        # Own user, mount, process, network, IPC, host name and control group namespaces. The
        # two that --unshare-all only tries are named again, so that their absence is an error.
        "--unshare-all",
        "--unshare-user",
        "--unshare-cgroup",
        # The bot can neither see nor use the host's users, capabilities or name.
        *("--uid", "1000", "--gid", "1000"),
        *("--cap-drop", "ALL"),
        *("--hostname", "bot"),
        # The whole file system: prepared folders, read-only. No /proc, no /sys.
        *("--ro-bind", str(folders.root), "/"),
        *("--ro-bind", str(folders.project), "/kauri"),
        *("--ro-bind", str(folders.packages), PACKAGES),
        *(part for device in DEVICES for part in ("--dev-bind", device, device)),
        # The only writable place, gone with the sandbox.
        *("--perms", "0700", "--size", str(limits.scratch_bytes), "--tmpfs", SCRATCH),
        *("--chdir", SCRATCH),
        "--clearenv",
        *(part for item in sorted(environment().items()) for part in ("--setenv", *item)),
        # No terminal to inject keystrokes into.
        "--new-session",
        # The bot ends when the thread that started it ends, whatever ended that.
        "--die-with-parent",
        # The bot is its namespace's first process: when it ends, all in the namespace ends.
        "--as-pid-1",
        *("--block-fd", str(block_fd)),
        *("--json-status-fd", str(status_fd)),
        "--",
        *command,
    ]


def chroot_arguments(*, chroot: str, root: Path, user: int, command: Sequence[str]) -> list[str]:
    """Return the command line that runs `command` (as seen from inside) in a root of its own.

    `root` is the folder that the bot sees as /, and `user` the id of its user and group.
    """
    return [
        chroot,
        # An id that owns nothing but the bot's /tmp. Numbers, marked so: no name is looked up.
        f"--userspec=+{user}:+{user}",
        # None of root's other groups either.
        "--groups=",
        # The whole file system, which root owns: readable, not writable, but for its /tmp.
        str(root),
        *command,
    ]


def as_user(user: int, command: Sequence[str], *, setpriv: str) -> list[str]:
    """Return the command line that runs `command` with `user` as the id of its user and group."""
    return [setpriv, f"--reuid={user}", f"--regid={user}", "--clear-groups", "--", *command]


def in_group(processes: Path, command: Sequence[str]) -> list[str]:
    """Return the command line that enters a control group, then runs `command`.

    `processes` is the group's file cgroup.procs. The kernel takes milliseconds to move a process,
    and this way the worker does not wait for it. All that the command starts is in the group.
    """
    return ["/bin/sh", "-c", 'echo $$ > "$0" && exec "$@"', str(processes), *command]
