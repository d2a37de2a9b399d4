"""The pages by which owners hide, publish, delete, take away and close what is theirs."""

import csv
import io
import json
import zipfile

import pytest
from django.urls import reverse

from tests.tournaments.casual import opened, person
from tests.tournaments.factories import NOW, BotFactory, VersionFactory, play_all, tournament
from tests.tournaments.remote import connected, remote_bot
from tournaments.models import Player, Version
from tournaments.queries.people import takeout
from tournaments.services.bots import drafts
from tournaments.services.bots.drafts import Content
from tournaments.services.casual import moves
from tournaments.services.casual.printing import keep_printed

pytestmark = pytest.mark.django_db

PASSWORD = "cowrie-and-wood"


@pytest.fixture
def anna(alice):
    return VersionFactory(bot=BotFactory(name="Anna", slug="anna", owner=alice))


def act(client, name, version, *, whole_bot=False):
    args = [version.bot.slug] if whole_bot else [version.bot.slug, version.number]
    return client.post(reverse(name, args=args), follow=True)


def text(answer):
    return answer.content.decode()


def source(client, version, **query):
    return client.get(
        reverse("version-source", args=[version.bot.slug, version.number], query=query)
    )


def test_a_hidden_bot_shows_strangers_little_and_its_owner_all(client, alice, anna):
    client.force_login(alice)
    assert "Anna is hidden." in text(act(client, "bot-hide", anna, whole_bot=True))
    assert "Hide or delete" in text(client.get(anna.bot.get_absolute_url()))
    assert "List it again" in text(client.get(anna.bot.get_absolute_url()))

    client.logout()
    page = text(client.get(anna.bot.get_absolute_url()))
    assert "Its owner has hidden it" in page
    assert "alice" not in page
    assert "Its owner has hidden it" in text(client.get(anna.get_absolute_url()))
    assert "Anna" not in text(client.get(reverse("bots")))
    assert "Anna" not in text(client.get(alice.get_absolute_url()))

    client.force_login(alice)
    assert "Anna is listed again." in text(act(client, "bot-show", anna, whole_bot=True))


def test_a_version_is_hidden_and_shown_by_its_page(client, alice, anna):
    client.force_login(alice)

    assert "Anna v1 is hidden." in text(act(client, "version-hide", anna))
    assert Version.objects.get().hidden_at
    assert "Anna v1 is listed again." in text(act(client, "version-show", anna))
    assert Version.objects.get().hidden_at is None


def test_a_deleted_bot_has_a_page_under_its_neutral_name(client, alice, anna):
    client.force_login(alice)

    assert "Anna is deleted." in text(act(client, "bot-delete", anna, whole_bot=True))

    anna.bot.refresh_from_db()
    page = text(client.get(anna.bot.get_absolute_url()))
    assert "It was deleted." in page
    assert client.get("/bots/anna/").status_code == 404
    client.logout()
    assert "alice" not in text(client.get(anna.bot.get_absolute_url()))


def test_a_deleted_version_is_gone_from_the_page_of_its_bot(client, alice, anna):
    newer = VersionFactory(bot=anna.bot)
    client.force_login(alice)

    page = text(act(client, "version-delete", anna))

    assert "Anna v1 is deleted." in page
    assert newer.get_absolute_url() in page
    assert f'"{anna.get_absolute_url()}"' not in page
    assert "It was deleted." in text(client.get(anna.get_absolute_url()))


@pytest.mark.parametrize(
    ("name", "whole_bot"),
    [
        ("bot-hide", True), ("bot-show", True), ("bot-delete", True), ("version-hide", False),
        ("version-show", False), ("version-delete", False), ("version-publish", False),
        ("version-unpublish", False),
    ],
)  # fmt: skip
def test_a_stranger_is_refused_by_name(client, bob, anna, name, whole_bot):
    client.force_login(bob)

    answer = act(client, name, anna, whole_bot=whole_bot)

    assert answer.status_code == 403
    assert "Only alice" in text(answer)


def test_code_is_private_until_its_owner_makes_it_public(client, alice, anna):
    assert source(client, anna).status_code == 403
    client.force_login(alice)
    assert "Everybody can read the code" in text(act(client, "version-publish", anna))
    client.logout()

    page = text(source(client, anna))
    archive = client.get(reverse("version-code", args=["anna", 1]))

    assert "Its owner has made it public." in page
    assert "class" in page
    assert zipfile.ZipFile(io.BytesIO(b"".join(archive.streaming_content))).namelist() == ["bot.py"]

    client.force_login(alice)
    act(client, "version-unpublish", anna)
    client.logout()
    assert source(client, anna).status_code == 403
    assert client.get(reverse("version-code", args=["anna", 1])).status_code == 403


