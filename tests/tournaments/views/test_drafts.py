"""The pages of drafts: saved by the workshop's script, listed, renamed, deleted, uploaded."""

import json

import pytest
from django.urls import reverse

from agents import samples
from tests.tournaments.factories import NOW, BotFactory
from tournaments.models import Draft, Version
from tournaments.services.bots import drafts
from tournaments.services.bots.drafts import Content

pytestmark = pytest.mark.django_db

CODE = samples.read("random").decode()


def sent(files=None, **more):
    listed = files if files is not None else [{"name": "bot.py", "text": CODE}]
    return {"name": "Sketch", "variant": "kalah", "code": json.dumps(listed), **more}


@pytest.fixture
def draft(alice):
    content = Content(name="Sketch", variant="kalah", files={"bot.py": CODE})
    return drafts.create(content, player=alice, now=NOW)


def save(client, **more):
    return client.post(reverse("draft-save"), sent(**more))


def test_the_script_saves_a_draft_and_saves_it_again(client, alice):
    client.force_login(alice)

    first = save(client).json()
    second = save(client, **first, name="Better").json()

    row = Draft.objects.get()
    assert first == {"draft": row.pk, "counter": 1}
    assert second == {"draft": row.pk, "counter": 2}
    assert (row.name, row.files) == ("Better", {"bot.py": CODE})


def test_a_second_tab_is_told_that_the_draft_has_changed(client, alice):
    client.force_login(alice)
    first = save(client).json()
    save(client, **first)

    answer = save(client, **first)

    assert answer.status_code == 409
    assert "changed elsewhere" in answer.json()["errors"][0]


@pytest.mark.parametrize(
    "files",
    [
        "",
        "no JSON",
        "[1]",
        "{}",
        '[{"name": "bot.py"}]',
        '[{"name": "bot.py", "text": "\\u0000"}]',
        '[{"name": "bot.py", "text": "\\ud800"}]',
        '[{"name": "bot.py", "text": "1"}, {"name": "bot.py", "text": "2"}]',
        "[" * 100_000,
    ],
)
def test_what_is_no_list_of_files_is_refused(client, alice, files):
    client.force_login(alice)

    answer = client.post(reverse("draft-save"), sent() | {"code": files})

    assert answer.status_code == 400
    assert answer.json()["errors"]


def test_a_visitor_saves_nothing(client):
    assert save(client).status_code == 401
    assert "In this browser" in client.get(reverse("drafts")).content.decode()


def test_a_draft_is_listed_renamed_and_deleted(client, alice, draft):
    client.force_login(alice)
    client.post(reverse("draft-rename", args=[draft.pk]), {"name": "Better"})
    assert "Better" in client.get(reverse("drafts")).content.decode()
    nameless = client.post(reverse("draft-rename", args=[draft.pk]), {"name": ""}, follow=True)
    assert "Better" in nameless.content.decode()

    client.post(reverse("draft-delete", args=[draft.pk]))

    assert not Draft.objects.exists()


def test_others_see_nothing_of_a_draft(client, bob, draft):
    client.force_login(bob)

    assert "Sketch" not in client.get(reverse("drafts")).content.decode()
    assert client.get(reverse("draft-upload", args=[draft.pk])).status_code == 404


def test_a_draft_is_uploaded_as_a_new_bot_or_as_a_version_of_ones_own(client, alice, draft):
    client.force_login(alice)
    address = reverse("draft-upload", args=[draft.pk])
    bot, strangers = BotFactory(owner=alice), BotFactory()
    assert "Give the new bot a name." in client.post(address, {"name": ""}).content.decode()
    assert client.post(address, {"bot": strangers.pk}).status_code == 200

    client.post(address, {"name": "Newcomer"})
    answer = client.post(address, {"bot": bot.pk})

    assert {version.bot.name for version in Version.objects.all()} == {"Newcomer", bot.name}
    assert answer.url == bot.versions.get().get_absolute_url()


def test_a_name_that_is_taken_is_said_beside_it(client, alice, draft):
    client.force_login(alice)
    BotFactory(name="Taken")

    answer = client.post(reverse("draft-upload", args=[draft.pk]), {"name": "Taken"})

    assert answer.context["form"].errors["name"]
