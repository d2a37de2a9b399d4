"""What is sent to browsers: compressed, and not twice."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.templatetags.static import static

from tournaments.web.static import SHEET as JOINED
from tournaments.web.static import HashedStorage, collect

pytestmark = pytest.mark.once

SHEET = "kauri/base.css"


@pytest.fixture
def root(settings, tmp_path) -> Path:
    settings.STATIC_ROOT = tmp_path
    return tmp_path


def test_a_collected_file_is_named_by_its_content_and_compressed(root):
    collect()

    name = HashedStorage().stored_name(SHEET)

    assert name != SHEET
    assert (root / f"{name}.gz").exists()


def test_the_site_s_sheet_holds_all_sheets_and_asks_for_none(root):
    collect()

    joined = (root / HashedStorage().stored_name(JOINED)).read_text()

    sheets = Path(str(finders.find(JOINED))).parent.rglob("*.css")
    texts = [sheet.read_text() for sheet in sheets if sheet.name != "site.css"]
    assert len(texts) > 10
    assert [text for text in texts if text not in joined] == []
    assert "@import" not in joined


def test_a_file_that_was_not_collected_keeps_its_name(root):
    assert HashedStorage().stored_name(SHEET) == SHEET
    assert static(SHEET) == f"/static/{SHEET}"


def test_files_are_collected_again_only_when_one_has_changed(root, monkeypatch):
    collected = []
    monkeypatch.setattr(
        "tournaments.web.static.call_command", lambda *given, **_options: collected.append(given)
    )
    collect()
    collect()
    monkeypatch.setattr("tournaments.web.static._fingerprint", lambda: "after an upgrade")
    collect()

    assert collected == [("collectstatic",)] * 2


def test_pages_are_compressed(client, db):
    page = client.get("/", headers={"accept-encoding": "gzip"})

    assert page["Content-Encoding"] == "gzip"


def test_an_answer_that_has_not_changed_is_not_sent_again(client, db):
    first = client.get("/api/v1/games/")
    again = client.get("/api/v1/games/", headers={"if-none-match": first["ETag"]})

    assert (first.status_code, again.status_code) == (200, 304)
    assert not again.content
