"""The cache in a file, which all processes of a small site share."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tournaments.machinery.caches.file_cache import FileCache

pytestmark = pytest.mark.once

FILES, OPENERS = 100, 4


def test_a_new_file_is_opened_by_many_at_once(tmp_path):
    together = threading.Barrier(OPENERS)

    def add(path):
        cache = FileCache(str(path), {})
        together.wait()
        return cache.add("key", 1)

    with ThreadPoolExecutor(OPENERS) as threads:
        for number in range(FILES):
            paths = [tmp_path / f"cache-{number}"] * OPENERS
            assert sorted(threads.map(add, paths)) == [False] * (OPENERS - 1) + [True]
