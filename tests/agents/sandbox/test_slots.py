import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from agents.sandbox import Isolation, SandboxUnavailable, slots, start
from agents.terms.limits import Limits
from tests import reserved

FIRST, SECOND = TWO_IDS = reserved.user_ids()[:2]


@pytest.fixture
def two_ids(tmp_path, monkeypatch):
    monkeypatch.setattr(slots, "_LOCKS", tmp_path / "ids")
    monkeypatch.setattr(slots, "_USER_IDS", TWO_IDS)


def test_no_two_running_sandboxes_share_a_user_id(two_ids):
    first, second = slots.claim(), slots.claim()

    assert [first.uid, second.uid] == list(TWO_IDS)
    first.release()
    second.release()


def test_a_released_id_is_used_again(two_ids):
    slots.claim().release()
    again = slots.claim()

    assert again.uid == FIRST
    again.release()


def test_when_all_are_in_use_it_says_so(two_ids):
    claimed = [slots.claim(), slots.claim()]

    with pytest.raises(SandboxUnavailable, match="All 2 user ids for sandboxes are in use"):
        slots.claim()
    for slot in claimed:
        slot.release()


def test_an_id_is_free_again_although_a_forked_child_still_holds_the_lock_file(two_ids):
    slot = slots.claim()
    copy = os.dup(slot._descriptor)
    slot.release()

    again = slots.claim()

    assert again.uid == slot.uid
    again.release()
    os.close(copy)


def orphan(uid):
    """A process without a parent, under this user id."""
    made = subprocess.run(
        ["sh", "-c", "sleep 600 >/dev/null 2>&1 & echo $!"],
        user=uid, group=uid, extra_groups=[], capture_output=True, text=True, check=True,
    )  # fmt: skip
    return Path("/proc") / made.stdout.strip()


def runs(process):
    try:
        return "State:\tZ" not in (process / "status").read_text()
    except FileNotFoundError:
        return False


def test_what_a_killed_worker_has_left_under_an_id_ends_when_it_is_used_again(two_ids):
    lost = slots.claim()
    left, other = orphan(lost.uid), orphan(SECOND)
    os.close(lost._descriptor)

    again = slots.claim()

    assert again.uid == lost.uid
    while runs(left):
        time.sleep(0.01)
    assert runs(other)
    os.kill(int(other.name), signal.SIGKILL)
    again.release()


def test_who_gives_an_id_back_has_ended_what_ran_under_it(two_ids):
    slots.claim().release()
    process = orphan(FIRST)

    slots.claim().release()

    assert runs(process)
    os.kill(int(process.name), signal.SIGKILL)


def test_roots_bots_run_under_an_id_of_their_own_and_others_under_the_workers():
    expected = slots._USER_IDS if os.geteuid() == 0 else [os.geteuid()]
    with start(limits=Limits(), isolation=Isolation.BUBBLEWRAP, program="while 1: pass") as child:
        assert Path(f"/proc/{child._monitor.pid}").stat().st_uid in expected
