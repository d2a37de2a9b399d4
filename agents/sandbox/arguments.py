"""From limits to what the kernel and bubblewrap are told: pure functions, nothing is started."""

import resource
from collections.abc import Mapping, Sequence
from pathlib import Path

from agents.limits import Limits

ENVIRONMENT = {
    "HOME": "/tmp",  # noqa: S108 - the bot's own private tmpfs
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
    "TMPDIR": "/tmp",  # noqa: S108
    "TZ": "UTC",
}
"""The whole environment of a bot, the same on every machine."""

# Not -I and not -E: both ignore PYTHONHASHSEED. No user site, no script folder in sys.path,
# no writing of byte code, no site module (and so no .pth files and no sitecustomize).
INTERPRETER_OPTIONS = ("-s", "-P", "-B", "-S")


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


# Standard input, output and error arrive as requests, replies and output: three numbers that need
# no renumbering launcher on the way. This moves them to where the harness expects them, and sets
# the limits from inside: only there does the kernel count processes for this sandbox alone, and
# a root without CAP_SYS_RESOURCE (every container's) may not set another's.
_BOOTSTRAP = """\
import os, resource, sys
sys.path.append({packages!r})
os.dup2(0, 3); os.dup2(1, 4); os.dup2(2, 1); os.close(0)
os.open('/dev/null', os.O_RDONLY)
for number, value in {limits!r}.items():
    allowed = resource.getrlimit(number)[1]
    value = value if allowed == resource.RLIM_INFINITY else min(value, allowed)
    resource.setrlimit(number, (value, value))
del os, resource, sys, number, value, allowed
"""
_RUN_MODULE = """\
import runpy
runpy.run_module({module!r}, run_name='__main__', alter_sys=True)
"""


def interpreter_arguments(
    limits: Mapping[int, int],
    *,
    module: str,
    program: str | None,
    packages: str = "/packages",
) -> list[str]:
    """Return what follows the interpreter's name: to set `limits` (see `resource_limits`), then
    run `module` as ``__main__``, or the source text `program` instead.

    `packages` is the folder of the bot packages; it comes last on the path, so that nothing else
    is looked for in there first.
    """
    body = _RUN_MODULE.format(module=module) if program is None else program
    bootstrap = _BOOTSTRAP.format(limits=dict(limits), packages=packages)
    return [*INTERPRETER_OPTIONS, "-c", bootstrap + body]


def bubblewrap_arguments(
    limits: Limits,
    *,
    bubblewrap: str,
    root: Path,
    project: Path,
    packages: Path,
    command: Sequence[str],
    seccomp_fd: int,
    block_fd: int,
    status_fd: int,
) -> list[str]:
    """Return the command line that runs `command` (as seen from inside) in a sandbox.

    `root`, `project` and `packages` are what the bot sees as /, as /kauri and as /packages.
    bubblewrap reads the system call filter from `seccomp_fd`, waits on `block_fd` before it sets
    the sandbox up, and writes JSON lines (process id, later the exit status) to `status_fd`.
    """
    return [
        bubblewrap,
        # Own user, mount, process, network, IPC, host name and control group namespaces. The
        # two that --unshare-all only tries are named again, so that their absence is an error.
        "--unshare-all",
        "--unshare-user",
        "--unshare-cgroup",
        # Nothing of the host's users, capabilities or name is to be seen or used.
        *("--uid", "1000", "--gid", "1000"),
        *("--cap-drop", "ALL"),
        *("--hostname", "bot"),
        # The whole file system: prepared folders, read-only. No /proc, no /sys.
        *("--ro-bind", str(root), "/"),
        *("--ro-bind", str(project), "/kauri"),
        *("--ro-bind", str(packages), "/packages"),
        # Three devices that keep no state and reach nothing.
        *("--dev-bind", "/dev/null", "/dev/null"),
        *("--dev-bind", "/dev/zero", "/dev/zero"),
        *("--dev-bind", "/dev/urandom", "/dev/urandom"),
        # The only writable place, gone with the sandbox.
        *("--perms", "0700", "--size", str(limits.scratch_bytes), "--tmpfs", "/tmp"),  # noqa: S108
        *("--chdir", "/tmp"),  # noqa: S108
        "--clearenv",
        *(part for item in sorted(ENVIRONMENT.items()) for part in ("--setenv", *item)),
        # No terminal to inject keystrokes into.
        "--new-session",
        # The bot ends when the thread that started it ends, whatever ended that.
        "--die-with-parent",
        # The bot is its namespace's first process: when it ends, all in the namespace ends.
        "--as-pid-1",
        *("--seccomp", str(seccomp_fd)),
        *("--block-fd", str(block_fd)),
        *("--json-status-fd", str(status_fd)),
        "--",
        *command,
    ]
