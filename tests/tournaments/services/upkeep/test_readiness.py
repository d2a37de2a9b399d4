"""Whether a site has what it needs; the bucket is tried in `test_object_storage.py`."""

import os
import shutil
from types import SimpleNamespace

import pytest

from tournaments.services.upkeep import readiness


def test_a_folder_that_can_be_written_and_has_room_is_well():
    assert readiness.storage().well


def test_a_folder_that_cannot_be_written_is_not_well(monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_asked: False)

    assert not readiness.storage().well


@pytest.mark.parametrize(("left", "well"), [(-1, False), (0, True)])
def test_a_folder_needs_room(monkeypatch, left, well):
    disk = SimpleNamespace(free=readiness.LEAST_FREE + left)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: disk)

    assert readiness.storage().well == well
