from pathlib import Path

from agents.limits import Limits
from agents.sandbox.arguments import bubblewrap_arguments, interpreter_arguments, resource_limits

GOLDEN = Path(__file__).with_name("arguments.txt")


def command_line(limits):
    return bubblewrap_arguments(
        limits,
        bubblewrap="/usr/bin/bwrap",
        root=Path("/runtime/python"),
        project=Path("/runtime/kauri"),
        packages=Path("/runtime/packages"),
        command=[
            "/usr/bin/python3",
            *interpreter_arguments(resource_limits(limits), module="agents.harness", program=None),
        ],
        seccomp_fd=10,
        block_fd=11,
        status_fd=12,
    )


def test_the_command_line_is_the_one_that_was_reviewed():
    assert "\n".join(command_line(Limits())) == GOLDEN.read_text(encoding="utf-8")


def test_every_limit_of_the_kernel_follows_the_operators():
    limits = Limits(memory_bytes=1, cpu_seconds=2, file_bytes=3, open_files=4, processes=5)

    assert {1, 2, 3, 4, 5} <= set(resource_limits(limits).values())


def test_the_size_of_scratch_space_precedes_the_mount_that_it_is_for():
    arguments = command_line(Limits(scratch_bytes=12345))

    mount = arguments.index("--tmpfs")
    assert arguments[mount - 2 : mount + 2] == ["--size", "12345", "--tmpfs", "/tmp"]


def test_options_of_the_interpreter_leave_the_hash_seed_in_force():
    options = interpreter_arguments({}, module="agents.harness", program=None)

    assert "-I" not in options
    assert "-E" not in options