def test_code_is_shown_as_text_and_never_run_as_a_page(client, alice):
    code = b"# <script>alert(1)</script> {{ 7 }}\n"
    version = VersionFactory(bot=BotFactory(owner=alice), code=code, source_is_public=True)

    page = text(source(client, version))

    assert "&lt;script&gt;alert(1)&lt;/script&gt; {{ 7 }}" in page
    module = VersionFactory(
        bot=version.bot, number=2, code=b"\0asm\1\0\0\0\xff", source_is_public=True
    )
    assert "This file is no text." in text(source(client, module))
    assert source(client, version, file="other.py").status_code == 404
    assert source(client, version, file="a\0b").status_code == 404


def taken(player):
    return zipfile.ZipFile(io.BytesIO(b"".join(takeout.pieces(player))))


def test_the_download_has_everything_of_ones_own(client, alice, anna, bob):
    other = VersionFactory(bot=BotFactory(name="Otto", owner=bob))
    play_all(tournament([anna, other], organiser=alice))
    draft = drafts.create(
        Content(name="Sketch", variant="kalah", files={"bot.py": "pass"}), player=alice, now=NOW
    )
    client.force_login(alice)

    answer = client.get(reverse("account-download"))
    packed = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))

    assert packed.testzip() is None
    account = json.loads(packed.read("account.json"))
    assert [bot["name"] for bot in account["bots"]] == ["Anna"]
    assert account["organised"][0]["name"] == "Autumn Cup"
    assert [one["name"] for one in account["drafts"]] == ["Sketch"]
    assert packed.read("bots/anna/v1.zip") == anna.read_archive()
    assert packed.read(f"drafts/{draft.pk}/bot.py") == b"pass"
    rows = list(csv.DictReader(io.StringIO(packed.read("results.csv").decode())))
    lines = [json.loads(line) for line in packed.read("results.jsonl").decode().splitlines()]
    assert [row["bot"] for row in rows] == [line["bot"] for line in lines] == ["anna", "anna"]
    logs = [name for name in packed.namelist() if name.startswith("logs/anna/")]
    assert len(logs) == 2
    assert packed.read(logs[0]).startswith(b"log of seat")


def test_the_download_begins_before_anything_long_is_read(alice, anna, django_assert_num_queries):
    with django_assert_num_queries(0):
        begin = next(takeout.pieces(alice))

    assert begin.startswith(b"PK")
    assert b"account.json" in begin


def test_the_download_has_ones_remote_bots_with_their_connections_and_without_code(alice):
    far = connected(remote_bot(alice, "Far away"), now=NOW, at_once=3)

    packed = taken(alice)

    (bot,) = json.loads(packed.read("account.json"))["bots"]
    assert (bot["is_remote"], bot["at_once"], bot["connected_since"]) == (True, 3, str(NOW))
    assert [(one["is_remote"], one["sha256"]) for one in bot["versions"]] == [(True, far.sha256)]
    assert not [name for name in packed.namelist() if name.startswith("bots/")]


def test_the_download_has_ones_own_casual_games_and_those_of_ones_bots(alice, bob, anna):
    played = opened(["me", VersionFactory()], who=person(alice))
    moves.resign(played, who=person(alice), seat=0, now=NOW)
    against = opened(["me", anna], who=person(bob))
    keep_printed(against, {1: ("thinking", ())}, last=0, size=100)
    opened(["me", VersionFactory()], who=person(bob))

    packed = taken(alice)

    lines = [json.loads(line) for line in packed.read("casual.jsonl").decode().splitlines()]
    assert [line["address"] for line in lines] == [
        played.get_absolute_url(),
        against.get_absolute_url(),
    ]
    assert lines[0]["seed"] == bytes(played.seed).hex()
    assert lines[0]["events"] == [{"seat": 0, "forfeit": "resigned"}]
    assert (lines[1]["seed"], lines[1]["events"]) == (None, None)
    assert packed.read(f"logs/anna/casual-{against.key}-seat-1.txt") == b"thinking"


def test_the_download_says_which_code_is_missing(alice, anna):
    anna.archive.storage.delete(anna.archive.name)

    assert b"is missing" in taken(alice).read("bots/anna/v1-is-missing.txt")


def test_closing_an_account_wants_the_password_first(client, alice, anna):
    alice.set_password(PASSWORD)
    alice.save()
    client.force_login(alice)

    asked = client.get(reverse("account-close"))
    assert "reauthenticate" in asked.url
    assert Player.objects.get(pk=alice.pk).is_active

    client.post(asked.url, {"password": PASSWORD})
    assert "This cannot be undone" in text(client.get(reverse("account-close")))
    answer = client.post(reverse("account-close"), follow=True)

    assert "Your account is closed." in text(answer)
    assert client.get(reverse("account")).status_code == 302
    row = Player.objects.get(pk=alice.pk)
    assert "This account was closed." in text(client.get(row.get_absolute_url()))
    assert client.get("/players/alice/").status_code == 404
