"""Attempts to get out of the sandbox, run inside it by `agents.sandbox.check`.

A separate program: it is sent into the sandbox as text, imports nothing of this project, and
writes one line of JSON to descriptor 4: the result of each attempt, "escaped" or how it was
stopped.
"""

import ctypes
import errno
import json
import mmap
import os
import platform
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path

# Numbers of (x86-64, arm64).
_CALLS = {
    "add_key": (248, 217),
    "bpf": (321, 280),
    "io_uring_setup": (425, 425),
    "kill": (62, 129),
    "mount": (165, 40),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "ptrace": (101, 117),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
}
_NEW_USER_NAMESPACE = 0x10000000


def _call(name: str, *arguments: int) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    number = _CALLS[name][platform.machine() == "aarch64"]
    result = library.syscall(number, *arguments)
    # Any other error comes from the call itself: the filter let it through to the kernel.
    if result == -1 and ctypes.get_errno() == errno.EPERM:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))


def _read_host() -> None:
    for path in ("/etc/passwd", "/proc/self/status", "/proc/1/environ", "/sys/kernel", "/root"):
        if Path(path).exists():
            return
    raise FileNotFoundError("nothing of the host is there")


def _write_everywhere() -> None:
    for folder in ("/", "/usr", "/usr/lib", "/kauri", "/dev"):
        try:
            Path(folder, "left").write_text("here")
        except OSError:
            continue
        return
    raise PermissionError("all folders but /tmp are read-only")


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def _take_memory() -> None:
    taken = [mmap.mmap(-1, 64 * 1024 * 1024) for _ in range(64)]
    del taken


ATTEMPTS: dict[str, Callable[[], object]] = {
    "reading the host's files or /proc": _read_host,
    "writing outside /tmp": _write_everywhere,
    "opening a network socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM),
    "opening a local socket": lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM),
    "opening a netlink socket": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
    "starting a process": _fork,
    "starting a thread": lambda: threading.Thread(target=print).start(),
    "signalling other processes": lambda: _call("kill", -1, 0),
    "signalling itself while paused": lambda: _call("kill", os.getpid(), 18),
    "tracing a process": lambda: _call("ptrace", 0, 0, 0, 0),
    "making a user namespace": lambda: _call("unshare", _NEW_USER_NAMESPACE),
    "mounting": lambda: _call("mount", 0, 0, 0, 0, 0),
    "using the kernel's keyrings": lambda: _call("add_key", 0, 0, 0, 0, 0),
    "using io_uring": lambda: _call("io_uring_setup", 1, 0),
    "using bpf": lambda: _call("bpf", 0, 0, 0),
    "using perf": lambda: _call("perf_event_open", 0, 0, 0, 0, 0),
    "using userfaultfd": lambda: _call("userfaultfd", 0),
    "changing its personality": lambda: _call("personality", 0x0040000),
    "becoming root": lambda: os.setuid(0),
    "taking four gigabytes of memory": _take_memory,
}


def _outcome(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except (OSError, RuntimeError, MemoryError) as error:
        return f"stopped: {error or type(error).__name__}"
    return "escaped"


if __name__ == "__main__":
    report = {what: _outcome(attempt) for what, attempt in ATTEMPTS.items()}
    os.write(4, json.dumps(report).encode() + b"\n")
    sys.exit(0)
