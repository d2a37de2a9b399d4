"""The way in for new bots and versions: the box, the file, and what is refused at once."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from agents import samples
from agents.bots.archive import UPLOAD_BYTES
from agents.terms.limits import Limits
from tests.tournaments.factories import BotFactory
from tournaments.models import Bot, Match, Version

pytestmark = pytest.mark.django_db

CODE = samples.read("random").decode()
NEW = {"name": "Newcomer", "description": "Hello.", "open_to_all": "on", "code": CODE}


@pytest.fixture
def bot(alice):
    return BotFactory(owner=alice, name="Tide pool", slug="tide-pool")


def file(data, name="bot.py"):
    return SimpleUploadedFile(name, data)


def test_a_visitor_who_wants_to_upload_is_asked_to_log_in_first(client):
    answer = client.get(reverse("bot-create"))

    assert answer.url == f"{reverse('login')}?next={reverse('bot-create')}"


def test_the_box_starts_with_a_bot_that_works(client, alice):
    client.force_login(alice)

    answer = client.get(reverse("bot-create"))

    assert answer.context["code"]["code"].value() == samples.read("greedy").decode()


def test_pasted_code_becomes_a_bot_with_its_first_version(client, alice):
    client.force_login(alice)

    answer = client.post(reverse("bot-create"), NEW)

    version = Version.objects.get(bot__name="Newcomer")
    assert answer.url == version.get_absolute_url()
    assert version.bot.owner == alice
    assert version.checks.get().status == Match.Status.QUEUED


def test_the_lines_of_a_browser_make_the_same_version_as_those_of_the_file(client, bot):
    client.force_login(bot.owner)
    client.post(reverse("bot-upload", args=[bot.slug]), {"file": file(CODE.encode())})

    answer = client.post(
        reverse("bot-upload", args=[bot.slug]), {"code": CODE.replace("\n", "\r\n")}, follow=True
    )

    assert bot.versions.count() == 1
    assert "You have uploaded this code before, as Tide pool v1." in answer.content.decode()


def test_a_file_goes_before_the_box(client, bot):
    client.force_login(bot.owner)

    client.post(reverse("bot-upload", args=[bot.slug]), {"file": file(b"# mine\n"), "code": CODE})

    with zipfile.ZipFile(io.BytesIO(bot.versions.get().read_archive())) as archive:
        assert archive.read("bot.py") == b"# mine\n"


def test_a_remote_bot_is_made_by_a_form_and_its_page_says_how_to_connect_it(client, alice):
    client.force_login(alice)
    assert reverse("bot-create-remote") in client.get(reverse("bot-create")).content.decode()

    answer = client.post(reverse("bot-create-remote"), {"name": "Far away"}, follow=True)

    bot = Bot.objects.get(owner=alice)
    assert bot.is_remote
    assert answer.redirect_chain == [(bot.get_absolute_url(), 302)]
    page = answer.content.decode()
    assert "kauri login http://testserver --scope read --scope remote" in page
    assert 'kauri connect bot.py --bot "Far away"' in page
    assert "No program is connected" in page
    assert reverse("bot-upload", args=[bot.slug]) not in page
    client.logout()
    assert "kauri connect" not in client.get(bot.get_absolute_url()).content.decode()


def test_a_second_click_on_create_leads_to_the_same_bot(client, alice):
    client.force_login(alice)
    first = client.post(reverse("bot-create"), NEW)

    second = client.post(reverse("bot-create"), NEW)

    assert second.url == first.url
    assert Bot.objects.count() == 1


def test_code_that_is_refused_at_once_keeps_no_bot_and_loses_no_word(client, alice):
    client.force_login(alice)

    answer = client.post(reverse("bot-create"), NEW | {"file": file(b"\x00\x01")})

    page = answer.content.decode()
    assert not Bot.objects.exists()
    assert "has NUL bytes, so it is not Python text" in page
    assert "choose your file again" in page
    assert answer.context["form"]["description"].value() == "Hello."
    assert answer.context["code"]["code"].value() == CODE


@pytest.mark.parametrize(
    ("given", "field", "message"),
    [
        ({"name": ""}, "name", "This field is required."),
        ({"name": "Ö" * 41}, "name", "at most 40 characters (it has 41)"),
        ({"name": "Tide \u043f\u0443\u043b"}, "name", "letters of one script only"),
        ({"name": "-"}, "name", "A name begins and ends with a letter or digit"),
        ({"name": "tide POOL"}, "name", "There is a bot named like “tide POOL” already."),
        ({"name": "new"}, "name", "“new” is kept for a page of this site."),
    ],
)
def test_a_name_that_cannot_be_used_is_explained_beside_it(client, bot, given, field, message):
    client.force_login(bot.owner)

    answer = client.post(reverse("bot-create"), NEW | given)

    assert message in str(answer.context["form"].errors[field])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "Choose a file or paste your bot&#x27;s code."),
        ({"code": " \n"}, "Choose a file or paste your bot&#x27;s code."),
        ({"file": file(b"")}, "The file is empty."),
        ({"file": file(b"PK but no zip", "bot.zip")}, "The zip is damaged"),
        (
            {"file": file(b"x" * (UPLOAD_BYTES + 1))},
            "The file is too large: an upload may have 10 MiB at the most.",
        ),
    ],
)
def test_an_upload_that_is_no_bot_is_told_why(client, bot, given, message):
    client.force_login(bot.owner)

    answer = client.post(reverse("bot-upload", args=[bot.slug]), given)

    assert message in answer.content.decode()
    assert not bot.versions.exists()


def test_files_that_are_far_too_large_are_not_read_whoever_sends_them(client):
    sent = {"file": file(b"x" * (8 << 20)), "another": file(b"x" * (8 << 20))}

    answer = client.post(reverse("signup"), sent)

    assert answer.status_code == 413
    assert "says how large an upload may be" in answer.content.decode()


@pytest.mark.parametrize("new", [True, False])
def test_whoever_uploads_sees_the_limits(client, alice, bot, settings, new):
    settings.LIMITS = Limits(scratch_bytes=48 << 20)
    client.force_login(alice)

    address = reverse("bot-create") if new else reverse("bot-upload", args=[bot.slug])
    page = client.get(address).content.decode()

    assert "<td>48 MiB</td>" in page
    assert "No space left on device" in page
