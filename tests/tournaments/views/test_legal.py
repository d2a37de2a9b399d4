"""The operator's pages of the law, and what is stored about people."""

import pytest
from django.urls import reverse

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def folder(settings, tmp_path):
    settings.LEGAL = str(tmp_path)
    (tmp_path / "imprint.md").write_text("# Imprint\n\nDora, Main Street\n", encoding="utf-8")
    (tmp_path / "imprint.de.md").write_text("# Impressum\n\nDora, <b>Hauptstraße</b>\n", "utf-8")
    return tmp_path


def text(answer):
    return answer.content.decode()


def test_the_foot_links_pages_that_exist_and_no_others(client, folder):
    foot = text(client.get(reverse("stored")))

    assert reverse("legal", args=["imprint"]) in foot
    assert reverse("legal", args=["terms"]) not in foot


def test_a_page_comes_in_the_language_of_its_reader_without_foreign_html(client, folder):
    address = reverse("legal", args=["imprint"])

    assert "Main Street" in text(client.get(address))
    german = text(client.get(address, headers={"accept-language": "de"}))
    assert "&lt;b&gt;Hauptstraße" in german


@pytest.mark.parametrize("name", ["terms", "other", "imprint-de"])
def test_there_is_no_other_page(client, folder, name):
    assert client.get(reverse("legal", args=[name])).status_code == 404


def test_without_a_folder_there_is_none(client):
    assert client.get(reverse("legal", args=["imprint"])).status_code == 404


def test_what_is_stored_follows_the_settings(client, settings):
    settings.KEEP_LOGS_DAYS, settings.KEEP_RECORDS_DAYS = 7, 0
    page = text(client.get(reverse("stored")))

    assert "What your bots print: 7 days." in page
    assert "The moves of each game: without an end" in page
