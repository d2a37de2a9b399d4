"""Starting a bot's process."""

import contextlib
import fcntl
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import FileIO

from agents import inside
from agents.sandbox import cgroups, landlock, roots, runtime, seccomp, slots
from agents.sandbox.arguments import (
    as_user,
    bubblewrap_arguments,
    chroot_arguments,
    environment,
    in_group,
    inner_layer,
    interpreter_arguments,
    resource_limits,
)
from agents.sandbox.child import Child
from agents.sandbox.errors import Isolation, SandboxUnavailable
from agents.sandbox.polling import has_input
from agents.terms.limits import Limits

# How long bubblewrap may take to make its namespaces; it needs about ten milliseconds.
_SETUP_SECONDS = 20.0
_FIRST_FREE = 10
_HARNESS = f"{inside.__name__}.harness"
_SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"


@dataclass(frozen=True, slots=True)
class _Order:
    """What to run, and the limits to run it under."""

    module: str
    program: str | None
    limits: Limits

    def command(self, inner: Mapping[str, object]) -> list[str]:
        return interpreter_arguments(inner, module=self.module, program=self.program)


class Starting:
    """A process that is starting. Close it, unless `child` has returned it."""

    def __init__(
        self,
        finish: Callable[[contextlib.ExitStack], Child],
        resources: contextlib.ExitStack,
        *,
        sign: FileIO | None = None,
    ) -> None:
        """`finish` makes the child, without waiting once `sign` can be read."""
        self._finish = finish
        self._resources = resources
        self._sign = sign

    def is_up(self) -> bool:
        """Return whether `child` would return at once."""
        return self._sign is None or has_input(self._sign)

    def child(self) -> Child:
        """Wait until it is up, and return it; the caller closes it.

        Raises SandboxUnavailable, saying what is missing and how to get it.
        """
        with _explained(), self._resources as resources:
            child = self._finish(resources)
            # From here on, the child closes them.
            child.own(resources.pop_all())
        return child

    def close(self) -> None:
        """End it. May be repeated."""
        self._resources.close()


def start(
    module: str = _HARNESS,
    *,
    limits: Limits,
    isolation: Isolation,
    program: str | None = None,
) -> Child:
    """Start a fresh process that runs `module`, or the source text `program` instead.

    It finds requests on descriptor 3 and replies on 4, an empty standard input, and standard
    output and error in one pipe; nothing else is open. It ends when the thread that called this
    ends, so call it from a thread that lives as long as the game.

    Raises SandboxUnavailable, saying what is missing and how to get it.
    """
    return begin(module, limits=limits, isolation=isolation, program=program).child()


def begin(
    module: str = _HARNESS,
    *,
    limits: Limits,
    isolation: Isolation,
    program: str | None = None,
) -> Starting:
    """Do what `start` does, without waiting."""
    launchers = {
        Isolation.BUBBLEWRAP: _start_in_namespaces,
        Isolation.CHROOT: _start_in_root,
        Isolation.NONE: _start_bare,
    }
    with _explained(), contextlib.ExitStack() as resources:
        return launchers[isolation](_Order(module, program, limits), resources)


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SandboxUnavailable("no-start", why=error) from error


def find_program(name: str, *, package: str) -> str:
    """Return the path of a system program; raises SandboxUnavailable when it is missing."""
    path = shutil.which(name, path=_SYSTEM_PATH)
    if path is None:
        raise SandboxUnavailable("no-program", name=name, package=package)
    return path


def _start_in_namespaces(order: _Order, resources: contextlib.ExitStack) -> Starting:
    folders = runtime.prepare()
    block_read, block_write = _pipe(resources)
    status_read, status_write = _pipe(resources)
    ready_read, ready_write = _pipe(resources)
    replies_read, replies_write = _pipe(resources)
    filter_file = _filter_file(order.limits, resources, deleting=True)
    inherited = (block_read, status_write, ready_write, replies_write, filter_file)
    inner = inner_layer(
        resource_limits(order.limits),
        ready_fd=ready_write.fileno(),
        landlock=landlock.rules(landlock.version()),
        filter_fd=filter_file.fileno(),
        replies_fd=replies_write.fileno(),
    )
    command = bubblewrap_arguments(
        order.limits,
        bubblewrap=find_program("bwrap", package="bubblewrap"),
        folders=folders,
        command=(runtime.INTERPRETER, *order.command(inner)),
        block_fd=block_read.fileno(),
        status_fd=status_write.fileno(),
    )
    if os.geteuid() == 0:
        program = find_program("setpriv", package="util-linux")
        command = as_user(_claim(resources).uid, command, setpriv=program)
    # bubblewrap's own process is in the group as well.
    group = _group(order.limits, resources, helpers=1)
    monitor = _spawn(command, resources, environment={}, inherited=inherited, group=group)

    def finish(resources: contextlib.ExitStack) -> Child:
        # The bot's process waits in its namespaces until the pipe is written, so its pid cannot
        # have been reused yet.
        child = Child(
            monitor=monitor,
            pid=_wait_for_namespaces(monitor, status_read),
            ready=ready_read,
            limits=order.limits,
            replies=replies_read,
            status=status_read,
            group=group,
        )
        resources.callback(child.close)
        # If bubblewrap has failed since, `close` reports it.
        with contextlib.suppress(BrokenPipeError):
            block_write.write(b"\n")
        block_write.close()
        return child

    return Starting(finish, resources.pop_all(), sign=status_read)


