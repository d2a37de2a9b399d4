"""Courses by the API: made and changed by a teacher, whose script reads the marks."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.factories import NOW, BotFactory, PlayerFactory, VersionFactory, variant
from tests.tournaments.problems import codes
from tournaments.models import ClubMember, Course, Series
from tournaments.services.people import accounts, clubs

pytestmark = pytest.mark.django_db

JSON = "application/json"


@pytest.fixture
def teacher(client, alice):
    """Alice's script, which has a token that may organise."""
    token = accounts.make_token(alice, label="ci", now=timezone.now(), scopes=["organise"])
    client.defaults["HTTP_AUTHORIZATION"] = f"Token {token}"
    return client


@pytest.fixture
def sent(bob):
    """What the script sends; Bob is expected, and so is Erik, who has no account."""
    VersionFactory(bot=BotFactory(name="Greedy", slug="greedy", is_house=True))
    start = timezone.now() + timedelta(days=2)
    return {
        "name": "Algorithms", "leaderboard": variant().slug, "starts_at": start.isoformat(),
        "students": {"bob": "Monday", "erik": ""}, "to_beat": "greedy", "times": 2,
        "submission": "6ad1f3a4-7c0e-4d55-9f0b-0d6a3d7f7c11",
    }  # fmt: skip


@pytest.fixture
def made(teacher, sent):
    return teacher.post(reverse("api:courses"), sent, JSON).json()


def read(client, address):
    return client.get(address).json()


def test_one_request_makes_club_and_series_and_again_makes_no_second(teacher, sent):
    first, again = (teacher.post(reverse("api:courses"), sent, JSON) for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 200)
    assert first["Location"] == again.json()["url"]
    row, series = Course.objects.get(), Series.objects.get()
    assert first.json()["join_code"] == row.club.join_code
    assert (first.json()["series"], series.times, series.every) == ([series.slug], 2, 7)
    assert [one["slug"] for one in read(teacher, reverse("api:courses"))["results"]] == [
        row.club.slug
    ]


def test_a_script_reads_who_is_missing_what_is_wrong_and_the_marks(teacher, made, bob):
    assert made["missing"] == ["bob", "erik"]

    clubs.join(made["join_code"], player=bob, now=NOW)
    (line,) = read(teacher, made["results"])["results"]
    assert read(teacher, made["url"])["missing"] == ["erik"]
    assert (line["username"], line["group"], line["works"]) == ("bob", "Monday", False)
    assert (line["state"], line["state_code"]) == ("No bot yet.", "student-without-bot")

    VersionFactory(bot=BotFactory(owner=bob, name="Elk"))
    (line,) = read(teacher, made["results"])["results"]
    assert (line["works"], line["bot"], line["mark"]) == (True, "elk", "")
    file = teacher.get(made["marks"])
    assert "bob,bob,Monday,Elk,Elk v1 works." in file.content.decode()


def test_what_is_not_named_stays(teacher, made, bob):
    clubs.join(made["join_code"], player=bob, now=NOW)

    changed = teacher.patch(made["url"], {"counts": "place"}, JSON).json()
    assert (changed["counts"], changed["students"]) == ("place", made["students"])
    teacher.patch(made["url"], {"students": {"bob": "Friday"}}, JSON)

    assert ClubMember.objects.get(player=bob).group == "Friday"
    assert Course.objects.get().counts == "place"


def test_students_and_strangers_read_and_change_nothing(client, made, bob):
    clubs.join(made["join_code"], player=bob, now=NOW)
    del client.defaults["HTTP_AUTHORIZATION"]
    for player, status in ((bob, 403), (PlayerFactory(), 404)):
        client.force_login(player)
        assert read(client, reverse("api:courses"))["results"] == []
        read_ = [client.get(made[name]).status_code for name in ("url", "results", "marks")]
        changed = client.patch(made["url"], {"counts": "place"}, JSON).status_code
        assert [*read_, changed] == [status] * 4

    assert Course.objects.get().counts == "points"


WRONG = {
    "name": ["", "\0", "x" * 61, None],
    "leaderboard": ["chess", 7, None],
    "students": [
        {"bob": "x" * 41}, {"bob": 7}, {"bob": "\0"}, {"b\0b": ""}, {"": ""}, {"x" * 151: ""},
        {f"s{number}": "" for number in range(501)}, ["bob"], "bob", None,
    ],
    "starts_at": ["2020-01-01T12:00:00Z", "soon", None],
    "every": [3, "often", None],
    "times": [0, 101, "2", None],
    "counts": ["luck", None],
    "to_beat": ["nobody", "elk", None],
    "submission": ["x", 7],
}  # fmt: skip


def test_a_wrong_value_of_any_shape_is_refused_by_its_field(teacher, sent, bob):
    VersionFactory(bot=BotFactory(owner=bob, name="Elk", slug="elk"))
    for field, values in WRONG.items():
        for value in values:
            answer = teacher.post(reverse("api:courses"), sent | {field: value}, JSON)
            assert answer.status_code == 400, (field, value)
            assert {one["field"].partition(".")[0] for one in answer.json()["errors"]} == {field}

    assert not Course.objects.exists()


def test_a_house_bot_that_does_not_play_the_game_is_refused(teacher, sent):
    VersionFactory(bot=BotFactory(name="Thrower", is_house=True), games=["pachisi"])

    answer = teacher.post(reverse("api:courses"), sent | {"to_beat": "thrower"}, JSON)

    assert codes(answer.json()) == {"to_beat": ["no-version-plays"]}


def test_courses_and_students_take_as_many_queries_for_many(
    teacher, made, django_assert_max_num_queries
):
    for number in range(5):
        player = PlayerFactory(username=f"student-{number}")
        clubs.join(made["join_code"], player=player, now=NOW)
        VersionFactory(bot=BotFactory(owner=player))

    for address in (reverse("api:courses"), made["results"]):
        with django_assert_max_num_queries(12):
            teacher.get(address)
