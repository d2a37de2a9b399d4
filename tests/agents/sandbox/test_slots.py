import os
from pathlib import Path

import pytest

from agents.limits import Limits
from agents.sandbox import Isolation, SandboxUnavailable, slots, start


@pytest.fixture
def two_ids(tmp_path, monkeypatch):
    monkeypatch.setattr(slots, "_LOCKS", tmp_path / "ids")
    monkeypatch.setattr(slots, "_USER_IDS", range(59000, 59002))


def test_no_two_running_sandboxes_share_a_user_id(two_ids):
    first, second = slots.claim(), slots.claim()

    assert (first.uid, second.uid) == (59000, 59001)
    first.release()
    second.release()


def test_a_released_id_is_used_again(two_ids):
    slots.claim().release()
    again = slots.claim()

    assert again.uid == 59000
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


def test_roots_bots_run_under_an_id_of_their_own_and_others_under_the_workers():
    expected = slots._USER_IDS if os.geteuid() == 0 else [os.geteuid()]
    with start(limits=Limits(), isolation=Isolation.BUBBLEWRAP, program="while 1: pass") as child:
        assert Path(f"/proc/{child._monitor.pid}").stat().st_uid in expected
