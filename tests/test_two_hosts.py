"""Two hosts that share a database, Redis and a bucket, and nothing else, are one platform."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import object_server, servers

pytestmark = pytest.mark.xdist_group("two-hosts")

PROJECT = Path(__file__).resolve().parents[1]
SHARED = {"KAURI_SECRET_KEY": "x" * 64, "KAURI_HOSTS": "localhost"}


class TwoHosts:
    """Folders of two hosts, and programs that run there."""

    def __init__(self, folder, shared):
        self.folder = folder
        self.shared = {k: v for k, v in os.environ.items() if not k.startswith("KAURI_")} | shared

    def do(self, *steps, on, **more):
        """What the steps, done by one program on one of the hosts, have seen.

        `more` is told to this program alone.
        """
        done = subprocess.run(
            [sys.executable, "-m", "tests.two_hosts", *steps],
            cwd=PROJECT,
            env=self.shared | {"KAURI_VAR": str(self.folder / on), **more},
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()[-len(steps) :]]

    def files(self, host, folder):
        return sorted(path.name for path in (self.folder / host / folder).rglob("*.*"))

    def kept(self, host):
        return len(list((self.folder / host / "archives").iterdir()))


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    """An upload and a look on one host, play on the other, and again when the bucket is gone.

    The other host reaches the database by a pooler.
    """
    with servers.servers() as pair, servers.pooler(pair.postgresql) as pooler:
        pooled = {"DATABASE_URL": pooler.url, "KAURI_POOLER": "1"}
        with object_server.object_server() as address:
            shared = SHARED | pair.environment() | object_server.bucket(address)
            hosts = TwoHosts(tmp_path_factory.mktemp("hosts"), shared)
            (upload,) = hosts.do("upload", on="one")
            check, _cup, play = hosts.do("play", "cup", "play", on="two", **pooled)
            look, _cup = hosts.do("look", "cup", on="one")
        cached, night, _cup = hosts.do("play", "night", "cup", on="two", **pooled)
        (alone,) = hosts.do("play", on="three")
    told = {"upload": upload, "check": check, "play": play, "look": look, "night": night}
    return hosts, told | {"cached": cached, "alone": alone}


def test_what_is_uploaded_on_one_is_checked_on_the_other(story):
    _hosts, told = story

    assert told["upload"]["answers"] == [201, 201]
    assert told["check"]["versions"] == ["accepted", "accepted"]


def test_what_is_played_on_the_other_is_read_on_the_first(story):
    _hosts, told = story

    assert told["play"]["matches"] == ["finished"] * 3
    assert told["look"] == {"records": [True, True], "code": True}


def test_nights_and_files_of_results_pass_a_pooler(story):
    _hosts, told = story

    assert told["night"] == {"differences": 0, "lines": 2 * (1 + 2)}


def test_no_archive_lies_in_a_folder_that_hosts_would_have_to_share(story):
    hosts, _told = story

    assert not any((hosts.folder / host / "uploads").exists() for host in ("one", "two"))


def test_a_worker_that_has_read_the_archives_plays_on_without_the_bucket(story):
    hosts, told = story

    assert hosts.kept("two") == 2
    assert told["cached"]["matches"] == ["finished"] * 4
    assert not any("archives" in text for text in told["cached"]["incidents"])


def test_a_worker_without_archives_leaves_the_match_to_others_and_says_why(story):
    _hosts, told = story

    assert told["alone"]["matches"] == ["finished"] * 4 + ["queued"]
    (incident,) = [text for text in told["alone"]["incidents"] if "archives" in text]
    assert "plays nothing: it cannot read" in incident
