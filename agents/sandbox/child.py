"""A running bot, as its referee sees it."""

import contextlib
import json
import os
import signal
import subprocess
import time
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Self

from agents.inside.protocol import MEMORY_STATUS
from agents.sandbox.cgroups import Group
from agents.sandbox.polling import has_input
from agents.sandbox.scratch import Watch
from agents.terms.limits import Limits
from agents.words import Sentence

# If the kernel takes longer than this to end a killed process, it is the platform's fault.
_REAP_SECONDS = 10.0
_SIGNAL_STATUS = 128
# The share of its CPU limit from which on a bot ended by SIGKILL counts as having exceeded it. The
# kernel enforces the limit by counting clock ticks, which runs ahead of its own exact account on a
# busy machine; and nothing else in a sandbox that is not being closed ends in SIGKILL.
_MUCH = 0.5
# Plain numbers: every move sends two.
_SIGSTOP, _SIGCONT = int(signal.SIGSTOP), int(signal.SIGCONT)


@dataclass(frozen=True, slots=True)
class Exit:
    """How a bot's process ended: its own end, or none (both None) when `close` had to kill it."""

    status: int | None
    """The exit status, unless a signal ended the process."""
    signal: int | None
    """The signal that ended it."""
    memory_exceeded: bool
    """Whether the harness or the kernel's count of its memory reported that the limit was hit."""
    cpu_exceeded: bool
    """Whether the kernel ended it for its CPU time."""
    platform_fault: Sentence | None
    """What failed, when it was the sandbox and not the bot."""
    scratch_exceeded: bool = False
    """Whether it was ended because it wrote too much to a /tmp without a file system of its own."""


