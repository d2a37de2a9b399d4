"""Starting a bot's process."""

import contextlib
import json
import os
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from io import FileIO

from agents.limits import Limits
from agents.sandbox import runtime, seccomp, slots
from agents.sandbox.arguments import (
    ENVIRONMENT,
    bubblewrap_arguments,
    interpreter_arguments,
    resource_limits,
)
from agents.sandbox.child import Child
from agents.sandbox.errors import Isolation, SandboxUnavailable

# How long bubblewrap may take to make its namespaces; it needs about ten milliseconds.
_SETUP_SECONDS = 20.0
_SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"


def start(
    module: str = "agents.harness",
    *,
    limits: Limits,
    isolation: Isolation,
    program: str | None = None,
) -> Child:
    """Start a fresh process that runs `module`, or the source text `program` instead.

    It finds requests on descriptor 3 and replies on 4, /dev/null as standard input, and standard
    output and error in one pipe; nothing else is open. It ends when the thread that called this
    ends, so call it from a thread that lives as long as the game.

    Raises SandboxUnavailable, saying what is missing and how to get it.
    """
    launcher = _start_isolated if isolation is Isolation.BUBBLEWRAP else _start_bare
    try:
        with contextlib.ExitStack() as resources:
            child = launcher(module, program, limits, resources)
            # From here on, closing them is the child's.
            child.own(resources.pop_all())
    except OSError as error:
        raise SandboxUnavailable(f"A bot's process cannot be started here: {error}.") from error
    return child


def find_program(name: str, *, package: str) -> str:
    """Return the path of a system program; raises SandboxUnavailable when it is missing."""
    found = shutil.which(name, path=_SYSTEM_PATH)
    if found is None:
        raise SandboxUnavailable(
            f"The program {name} is missing. On Debian and Ubuntu: apt-get install {package}"
        )
    return found


def _start_isolated(
    module: str, program: str | None, limits: Limits, resources: contextlib.ExitStack
) -> Child:
    folders = runtime.prepare()
    numbers = resource_limits(limits)
    command = interpreter_arguments(numbers, module=module, program=program)
    block_read, block_write = _pipe(resources)
    status_read, status_write = _pipe(resources)
    filter_file = _filter_file(limits, resources)
    inherited = (filter_file, block_read, status_write)
    arguments = bubblewrap_arguments(
        limits,
        bubblewrap=find_program("bwrap", package="bubblewrap"),
        root=folders.root,
        project=folders.project,
        packages=folders.packages,
        command=(runtime.INTERPRETER, *command),
        seccomp_fd=filter_file.fileno(),
        block_fd=block_read.fileno(),
        status_fd=status_write.fileno(),
    )
    monitor = _spawn(
        arguments, environment={}, folder="/", inherited=inherited, resources=resources
    )
    for file in inherited:
        file.close()
    # The bot's process waits in its namespaces until the pipe is written: its pid cannot be
    # another's yet.
    pid = _wait_for_namespaces(monitor, status_read)
    child = Child(monitor=monitor, pid=pid, status=status_read, limits=limits)
    resources.callback(child.close)
    # Where bubblewrap has failed meanwhile, `close` will say so.
    with contextlib.suppress(BrokenPipeError):
        block_write.write(b"\n")
    block_write.close()
    return child


def _start_bare(
    module: str, program: str | None, limits: Limits, resources: contextlib.ExitStack
) -> Child:
    numbers = resource_limits(limits)
    # Outside a user namespace this would count everything that the operator runs.
    del numbers[resource.RLIMIT_NPROC]
    packages = str(runtime.prepare().packages)
    command = interpreter_arguments(numbers, module=module, program=program, packages=packages)
    scratch = resources.enter_context(tempfile.TemporaryDirectory(prefix="kauri-bot-"))
    setpriv = find_program("setpriv", package="util-linux")
    environment = {
        **ENVIRONMENT,
        "HOME": scratch,
        "TMPDIR": scratch,
        "PYTHONPATH": str(runtime.PROJECT),
    }
    del environment["LD_LIBRARY_PATH"]
    # The signal on the parent's death is what --die-with-parent is to bubblewrap.
    arguments = [setpriv, "--pdeathsig", "KILL", sys.executable, *command]
    monitor = _spawn(
        arguments, environment=environment, folder=scratch, inherited=(), resources=resources
    )
    return Child(monitor=monitor, pid=monitor.pid, status=None, limits=limits)


def _spawn(
    arguments: Sequence[str],
    *,
    environment: Mapping[str, str],
    folder: str,
    inherited: Sequence[FileIO],
    resources: contextlib.ExitStack,
) -> "subprocess.Popen[bytes]":
    isolated = bool(inherited)
    user = None
    if isolated and os.geteuid() == 0:
        slot = slots.claim()
        resources.callback(slot.release)
        user = slot.uid
    # user, group and extra_groups instead of a preexec_fn: that would run Python between fork and
    # exec, which deadlocks when another thread of the worker held a lock at the fork.
    monitor = subprocess.Popen(  # noqa: S603 - our own arguments
        arguments,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=folder,
        env=environment,
        umask=0o077,
        start_new_session=True,
        pass_fds=[file.fileno() for file in inherited],
        user=user,
        group=user,
        extra_groups=None if user is None else [],
    )
    resources.callback(_abandon, monitor)
    return monitor


def _abandon(monitor: "subprocess.Popen[bytes]") -> None:
    """Close a process's pipes, and end it first if that has not happened yet."""
    if monitor.returncode is None:
        os.killpg(monitor.pid, signal.SIGKILL)
        monitor.wait()
    for pipe in (monitor.stdin, monitor.stdout, monitor.stderr):
        assert pipe is not None
        pipe.close()


def _pipe(resources: contextlib.ExitStack) -> tuple[FileIO, FileIO]:
    reading, writing = os.pipe()
    return (
        resources.enter_context(FileIO(reading, "r")),
        resources.enter_context(FileIO(writing, "w")),
    )


def _filter_file(limits: Limits, resources: contextlib.ExitStack) -> FileIO:
    file = resources.enter_context(FileIO(os.memfd_create("seccomp"), "w+"))
    file.write(seccomp.filter_program(threads=limits.processes > 1))
    file.seek(0)
    return file


def _wait_for_namespaces(monitor: "subprocess.Popen[bytes]", status: FileIO) -> int:
    """Return the pid of the bot's process; its namespaces exist then."""
    ready = select.select([status], [], [], _SETUP_SECONDS)[0]
    line = status.readline() if ready else b""
    if line:
        return int(json.loads(line)["child-pid"])
    if ready:
        monitor.wait()
        assert monitor.stderr is not None
        reason = monitor.stderr.read().decode(errors="replace").strip()
    else:
        reason = f"no answer in {_SETUP_SECONDS:.0f} s"
    raise SandboxUnavailable(
        f"bubblewrap cannot make a sandbox here: {reason or 'it gave no reason'}. "
        "It needs user namespaces; docs/41-sandbox.md says how to allow them."
    )
