"""What docs/80-stability.md promises is still there."""

import re
from pathlib import Path

import pytest

from agents.inside import protocol
from engine import record
from tests.releases import names
from tournaments.backups import manifest

pytestmark = [pytest.mark.once, pytest.mark.xdist_group("schema")]

ROOT = Path(__file__).parents[2]
RELEASES = sorted(ROOT.glob("tests/releases/*/names.txt"))


@pytest.fixture(scope="module")
def present():
    return set(names.names())


@pytest.mark.parametrize("file", RELEASES, ids=lambda file: file.parent.name)
def test_every_name_of_a_release_is_there(file, present):
    """Until the first release: `python -m tests.releases.write 1.0.0` writes it again."""
    assert [name for name in file.read_text().splitlines() if name not in present] == []


def test_the_page_gives_the_numbers_of_the_formats():
    page = (ROOT / "docs/80-stability.md").read_text()
    rows = dict(re.findall(r"^\| (.+?) \| (?:`format` )?(\d) \|", page, re.MULTILINE))
    promised = {re.search(r"\w+(?=\])", what).group(): int(number) for what, number in rows.items()}

    assert promised == {
        "records": record.FORMAT,
        "protocol": protocol.VERSION,
        "backups": manifest.FORMAT,
    }
