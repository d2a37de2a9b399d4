"""While the storage of the bots' code is away, pages say so, and nothing is half written."""

import pytest
from django.urls import reverse

from agents import samples
from tests.tournaments.factories import BotFactory, VersionFactory
from tournaments.models import Bot, Match, Version
from tournaments.web.refusals import STORAGE_AWAY

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("object-storage")]

CODE = samples.read("greedy").decode()
NEW = {"name": "Tide pool", "description": "", "code": CODE}


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def _rows():
    return [model.objects.count() for model in (Bot, Version, Match)]


def test_an_upload_while_the_storage_is_away_keeps_the_typed_code_and_nothing_else(
    browser, alice, nobody_answers
):
    bot = BotFactory(owner=alice)
    before = _rows()

    answer = browser.post(reverse("bot-upload", args=[bot.slug]), {"code": CODE + "# mine"})

    assert answer.status_code == 503
    assert STORAGE_AWAY.code == "storage-away"
    assert answer.context["code"].non_field_errors() == [str(STORAGE_AWAY)]
    assert "# mine" in answer.content.decode()
    assert _rows() == before


def test_a_new_bot_while_the_storage_is_away_is_none(browser, nobody_answers):
    answer = browser.post(reverse("bot-create"), NEW)

    assert (answer.status_code, _rows()) == (503, [0, 0, 0])
    assert "Please try again in a few minutes." in answer.content.decode()


def test_the_same_once_more_is_taken_when_the_storage_is_back(
    browser, nobody_answers, settings, tmp_path
):
    browser.post(reverse("bot-create"), NEW)

    settings.STORAGES = settings.STORAGES | {
        "default": {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": tmp_path},
        }
    }
    answer = browser.post(reverse("bot-create"), NEW)

    assert (answer.status_code, _rows()) == (302, [1, 1, 1])


def test_a_download_while_the_storage_is_away_is_a_page_that_says_so(
    browser, alice, settings, request
):
    version = VersionFactory(bot__owner=alice)
    settings.ARCHIVE_CACHE_BYTES = 0
    request.getfixturevalue("nobody_answers")

    answer = browser.get(reverse("version-code", args=[version.bot.slug, version.number]))

    assert answer.status_code == 503
    text = answer.content.decode()
    assert str(STORAGE_AWAY).replace("'", "&#x27;") in text
    assert "127.0.0.1:1" not in text


def test_the_api_answers_503_with_a_code(browser, alice, nobody_answers):
    bot = BotFactory(owner=alice)
    path = f"/api/v1/bots/{bot.slug}/versions/"
    before = _rows()

    answer = browser.post(path, {"code": CODE}, content_type="application/json")

    assert (answer.status_code, _rows()) == (503, before)
    problem = answer.json()
    assert (problem["code"], problem["detail"]) == ("storage-away", str(STORAGE_AWAY))


def test_a_folder_that_cannot_be_written_is_told_in_the_same_way(browser, settings, tmp_path):
    (tmp_path / "file").touch()
    settings.STORAGES = settings.STORAGES | {
        "default": {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": tmp_path / "file"},
        }
    }

    answer = browser.post(reverse("bot-create"), NEW)

    assert (answer.status_code, _rows()) == (503, [0, 0, 0])
