"""A course as one journey: from one form to the marks."""

import csv
import io
import uuid
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.factories import (
    CRASHED,
    FAILING,
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    play_to_the_end,
    variant,
)
from tournaments.models import Course, Player, Series, Version
from tournaments.queries.people import courses
from tournaments.services.people import clubs
from tournaments.services.tournaments import lifecycle, series

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def greedy(db):
    return VersionFactory(bot=BotFactory(name="Greedy", is_house=True)).bot


@pytest.fixture
def form(client, greedy):
    """What a teacher fills in; Erik and Frida are students, by name, in two groups."""
    client.force_login(PlayerFactory(username="teacher"))
    PlayerFactory(username="erik")
    PlayerFactory(username="frida")
    start = (timezone.now() + timedelta(days=2)).replace(second=0, microsecond=0, tzinfo=None)
    return {
        "name": "Course", "variant": variant().pk, "students": "erik, Monday\nfrida",
        "starts_at": start.isoformat(), "every": "7", "times": "2", "to_beat": greedy.pk,
        "counts": "points", "submission": str(uuid.uuid4()),
    }  # fmt: skip


@pytest.fixture
def made(client, form):
    """The course, once both students have joined."""
    client.post(reverse("course-create"), form)
    course = Course.objects.get()
    for name in ("erik", "frida"):
        clubs.join(course.club.join_code, player=Player.objects.get(username=name), now=NOW)
    return course


def text(answer):
    return answer.content.decode()


def page(client, course):
    return text(client.get(reverse("course", args=[course.club.slug])))


def student(course, name):
    return next(one for one in courses.students(course) if one.member.player.username == name)


def test_one_form_makes_club_students_groups_and_tournaments(client, made):
    assert [str(member) for member in made.club.members.all()] == ["teacher", "erik", "frida"]
    assert made.club.members.get(player__username="erik").group == "Monday"
    row = Series.objects.get()
    assert (row.times, row.tournaments.get().club) == (2, made.club)
    assert row.entries.get().bot == made.to_beat
    assert made.club.join_code in page(client, made)


def test_a_second_click_makes_the_same_course(client, form, made):
    answer = client.post(reverse("course-create"), form)

    assert answer.status_code == 302
    assert Course.objects.get() == made


def test_a_past_date_stands_beside_its_field(client, form):
    wrong = form | {"starts_at": "2020-01-01T12:00"}

    assert "This time has passed" in text(client.post(reverse("course-create"), wrong))
    assert not Course.objects.exists()


def test_nobody_becomes_a_member_by_being_listed(client, form):
    erik = Player.objects.get(username="erik")
    refused = VersionFactory(
        bot=BotFactory(owner=erik), status=Version.Status.REFUSED, refusal=CRASHED
    )

    client.post(reverse("course-create"), form)

    course = Course.objects.get()
    assert not course.club.members.filter(player=erik).exists()
    shown = page(client, course)
    assert "Not joined yet: erik, frida" in shown
    assert str(refused) not in shown


def test_the_page_says_of_each_student_what_is_wrong(client, made):
    erik = student(made, "erik").member.player
    assert "No bot yet." in page(client, made)

    bot = BotFactory(owner=erik, name="Elk")
    refused = VersionFactory(bot=bot, status=Version.Status.REFUSED, refusal=CRASHED)
    assert "Elk v1 was refused: " in page(client, made)
    VersionFactory(bot=bot)
    assert student(made, "erik").works
    assert "Elk v2 works." in page(client, made)
    VersionFactory(bot=bot, games=["pachisi"])
    assert "Elk v2 works. Elk v3 does not play" in page(client, made)
    Version.objects.exclude(pk=refused.pk).update(paused_at=timezone.now(), pause_reason=FAILING)
    assert not student(made, "erik").works
    assert "Elk v3 is paused: " in page(client, made)


def test_marks_follow_the_rule_of_the_teacher(client, made):
    erik = student(made, "erik").member.player
    elk = VersionFactory(bot=BotFactory(owner=erik, name="Elk"))
    row, now = Series.objects.get(), timezone.now()
    series.enter(row, elk.bot, player=erik, now=now)
    cup, rival = row.tournaments.get(), made.to_beat.versions.get()
    lifecycle.start(cup, now=now)
    play_to_the_end(cup, strengths={elk: 2, rival: 1})
    series.make_due(now=now)

    result = student(made, "erik")
    assert (result.place, result.points, result.games, result.beaten) == (1, 2, 2, 2)
    assert [result.mark(rule) for rule in ("place", "points", "beats")] == ["1", "100.0", "1"]
    assert student(made, "frida").mark("points") == ""
    lines = csv.DictReader(io.StringIO(text(client.get(
        reverse("club-marks", args=[made.club.slug])))))  # fmt: skip
    assert [(line["User"], line["Mark"]) for line in lines] == [("frida", ""), ("erik", "100.0")]


def test_the_teacher_changes_what_counts_and_adds_students(client, made):
    PlayerFactory(username="gustav")
    address = reverse("course", args=[made.club.slug])

    assert "erik, Monday" in page(client, made)
    client.post(address, {"students": "erik, Tuesday\ngustav, Friday", "counts": "place",
                          "to_beat": made.to_beat.pk})  # fmt: skip
    clubs.join(made.club.join_code, player=Player.objects.get(username="gustav"), now=NOW)

    made.refresh_from_db()
    assert made.counts == "place"
    assert [student(made, name).member.group for name in ("erik", "gustav")] == [
        "Tuesday", "Friday",
    ]  # fmt: skip


def test_a_student_reads_no_marks(client, made):
    client.force_login(student(made, "erik").member.player)

    for name in ("course", "club-marks"):
        assert client.get(reverse(name, args=[made.club.slug])).status_code == 403
