"""What an ordinary container allows, imitated: its capabilities, and its refusal of namespaces.

Not measured in Docker itself: docs/50-running-it.md says so.
"""

import os
import subprocess
import sys

import pytest

from agents.sandbox import runtime

# Docker's default set (moby: oci/caps/defaults.go), and the part of it that docker-compose.yml
# gives to workers.
DEFAULT = "CHOWN DAC_OVERRIDE FSETID FOWNER MKNOD NET_RAW SETGID SETUID SETFCAP SETPCAP"
DEFAULT = f"{DEFAULT} NET_BIND_SERVICE SYS_CHROOT KILL AUDIT_WRITE".split()
GRANTED = ["CHOWN", "DAC_OVERRIDE", "FOWNER", "KILL", "MKNOD", "SETGID", "SETUID", "SYS_CHROOT"]
# Its default profile refuses these without CAP_SYS_ADMIN.
PROFILE = """
import errno, os, sys
import pyseccomp
refused = "unshare setns mount umount2 pivot_root fsopen move_mount open_tree bpf perf_event_open"
rules = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
for name in (*refused.split(), "keyctl", "add_key", "request_key"):
    rules.add_rule(pyseccomp.ERRNO(errno.EPERM), name)
for bit in (1 << 17, 1 << 25, 1 << 26, 1 << 27, 1 << 28, 1 << 29, 1 << 30):  # CLONE_NEW*
    rules.add_rule(pyseccomp.ERRNO(errno.EPERM), "clone",
                   pyseccomp.Arg(0, pyseccomp.MASKED_EQ, bit, bit))
rules.add_rule(pyseccomp.ERRNO(errno.ENOSYS), "clone3")
rules.load()
os.execvp(sys.argv[1], sys.argv[1:])
"""


def contained(capabilities, *command):
    """Run a command of this interpreter as root in such a container; return what it prints."""
    assert os.geteuid() == 0, "the container's root has to be root here"
    bounding = ",".join(["-all", *(f"+{name.lower()}" for name in capabilities)])
    dropping = ["setpriv", "--bounding-set", bounding, "--inh-caps=-all", "--no-new-privs"]
    done = subprocess.run(
        [sys.executable, "-c", PROFILE, *dropping, sys.executable, *command],
        cwd=runtime.PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.splitlines() or [done.stderr]


@pytest.mark.parametrize("capabilities", [DEFAULT, GRANTED], ids=["default", "as in compose"])
def test_root_in_an_ordinary_container_gets_the_second_tier(capabilities):
    lines = contained(capabilities, "-m", "agents.sandbox.check")

    assert lines[0].startswith("Bots run in a root folder each (chroot)")
    assert lines[-1] == "Strangers' bots may run here (tier C)."
    assert any(line.startswith("bubblewrap cannot make a sandbox here") for line in lines)


def test_bubblewrap_is_refused_there():
    lines = contained(DEFAULT, "-m", "agents.sandbox.check", "--isolation", "bubblewrap")

    assert lines[-1] == "Strangers' bots must not run here (tier none)."


@pytest.mark.parametrize("capability", [name for name in GRANTED if name != "MKNOD"])
def test_without_a_capability_that_it_needs_it_says_which(capability):
    fewer = [name for name in GRANTED if name != capability]

    lines = contained(fewer, "-m", "agents.sandbox.check", "--isolation", "chroot")

    assert f"which root does not have here: {capability}. Docker grants" in lines[0]
    assert lines[-1] == "Strangers' bots must not run here (tier none)."
