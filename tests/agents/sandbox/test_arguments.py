from pathlib import Path

import pytest

from agents.sandbox.arguments import (
    as_user,
    bubblewrap_arguments,
    chroot_arguments,
    in_group,
    inner_layer,
    interpreter_arguments,
    resource_limits,
)
from agents.sandbox.landlock import rules
from agents.sandbox.runtime import Runtime
from agents.terms.limits import Limits

MODULE = "agents.inside.harness"
FOLDER = Path(__file__).parent
PROCESSES = Path("/sys/fs/cgroup/kauri/kauri-1234-0/cgroup.procs")
INNER = {"ready_fd": 10, "landlock": rules(6), "filter_fd": 11}


def in_namespaces(limits):
    inner = inner_layer(resource_limits(limits), replies_fd=14, **INNER)
    command = bubblewrap_arguments(
        limits,
        bubblewrap="/usr/bin/bwrap",
        folders=Runtime(Path("/runtime/python"), Path("/runtime/kauri"), Path("/runtime/packages")),
        command=["/usr/bin/python3", *interpreter_arguments(inner, module=MODULE, program=None)],
        block_fd=12,
        status_fd=13,
    )
    return in_group(PROCESSES, as_user(59000, command, setpriv="/usr/bin/setpriv"))


def in_root(limits):
    inner = inner_layer(resource_limits(limits), parent=1234, **INNER)
    command = chroot_arguments(
        chroot="/usr/sbin/chroot",
        root=Path("/runtime/slots/59000/root"),
        user=59000,
        command=["/usr/bin/python3", *interpreter_arguments(inner, module=MODULE, program=None)],
    )
    return in_group(PROCESSES, command)


@pytest.mark.parametrize(
    ("command_line", "golden"),
    [(in_namespaces, "arguments.txt"), (in_root, "arguments_chroot.txt")],
)
def test_the_command_line_is_the_one_that_was_reviewed(command_line, golden):
    reviewed = (FOLDER / golden).read_text(encoding="utf-8")

    assert "\n".join(command_line(Limits())) == reviewed


def test_every_limit_of_the_kernel_follows_the_operators():
    limits = Limits(memory_bytes=1, cpu_seconds=2, file_bytes=3, open_files=4, processes=5)

    assert {1, 2, 3, 4, 5} <= set(resource_limits(limits).values())


def test_the_size_of_scratch_space_precedes_the_mount_that_it_is_for():
    arguments = in_namespaces(Limits(scratch_bytes=12345))

    mount = arguments.index("--tmpfs")
    assert arguments[mount - 2 : mount + 2] == ["--size", "12345", "--tmpfs", "/tmp"]


def test_options_of_the_interpreter_leave_the_hash_seed_in_force():
    options = interpreter_arguments({}, module=MODULE, program=None)

    assert "-I" not in options
    assert "-E" not in options


def test_without_landlock_nothing_is_asked_of_it():
    inner = inner_layer({}, ready_fd=10, landlock=rules(0))

    assert inner["landlock"] is None
