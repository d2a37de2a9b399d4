"""The system calls that a bot may make, as a program for the kernel's filter.

An allow-list: a call that is not named fails with EPERM, so new calls of the kernel stay denied.
libseccomp compiles it for the machine's own architecture; `agents.inside.inner` puts it in force.
"""

import errno
import fcntl
import functools
import mmap
import os
import signal
import termios
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from agents.sandbox.errors import SandboxUnavailable

if TYPE_CHECKING:
    import pyseccomp

# No utime and its kin: the devices are the host's own files, and the time on one outlasts the game.
# No fadvise64: the next game can detect by slow reads what it has dropped from the machine's cache.
# No statfs: the free space on the disk changes with what other bots write.
# No flock: bots share the runtime's files, and a lock on one is a message to another bot.
# No pipe: the kernel numbers the pipes of the whole machine in turn, so that making many is a
# message to the next game; and there is no other process to talk to.
# No truncate, and no open that truncates what it does not write: Landlock covers both only from
# its third version on.
_FILES = """
    access chdir chmod close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2
    fchdir fchmod fchmodat fstat ftruncate getcwd getdents getdents64 lseek lstat mkdir mkdirat
    newfstatat pread64 preadv pwrite64 pwritev read readlink readlinkat readv
    sendfile stat statx umask write writev
"""
# They do nothing and report success: with chroot all share the disk, and the kernel's work for such
# a call would count as the host's delay, not as the bot's time.
_NOTHING_TO_SYNC = ("fdatasync", "fsync")
_DELETING = ("rename", "renameat", "renameat2", "rmdir", "unlink", "unlinkat")
# The calls that open a file, and which of their arguments are the flags.
_OPENING = {"open": 1, "openat": 2}
_MEMORY = "brk mmap mprotect mremap munmap"
_WAITING = """
    epoll_create epoll_create1 epoll_ctl epoll_pwait
    epoll_wait futex getitimer gettimeofday nanosleep poll ppoll pselect6 restart_syscall
    sched_yield select setitimer time
"""
# A bot may handle its own timer's signal; no call that sends a signal is here (see _FCNTL too),
# because a bot that can make SIGCONT arrive thinks while it should be paused.
_SIGNALS = """
    alarm pause rt_sigaction rt_sigpending rt_sigprocmask rt_sigreturn rt_sigsuspend
    rt_sigtimedwait sigaltstack
"""
# No execve: the interpreter runs already when the filter is set.
# No sysinfo: the machine's load and free memory depend on the last game.
_PROCESS = """
    arch_prctl getcpu getegid geteuid getgid getgroups getpgrp getpid getppid getrandom getresgid
    getresuid getrlimit getrusage gettid getuid rseq set_robust_list set_tid_address times uname
"""
# What allocators and numpy ask for. No MADV_MERGEABLE: pages that are the same as another bot's
# take longer to write. No MADV_COLD and MADV_PAGEOUT: shared pages would leave the memory.
_ADVICE = (
    *(mmap.MADV_NORMAL, mmap.MADV_RANDOM, mmap.MADV_SEQUENTIAL, mmap.MADV_WILLNEED),
    *(mmap.MADV_DONTNEED, mmap.MADV_FREE, mmap.MADV_HUGEPAGE, mmap.MADV_NOHUGEPAGE),
)
# Which argument has to be 0, the caller itself: with chroot, other processes can be named too.
_OF_ITSELF = {
    "getpgid": 0,
    "getpriority": 1,
    "getsid": 0,
    "sched_getaffinity": 0,
}
# The machine's clocks; further numbers name the CPU clocks of other processes.
_CLOCKS = ("clock_getres", "clock_gettime", "clock_nanosleep")
_LAST_CLOCK = 15
# The flags of these reveal what is in the machine's cache, and thus what the last game has read.
_WITHOUT_FLAGS = {"preadv2": 5, "pwritev2": 5}
# Not with the status of a killed process: bubblewrap reports status 137 and SIGKILL alike, and
# SIGKILL is no bot's fault. The C library's next instruction then ends it by a different signal.
_LEAVING = ("exit", "exit_group")
_LIKE_KILLED = 128 + signal.SIGKILL
_STATUS_BITS = 8

ALLOWED = tuple(sorted(f"{_FILES} {_MEMORY} {_WAITING} {_SIGNALS} {_PROCESS}".split()))
"""The names of the calls that are allowed whatever their arguments."""