def _start_in_root(order: _Order, resources: contextlib.ExitStack) -> Starting:
    roots.require_capabilities()
    slot = _claim(resources)
    root = roots.prepare(slot.uid)
    resources.callback(roots.clean, root, slot.uid)
    ready_read, ready_write = _pipe(resources)
    # What a bot deletes and keeps open would not be counted: see `scratch`.
    filter_file = _filter_file(order.limits, resources, deleting=False)
    rules = landlock.rules(landlock.version(), devices=roots.has_devices(root))
    inner = inner_layer(
        resource_limits(order.limits),
        ready_fd=ready_write.fileno(),
        parent=os.getpid(),
        landlock=rules,
        filter_fd=filter_file.fileno(),
    )
    arguments = chroot_arguments(
        chroot=find_program("chroot", package="coreutils"),
        root=root,
        user=slot.uid,
        command=(runtime.INTERPRETER, *order.command(inner)),
    )
    group = _group(order.limits, resources, helpers=0)
    inherited = (ready_write, filter_file)
    monitor = _spawn(
        arguments, resources, environment=environment(), inherited=inherited, group=group
    )
    child = Child(
        monitor=monitor, pid=monitor.pid, ready=ready_read, limits=order.limits, group=group
    )
    resources.callback(child.close)
    child.watch_scratch(root / runtime.SCRATCH.lstrip("/"))
    return Starting(lambda _resources: child, resources.pop_all())


def _start_bare(order: _Order, resources: contextlib.ExitStack) -> Starting:
    numbers = resource_limits(order.limits)
    # Outside a user namespace this would count all processes of the operator.
    del numbers[resource.RLIMIT_NPROC]
    ready_read, ready_write = _pipe(resources)
    inner = inner_layer(
        numbers,
        ready_fd=ready_write.fileno(),
        packages=str(runtime.prepare().packages),
        parent=os.getpid(),
    )
    scratch = resources.enter_context(tempfile.TemporaryDirectory(prefix="kauri-bot-"))
    own = {
        **environment(),
        "HOME": scratch,
        "TMPDIR": scratch,
        "PYTHONPATH": str(runtime.PROJECT),
    }
    del own["LD_LIBRARY_PATH"]
    arguments = [sys.executable, *order.command(inner)]
    monitor = _spawn(arguments, resources, environment=own, inherited=(ready_write,))
    child = Child(monitor=monitor, pid=monitor.pid, ready=ready_read, limits=order.limits)
    resources.callback(child.close)
    return Starting(lambda _resources: child, resources.pop_all())


def _spawn(
    arguments: Sequence[str],
    resources: contextlib.ExitStack,
    *,
    environment: Mapping[str, str],
    inherited: Sequence[FileIO],
    group: cgroups.Group | None = None,
) -> "subprocess.Popen[bytes]":
    """Start a program, in `group` if there is one, and close what it inherits in this process."""
    # Without a preexec_fn, which runs Python between fork and exec and deadlocks when another
    # thread held a lock at the fork; and without user=, for which the worker's memory is copied.
    monitor = subprocess.Popen(  # noqa: S603 - our own arguments
        arguments if group is None else in_group(group.processes, arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd="/",
        env=environment,
        umask=0o077,
        start_new_session=True,
        pass_fds=[file.fileno() for file in inherited],
    )
    resources.callback(_abandon, monitor)
    for file in inherited:
        file.close()
    return monitor


def _abandon(monitor: "subprocess.Popen[bytes]") -> None:
    """Close a process's pipes, and end it first if that has not happened yet."""
    if monitor.returncode is None:
        os.killpg(monitor.pid, signal.SIGKILL)
        monitor.wait()
    for pipe in (monitor.stdin, monitor.stdout, monitor.stderr):
        assert pipe is not None
        pipe.close()


def _claim(resources: contextlib.ExitStack) -> slots.Slot:
    slot = slots.claim()
    resources.callback(slot.release)
    return slot


def _group(
    limits: Limits, resources: contextlib.ExitStack, *, helpers: int
) -> cgroups.Group | None:
    group = cgroups.make(limits, helpers=helpers)
    if group:
        resources.callback(group.remove)
    return group


def _pipe(resources: contextlib.ExitStack) -> tuple[FileIO, FileIO]:
    reading, writing = map(_out_of_the_way, os.pipe())
    return (
        resources.enter_context(FileIO(reading, "r")),
        resources.enter_context(FileIO(writing, "w")),
    )


def _out_of_the_way(descriptor: int) -> int:
    """Give a descriptor a number above the five that a bot has."""
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE)
    os.close(descriptor)
    return moved


def _filter_file(limits: Limits, resources: contextlib.ExitStack, *, deleting: bool) -> FileIO:
    file = resources.enter_context(FileIO(_out_of_the_way(os.memfd_create("seccomp")), "w+"))
    file.write(seccomp.filter_program(threads=limits.processes > 1, deleting=deleting))
    file.seek(0)
    return file


def _wait_for_namespaces(monitor: "subprocess.Popen[bytes]", status: FileIO) -> int:
    """Return the pid of the bot's process; its namespaces exist then."""
    ready = has_input(status, _SETUP_SECONDS)
    line = status.readline() if ready else b""
    if line:
        return int(json.loads(line)["child-pid"])
    if not ready:
        raise SandboxUnavailable("setup-too-slow", seconds=_SETUP_SECONDS)
    monitor.wait()
    assert monitor.stderr is not None
    reason = monitor.stderr.read().decode(errors="replace").strip()
    raise SandboxUnavailable("no-namespaces", why=reason)
