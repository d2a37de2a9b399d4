"""What a machine keeps of the archives that lie elsewhere: whole, no more than allowed, or none."""

import hashlib
import os

import pytest

from tournaments.machinery.caches import archive_cache


@pytest.fixture(autouse=True)
def _room_for_ten_bytes(settings):
    settings.ARCHIVE_CACHE_BYTES = 10


def hashed(data):
    return hashlib.sha256(data).hexdigest()


def never():
    raise AssertionError("nothing is to be fetched")


def read(data):
    return archive_cache.read(hashed(data), lambda: data)


def kept(settings):
    return sorted(path.read_bytes() for path in settings.ARCHIVE_CACHE.iterdir())


def test_what_was_read_once_is_not_fetched_again():
    read(b"one")

    assert archive_cache.read(hashed(b"one"), never) == b"one"


def test_what_was_changed_on_the_disk_is_fetched_again(settings):
    read(b"one")
    (settings.ARCHIVE_CACHE / hashed(b"one")).write_bytes(b"two")

    assert read(b"one") == b"one"
    assert kept(settings) == [b"one"]


def test_what_was_read_longest_ago_makes_room(settings):
    for moment, data in enumerate([b"first", b"later"]):
        read(data)
        os.utime(settings.ARCHIVE_CACHE / hashed(data), (moment, moment))
    read(b"first")

    read(b"third")

    assert kept(settings) == [b"first", b"third"]


def test_what_is_larger_than_all_room_is_not_kept(settings):
    assert read(b"x" * 11) == b"x" * 11
    assert kept(settings) == []


def test_what_a_killed_process_left_unfinished_makes_room_too(settings):
    read(b"one")
    unfinished = settings.ARCHIVE_CACHE / ".unfinished"
    unfinished.write_bytes(b"y" * 10)
    os.utime(unfinished, (0, 0))

    read(b"two")

    assert kept(settings) == [b"one", b"two"]


def test_without_room_nothing_is_kept(settings):
    settings.ARCHIVE_CACHE_BYTES = 0

    assert read(b"one") == b"one"
    assert not settings.ARCHIVE_CACHE.exists()


def test_a_folder_that_cannot_be_used_holds_nothing_up(settings, caplog):
    settings.ARCHIVE_CACHE.write_text("a file where the folder would be")

    assert read(b"one") == b"one"
    assert "the cache of archives keeps nothing" in caplog.text


def test_what_the_storage_refuses_is_raised(settings):
    with pytest.raises(AssertionError, match="nothing is to be fetched"):
        archive_cache.read(hashed(b"one"), never)

    assert not settings.ARCHIVE_CACHE.exists()
