"""A site of a release becomes one of today, while a worker of that release still plays for it."""

import json
import shutil
import subprocess
import sys

import pytest

import tournaments
from tests.tournaments.backups.elsewhere import PROJECT, Elsewhere
from tools.release import migrations

pytestmark = pytest.mark.xdist_group("upgrades")

RELEASES = sorted(path for path in PROJECT.glob("tests/releases/*") if path.name[0].isdigit())


def tree_of(version, folder):
    """The code of a release, by its tag. Until there is one, this is the release."""
    tag, packed = f"v{version}", folder / "tree.tar"
    if not _is_tag(tag):
        assert version == tournaments.__version__ or not migrations.released(), f"git fetch {tag}"
        return PROJECT
    subprocess.run(["git", "archive", f"--output={packed}", tag], cwd=PROJECT, check=True)
    shutil.unpack_archive(packed, folder / "tree", filter="data")
    return folder / "tree"


def _is_tag(name):
    asked = ["git", "rev-parse", "--quiet", "--verify", f"refs/tags/{name}"]
    return subprocess.run(asked, cwd=PROJECT, capture_output=True, check=False).returncode == 0


class Upgrade:
    """What is seen of a release's site in the place of an empty one of today."""

    def __init__(self, release, folder):
        site, tree = Elsewhere(folder), tree_of(release.name, folder)
        self.kind = "postgresql" if "DATABASE_URL" in site.environment else "sqlite"
        # Each tree takes the engine that is compiled for it, or else its sources.
        self.environment = site.environment | {"KAURI_LOG_LEVEL": "ERROR", "ENGINE_BUILD": ""}
        self.restored = site.manage("restore", str(release / f"{self.kind}.tar.gz"))
        assert self.restored.returncode == 0, self.restored.stderr
        looking = self._start("look", release / f"{self.kind}.json", tree=PROJECT)
        self.worker = self._start("old_worker", tree=tree).communicate()
        told, self.errors = looking.communicate("the worker has ended\n")
        assert looking.returncode == 0, self.errors
        self.seen = json.loads(told.splitlines()[-1])

    def _start(self, module, *arguments, tree):
        return subprocess.Popen(
            [sys.executable, "-m", f"tests.releases.{module}", *arguments],
            cwd=tree, env=self.environment | {"PYTHONPATH": str(tree)}, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip


@pytest.fixture(scope="module", params=RELEASES, ids=lambda release: release.name)
def upgrade(request, tmp_path_factory):
    return Upgrade(request.param, tmp_path_factory.mktemp("upgrade"))


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_the_site_has_the_migrations_of_its_release(release):
    """Until the first release: `python -m tests.releases.write 1.0.0` writes it again."""
    assert migrations.changed((release / "migrations.sha256").read_text()) == []


def test_ratings_and_archives_of_the_site_are_whole(upgrade):
    assert "the ledger equals the live ratings" in upgrade.restored.stdout


def test_every_page_that_it_showed_still_opens(upgrade):
    assert upgrade.seen["refused"] == []


def test_every_record_holds(upgrade):
    assert upgrade.seen["wrong"] == []


def test_a_worker_of_the_release_plays_a_match_that_counts(upgrade):
    played, errors = upgrade.worker
    assert errors == ""
    assert played == "1\n"
    assert (upgrade.seen["played"], upgrade.seen["differences"]) == (1, [])
