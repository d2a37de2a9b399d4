"""Courses: a club with its students, tournaments and deadline, made by one call; its marks."""

import csv
import io
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Bot, Club, Course, Player, Variant
from tournaments.queries.bots import overview
from tournaments.queries.people import clubs as query
from tournaments.queries.people import courses
from tournaments.queries.tournaments import exports
from tournaments.services.people import clubs
from tournaments.services.tournaments import series
from tournaments.services.tournaments.configuration import Configuration
from tournaments.services.tournaments.series import SeriesPlan


@dataclass(frozen=True, kw_only=True)
class CoursePlan:
    """What a teacher chooses: game and time, students with their groups, deadline, what counts.

    Students join by themselves: organisers read why their uploads were refused.
    """

    name: str
    variant: Variant
    starts_at: datetime
    students: Mapping[str, str]
    uploads_close_at: datetime | None
    counts: str
    to_beat: Bot

    @property
    def configuration(self) -> Configuration:
        """A round-robin, so that every student meets every other and the bot to beat."""
        game = self.variant.load()
        return Configuration(
            name=self.name, game=game, time_control="blitz", starts_at=self.starts_at,
            games_per_pairing=len(set(game.sides())),
        )  # fmt: skip


@transaction.atomic
def begin(
    plan: CoursePlan,
    dates: SeriesPlan,
    *,
    teacher: Player,
    submission: uuid.UUID,
    now: datetime,
) -> Course:
    """Create a club with its students and a series of its tournaments; return the course.

    The bot to beat takes part in all of them. The same `submission` again returns the same
    course. Raises Invalid, naming the field.
    """
    same = teacher.series.filter(submission=submission)
    if before := Course.objects.filter(club__tournaments__series__in=same).first():
        return before
    if plan.starts_at <= now:
        raise Invalid("time-passed", "starts_at")
    club = clubs.create(player=teacher, name=plan.name, description="", now=now)
    Club.objects.filter(pk=club.pk).update(uploads_close_at=plan.uploads_close_at)
    club.refresh_from_db()
    rival = overview.entering(plan.to_beat, variant=plan.variant.key)
    if rival is None:
        raise Invalid("no-version-plays", "to_beat", bot=plan.to_beat, game=plan.variant.key)
    series.begin(
        plan.configuration,
        dates,
        organiser=teacher,
        versions=[rival],
        submission=submission,
        now=now,
        club=club,
    )
    course = Course.objects.create(
        club=club,
        variant=plan.variant,
        students=dict(plan.students),
        counts=plan.counts,
        to_beat=plan.to_beat,
    )
    _group(course)
    return course


@transaction.atomic
def change(course: Course, *, values: Mapping[str, Any], player: Player) -> None:
    """Change what `values` name of `students`, `counts` and `to_beat`. Raises NotAllowed."""
    require(course, player)
    for name, value in values.items():
        setattr(course, name, value)
    course.save(update_fields=[*values])
    _group(course)


def marks(course: Course, *, player: Player) -> str:
    """Return the marks as CSV. Raises NotAllowed for anybody but organisers and staff."""
    require(course, player)
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(["User", "Name", "Group", "Bot", "State", "Place", "Points", "Games",
                     "Points against the bot to beat", "Games against it", "Mark"])  # fmt: skip
    for student in courses.students(course):
        member = student.member
        cells = [
            member.player.username, member.shown_name, member.group, student.bot or "",
            student.state, student.place or "", float(student.points), student.games,
            float(student.beaten), student.met, student.mark(course.counts),
        ]  # fmt: skip
        writer.writerow([exports.harmless(str(cell)) for cell in cells])
    return written.getvalue()


def require(course: Course, player: Player) -> None:
    """Raise NotAllowed for anybody but organisers of the club and staff."""
    if not query.may_organise(course.club, player):
        raise NotAllowed("club-organisers-only", club=course.club)


def _group(course: Course) -> None:
    """Set the groups of those students who have joined; the others get theirs when they join."""
    for member in course.club.members.filter(player__username__in=course.students):
        member.group = course.students[member.player.username]
        member.save(update_fields=["group"])


def forget(username: str) -> None:
    """Take a name out of all lists of expected students."""
    for course in Course.objects.filter(students__has_key=username):
        del course.students[username]
        course.save(update_fields=["students"])
