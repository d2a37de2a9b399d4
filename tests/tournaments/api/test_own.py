"""What an author gets back: the code of a version, what a bot printed, and changes to a bot."""

import io
import zipfile

import pytest
from django.utils import timezone

from tests.tournaments.factories import (
    BotFactory,
    VersionFactory,
    as_player,
    play_out,
    tournament,
)
from tournaments.models import Seat
from tournaments.services.people import accounts

pytestmark = pytest.mark.django_db


@pytest.fixture
def version(alice):
    return VersionFactory(bot=BotFactory(owner=alice, name="Greedy"))


@pytest.fixture
def match(version, bob):
    other = VersionFactory(bot=BotFactory(owner=bob, name="Search"))
    cup = tournament([version, other], organiser=bob)
    played = play_out(cup.matches.get())
    Seat.objects.filter(version=version).update(log="thinking")
    return played


def ask(client, player, path, **headers):
    return client.get(f"/api/v1/{path}", headers=as_player(player) | headers)


def test_an_owner_gets_the_code_of_a_version(client, version, alice):
    answer = ask(client, alice, "bots/greedy/versions/1/archive/")

    assert answer["Content-Type"] == "application/zip"
    assert "bot.py" in zipfile.ZipFile(io.BytesIO(answer.content)).namelist()


def test_code_that_somebody_has_is_not_read_again(client, version, alice, monkeypatch):
    tag = ask(client, alice, "bots/greedy/versions/1/archive/")["ETag"]
    monkeypatch.setattr("tournaments.models.Version.read_archive", lambda _self: 1 / 0)

    again = ask(client, alice, "bots/greedy/versions/1/archive/", **{"If-None-Match": tag})

    assert (again.status_code, again.content) == (304, b"")


def test_others_get_code_only_while_it_is_public(client, version, bob):
    path = "bots/greedy/versions/1/archive/"

    private = ask(client, bob, path)
    version.publish(public=True)

    assert (private.status_code, private.json()["code"]) == (403, "owner-reads-code")
    assert ask(client, bob, path).status_code == 200


def test_an_owner_reads_the_logs_of_the_own_bot_alone(client, match, alice, bob):
    hers = ask(client, alice, f"matches/{match.pk}/logs/").json()
    his = ask(client, bob, f"matches/{match.pk}/logs/").json()

    assert {(row["version"]["bot"], row["log"]) for row in hers} == {("greedy", "thinking")}
    assert [row["game"] for row in hers] == [1, 2]
    assert {row["version"]["bot"] for row in his} == {"search"}


def test_staff_read_all_logs_and_a_stranger_none(client, match, carol):
    staff = ask(client, carol, f"matches/{match.pk}/logs/").json()
    visitor = client.get(f"/api/v1/matches/{match.pk}/logs/")

    assert len(staff) == 4
    assert visitor.status_code == 401


def test_logs_are_read_by_few_queries(client, match, alice, django_assert_max_num_queries):
    headers = as_player(alice)

    with django_assert_max_num_queries(4):
        client.get(f"/api/v1/matches/{match.pk}/logs/", headers=headers)


def change(client, player, given):
    address, headers = "/api/v1/bots/greedy/", as_player(player)
    return client.patch(address, given, "application/json", headers=headers)


def test_an_owner_changes_what_is_given_and_nothing_else(client, version, alice):
    answer = change(client, alice, {"open_to_all": False})

    version.bot.refresh_from_db()
    assert (answer.status_code, answer.json()["open_to_all"]) == (200, False)
    assert (version.bot.open_to_all, version.bot.on_ladders) == (False, True)
    assert version.bot.name == "Greedy"


@pytest.mark.parametrize("given", [{"name": "Other"}, {"open_to_all": "no"}, {"owner": "bob"}])
def test_a_change_that_cannot_be_is_refused(client, version, alice, given):
    answer = change(client, alice, given)

    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == list(given)


def test_a_token_that_only_reads_changes_no_bot(client, version, alice):
    token = accounts.make_token(alice, label="ci", now=timezone.now(), scopes=["read"])
    headers = {"Authorization": f"Token {token}"}

    answer = client.patch(
        "/api/v1/bots/greedy/", {"description": "x"}, "application/json", headers=headers
    )

    assert (answer.status_code, answer.json()["code"]) == (403, "token-scope")


def test_nobody_changes_the_bot_of_another(client, version, bob, carol):
    codes = [change(client, player, {"description": "Mine."}).json()["code"]
             for player in (bob, carol)]  # fmt: skip

    assert codes == ["owner-changes", "owner-changes"]