# No F_SETOWN, F_SETSIG, F_SETLEASE, F_NOTIFY: each makes the kernel send a signal of choice.
# No F_SETLK: every locked byte costs the kernel memory that no limit counts.
_FCNTL = (
    fcntl.F_DUPFD,
    fcntl.F_DUPFD_CLOEXEC,
    fcntl.F_GETFD,
    fcntl.F_SETFD,
    fcntl.F_GETFL,
)
# Python's requests for every file that it opens or makes inheritable.
_IOCTL = (termios.TCGETS, termios.FIOCLEX, termios.FIONCLEX, termios.FIONREAD, termios.TIOCGWINSZ)

_CLONE_THREAD = 0x00010000
_UNNAMED = os.O_TMPFILE & ~os.O_DIRECTORY
# Bypassing the cache, on a disk that all share. (O_SYNC includes the bit of O_DSYNC.)
_AT_ONCE = os.O_DIRECT | os.O_DSYNC
_UNKNOWN_CALL = -1


@functools.cache
def filter_program(*, threads: bool, deleting: bool) -> bytes:
    """Return the filter as BPF instructions.

    `threads` allows threads, never processes. `deleting` allows a bot to delete and rename its
    files and folders, and to have files without a name. Raises SandboxUnavailable when libseccomp
    is not installed.
    """
    try:
        import pyseccomp  # noqa: PLC0415 - importing it looks for the library, and fails without
    except RuntimeError as error:
        raise SandboxUnavailable("no-seccomp") from error
    rules = pyseccomp.SyscallFilter(pyseccomp.ERRNO(errno.EPERM))
    # 32-bit and x32 calls bypass numbers written for 64 bits.
    rules.set_attr(pyseccomp.Attr.ACT_BADARCH, pyseccomp.KILL_PROCESS)
    for name in (*ALLOWED, *(_DELETING if deleting else ())):
        _allow(rules, name)
    for name, *arguments in (*_conditions(), *_opening(unnamed=deleting)):
        _allow(rules, name, *(pyseccomp.Arg(*argument) for argument in arguments))
    for name in _NOTHING_TO_SYNC:
        rules.add_rule(pyseccomp.ERRNO(0), name)
    # ENOSYS makes the C library fall back to clone, whose flags a filter can read.
    rules.add_rule(pyseccomp.ERRNO(errno.ENOSYS), "clone3")
    if threads:
        only_threads = pyseccomp.Arg(0, pyseccomp.MASKED_EQ, _CLONE_THREAD, _CLONE_THREAD)
        _allow(rules, "clone", only_threads)
    return _exported(rules)


def _conditions() -> Iterator[tuple[Any, ...]]:
    """Yield calls with conditions on their arguments: position, comparison and values of each."""
    from pyseccomp import EQ, LE, MASKED_EQ  # noqa: PLC0415

    yield from ((name, (at, EQ, 0)) for name, at in (_OF_ITSELF | _WITHOUT_FLAGS).items())
    yield from ((name, (0, LE, _LAST_CLOCK)) for name in _CLOCKS)
    # Limits are read, never set: a bot with a lower CPU limit could die as if the host killed it.
    yield "prlimit64", (0, EQ, 0), (2, EQ, 0)
    yield from (("madvise", (2, EQ, advice)) for advice in _ADVICE)
    yield from (("fcntl", (1, EQ, command)) for command in _FCNTL)
    yield "fcntl", (1, EQ, fcntl.F_SETFL), (2, MASKED_EQ, os.O_DIRECT, 0)
    yield from (("ioctl", (1, EQ, request)) for request in _IOCTL)
    for name in _LEAVING:
        for bit in (1 << place for place in range(_STATUS_BITS)):
            yield name, (0, MASKED_EQ, bit, ~_LIKE_KILLED & bit)


def _opening(*, unnamed: bool) -> Iterator[tuple[Any, ...]]:
    """Yield the same for calls that open files: truncating only with writing.

    Files without a name are allowed only if `unnamed`.
    """
    from pyseccomp import MASKED_EQ  # noqa: PLC0415

    never = 0 if unnamed else _UNNAMED | _AT_ONCE
    writing = os.O_TRUNC | os.O_ACCMODE
    for name, position in _OPENING.items():
        yield name, (position, MASKED_EQ, never | os.O_TRUNC, 0)
        yield name, (position, MASKED_EQ, never | writing, os.O_TRUNC | os.O_WRONLY)
        yield name, (position, MASKED_EQ, never | writing, os.O_TRUNC | os.O_RDWR)


def _allow(rules: "pyseccomp.SyscallFilter", name: str, *arguments: "pyseccomp.Arg") -> None:
    import pyseccomp  # noqa: PLC0415

    if pyseccomp.resolve_syscall(pyseccomp.system_arch(), name) != _UNKNOWN_CALL:
        rules.add_rule(pyseccomp.ALLOW, name, *arguments)


def _exported(rules: "pyseccomp.SyscallFilter") -> bytes:
    with os.fdopen(os.memfd_create("seccomp"), "w+b") as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()
