import errno
import struct

from agents.sandbox import check, seccomp

ALLOW_EVERYTHING = struct.pack("HBBI", 0x06, 0, 0, 0x7FFF0000)
STARTS_OR_SIGNALS = {
    *("clone", "clone3", "fork", "vfork", "kill", "tkill", "tgkill", "pidfd_send_signal"),
    *("rt_sigqueueinfo", "rt_tgsigqueueinfo", "timer_create", "mq_notify", "io_uring_setup"),
    *("fcntl", "ioctl", "prctl", "socket", "socketpair", "memfd_create", "ptrace", "seccomp"),
}


def test_no_call_that_starts_or_signals_a_process_is_allowed_whatever_its_arguments():
    assert not STARTS_OR_SIGNALS & set(seccomp.ALLOWED)


def test_a_name_stands_in_the_list_once():
    assert len(set(seccomp.ALLOWED)) == len(seccomp.ALLOWED)


def test_the_filter_is_whole_instructions_and_ends_in_a_refusal():
    program = seccomp.filter_program(threads=False, deleting=False)
    values = {value for *_, value in struct.iter_unpack("HBBI", program)}

    assert len(program) % 8 == 0
    assert 0x00050000 | errno.EPERM in values


def test_the_check_notices_a_filter_that_allows_everything(monkeypatch):
    monkeypatch.setattr(seccomp, "filter_program", lambda *, threads, deleting: ALLOW_EVERYTHING)

    report = check()

    assert not report.ok
    assert report.tier == "none"
    assert "Not stopped: opening a netlink socket." in report.missing
    assert "Not stopped: using the kernel's keyrings." in report.missing
