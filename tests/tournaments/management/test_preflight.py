import socket

import pytest
from django.core.management.base import CommandError

from agents import sandbox
from tournaments.machinery.web import fairness
from tournaments.management import preflight

pytestmark = pytest.mark.once

FALLEN = sandbox.Report(
    ok=True,
    tier="C",
    lines=(),
    missing=(),
    isolation=sandbox.Isolation.CHROOT,
    notes=("bwrap is missing",),
    passed_over=sandbox.Isolation.BUBBLEWRAP,
)
FAILED = sandbox.Report(ok=False, tier="none", missing=("user namespaces",), lines=())


@pytest.fixture
def taken():
    """A port that somebody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_a_port_in_use_comes_with_what_to_do(taken):
    with pytest.raises(CommandError) as refusal:
        preflight.check_port("127.0.0.1", taken)

    assert str(refusal.value) == (
        f"Port {taken} of 127.0.0.1 is in use. "
        f"Stop what uses it, or take another: KAURI_PORT={taken + 1} make run"
    )


def test_an_address_of_another_machine_is_refused():
    with pytest.raises(CommandError, match=r"Cannot listen on 192\.0\.2\.1, port 8000"):
        preflight.check_port("192.0.2.1", 8000)


def test_a_free_port_passes_and_stays_free():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

    preflight.check_port("127.0.0.1", port)

    socket.create_server(("127.0.0.1", port)).close()


def test_where_bots_are_caged_the_tier_is_said():
    said = preflight.check_isolation().splitlines()

    assert said[0] == "Bots run in sandboxes (tier A, bubblewrap)."


def test_the_layers_that_a_machine_lacks_are_said_as_well(monkeypatch):
    report = sandbox.Report(
        ok=True,
        tier="C",
        lines=(),
        missing=(),
        isolation=sandbox.Isolation.CHROOT,
        notes=("no Landlock",),
    )
    monkeypatch.setattr(sandbox, "check", lambda _isolation: report)

    assert preflight.check_isolation() == (
        "Bots run in sandboxes (tier C, chroot).\n  - no Landlock"
    )


def test_a_tier_that_has_fallen_is_a_warning_that_says_what_to_set(monkeypatch):
    monkeypatch.setattr(sandbox, "check", lambda _isolation: FALLEN)

    assert preflight.check_isolation().splitlines()[1:] == [
        (
            "WARNING: bubblewrap is stronger, and does not hold here. "
            "Repair it, or set KAURI_ISOLATION=chroot if this is enough."
        ),
        "  - bwrap is missing",
    ]


@pytest.mark.parametrize(
    ("setting", "checked"), [("auto", None), ("chroot", sandbox.Isolation.CHROOT)]
)
def test_what_is_checked_is_what_was_set(setting, checked, settings, monkeypatch):
    asked = []
    monkeypatch.setattr(sandbox, "check", lambda isolation: asked.append(isolation) or FAILED)
    settings.ISOLATION = setting

    with pytest.raises(CommandError):
        preflight.check_isolation()
    assert asked == [checked]


def test_where_they_cannot_be_everything_stops_and_what_is_missing_is_said(monkeypatch):
    monkeypatch.setattr(sandbox, "check", lambda _isolation: FAILED)

    with pytest.raises(CommandError, match=r"Missing:\n  - user namespaces\n"):
        preflight.check_isolation()


def test_without_isolation_there_is_a_warning_and_no_check(settings, monkeypatch):
    monkeypatch.setattr(sandbox, "check", lambda _isolation: pytest.fail("checked all the same"))
    settings.ISOLATION = "none"

    assert preflight.check_isolation().startswith("WARNING: bots run WITHOUT a sandbox")


def test_a_worker_says_what_makes_clocks_unfair_and_what_to_set(monkeypatch):
    swap = fairness.Unfairness(16, "Memory may be swapped out.", "swapoff --all")
    monkeypatch.setattr(fairness, "findings", lambda: iter([swap]))

    assert preflight.check_fairness() == [
        "Clocks may be unfair here: Memory may be swapped out. swapoff --all"
    ]