class Child:
    """A bot's process with its three pipes; a context manager that leaves nothing behind.

    Made by `agents.sandbox.start`. Not for several threads at once.
    """

    requests: int
    """Descriptor to write to the bot; non-blocking."""
    replies: int
    """Descriptor to read the bot's replies from; non-blocking."""
    output: int
    """Descriptor to read standard output and standard error from, merged; non-blocking."""
    pid: int
    """The id of the bot's process on the host; valid until `close`."""

    def __init__(
        self,
        *,
        monitor: "subprocess.Popen[bytes]",
        pid: int,
        ready: FileIO,
        limits: Limits,
        replies: FileIO | None = None,
        status: FileIO | None = None,
        group: Group | None = None,
    ) -> None:
        assert monitor.stdin is not None
        assert monitor.stdout is not None
        assert monitor.stderr is not None
        self.requests = monitor.stdin.fileno()
        self.replies = (replies or monitor.stdout).fileno()
        self._replies = replies
        self.output = monitor.stderr.fileno()
        for descriptor in (self.requests, self.replies, self.output):
            os.set_blocking(descriptor, False)
        self._monitor = monitor
        self.pid = pid
        self._pidfd = _opened(pid, monitor.pid)
        self._ready = ready
        self._status = status
        self._group = group
        # One thread stops within microseconds of the signal, the group takes milliseconds; but a
        # second thread runs on for as long after a signal.
        self._freezes = group if limits.processes > 1 else None
        self._limits = limits
        self._watch: Watch | None = None
        self._resources = contextlib.ExitStack()
        self._resources.callback(os.close, self._pidfd)
        # Linux: the CPU clock of another process, all its threads together.
        self._cpu_clock = (~pid << 3) | 2
        self._cpu_seconds = 0.0
        # Whether it was still alive when we ended it, once we have.
        self._killed: bool | None = None
        self._exit: Exit | None = None

    def own(self, resources: contextlib.ExitStack) -> None:
        """Take over the resources to release after the bot's end; `start` calls this once."""
        resources.push(self._resources.pop_all())
        self._resources = resources

    def watch_scratch(self, folder: Path) -> None:
        """End the bot when more than its limit is in `folder`; `start` may call this once."""
        self._watch = Watch(
            folder,
            limit_bytes=self._limits.scratch_bytes,
            end=lambda: self._send(signal.SIGKILL),
        )

    def cpu_seconds(self) -> float:
        """Return the CPU time that the bot has used, in seconds; after its end, the last known."""
        try:
            now = time.clock_gettime(self._cpu_clock)
        except OSError:
            return self._cpu_seconds  # its process is gone once it ended
        self._cpu_seconds = max(self._cpu_seconds, now)
        return self._cpu_seconds

    def scratch_files(self) -> int | None:
        """Return how many files are in the bot's own /tmp; None if that cannot be determined."""
        if self._status is None:
            return None
        try:
            file_system = os.statvfs(f"/proc/{self.pid}/root/tmp")
        except OSError:
            return None
        # Before bubblewrap has made the bot's /tmp, and after the bot's end, it is another one.
        own = (
            file_system.f_blocks == -(-self._limits.scratch_bytes // file_system.f_frsize)
            and self.alive()
        )
        return file_system.f_files - file_system.f_ffree if own else None

    def pause(self) -> None:
        """Stop the bot from running; only `resume` lets it continue."""
        if self._freezes:
            self._freezes.freeze()
        else:
            self._send(_SIGSTOP)
        if self._watch:
            self._watch.pause()

    def resume(self) -> None:
        """Let a paused bot run on."""
        if self._watch:
            self._watch.resume()
        if self._freezes:
            self._freezes.thaw()
        else:
            self._send(_SIGCONT)

    def alive(self) -> bool:
        """Return whether the bot's process has not ended yet; a paused one is alive."""
        return self._exit is None and not has_input(self._pidfd)

    def end(self) -> None:
        """End the bot and everything it started, without waiting. May be repeated."""
        if self._killed is None:
            if self._watch:
                self._watch.stop()
            self._killed = self.alive()
            self.cpu_seconds()
            self._send(signal.SIGKILL)
            if self._freezes:
                # bubblewrap is in there as well, and has to run to end by itself.
                self._freezes.thaw()

    def close(self) -> Exit:
        """End the bot and everything it started, and return how it ended. May be repeated."""
        if self._exit is None:
            self.end()
            fault = self._reap()
            if self._watch and self._watch.failure:
                fault = self._watch.failure
            # It may have been ended for exceeding a limit, and still have been alive just now.
            killed = bool(self._killed) and not self._overused()
            self._exit = self._describe(killed=killed, fault=fault)
            self._resources.close()
        return self._exit

    def __enter__(self) -> Self:
        """Return the child itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the child."""
        self.close()

    def _send(self, number: int) -> None:
        try:
            signal.pidfd_send_signal(self._pidfd, number)
        except ProcessLookupError:
            return  # the process has ended, which `alive` and `close` report

    def _reap(self) -> Sentence | None:
        """Wait for the process that we started, which ends after the bot's; read its CPU time."""
        fault = None
        monitor_fd = os.pidfd_open(self._monitor.pid)
        try:
            if not has_input(monitor_fd, _REAP_SECONDS):
                fault = Sentence("not-reaped", seconds=_REAP_SECONDS)
                self._monitor.kill()
        finally:
            os.close(monitor_fd)
        _, status, usage = os.wait4(self._monitor.pid, 0)
        self._monitor.returncode = os.waitstatus_to_exitcode(status)
        self._cpu_seconds = max(self._cpu_seconds, usage.ru_utime + usage.ru_stime)
        return fault

    def _describe(self, *, killed: bool, fault: Sentence | None) -> Exit:
        code = self._monitor.returncode
        if self._status is not None:
            reported = _exit_code(self._status)
            # A bot that we kill before it begins leaves no report; but we never kill bubblewrap.
            ours = killed and code >= 0
            if reported is None and fault is None and not ours:
                fault = Sentence("bubblewrap-ended", status=code)
            code = -signal.SIGKILL if reported is None else _status_or_signal(reported)
        ours = killed and code == -signal.SIGKILL
        if fault is None and not ours and not self._ready.read(1):
            fault = Sentence("ended-unready", status=code)
        if ours or fault is not None:
            return Exit(None, None, False, False, fault)
        return self._own_end(code)

    def _own_end(self, code: int) -> Exit:
        # A kill never changes the status of a process that was ending already.
        spent = self._cpu_seconds >= self._limits.cpu_seconds * _MUCH and not self._overused()
        return Exit(
            status=code if code >= 0 else None,
            signal=-code if code < 0 else None,
            memory_exceeded=self._memory_exceeded() or code == MEMORY_STATUS,
            cpu_exceeded=spent and -code in (signal.SIGKILL, signal.SIGXCPU),
            platform_fault=None,
            scratch_exceeded=self._scratch_exceeded(),
        )

    def _overused(self) -> bool:
        return self._memory_exceeded() or self._scratch_exceeded()

    def _memory_exceeded(self) -> bool:
        return self._group is not None and self._group.memory_exceeded()

    def _scratch_exceeded(self) -> bool:
        return self._watch is not None and self._watch.exceeded


def _opened(pid: int, parent: int) -> int:
    """Return a descriptor of the bot's process, or of its parent's if it has ended already.

    bubblewrap ends with a child that could not set the sandbox up.
    """
    try:
        return os.pidfd_open(pid)
    except ProcessLookupError:
        return os.pidfd_open(parent)


def _status_or_signal(code: int) -> int:
    """Return a shell-like status (above 128: by a signal) as subprocess does: signals negative."""
    number = code - _SIGNAL_STATUS
    return -number if number in signal.valid_signals() else code


def _exit_code(status: FileIO) -> int | None:
    """Return the exit code that bubblewrap reports, which it does only for a bot it started."""
    for line in status:
        if "exit-code" in (report := json.loads(line)):
            return int(report["exit-code"])
    return None
