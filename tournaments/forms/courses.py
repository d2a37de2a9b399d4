"""The forms of courses: one makes all of it, the other changes it."""

import uuid
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Bot, Course, Series
from tournaments.queries.ratings import leaderboards
from tournaments.services.people.courses import CoursePlan
from tournaments.services.tournaments.configuration import Configuration
from tournaments.services.tournaments.series import SeriesPlan


class StudentsField(forms.CharField):
    """Players by user name, one a line, each with a group after a comma if there are groups."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.Textarea(attrs={"rows": 5, "spellcheck": "false"})
        super().__init__(required=False, max_length=30_000, widget=widget, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return "\n".join(f"{name}, {group}" if group else name for name, group in value.items())

    def clean(self, value: str | None) -> dict[str, str]:
        lines = [line.partition(",") for line in super().clean(value).splitlines()]
        return {name.strip(): group.strip()[:40] for name, _comma, group in lines if name.strip()}


HOUSE_BOTS = Bot.objects.listed().filter(is_house=True).order_by("name")


def greedy() -> Bot | None:
    """The bot that most teachers let their students beat."""
    return HOUSE_BOTS.filter(name="Greedy").first()


class CourseEditForm(forms.Form):
    """The students of a course and what counts for their marks."""

    students = StudentsField(
        label=_("Students"),
        help_text=_(
            "User names of those you expect, one a line; a group may follow after a comma. "
            "They join by the code of the course, and the list shows who has not."
        ),
    )
    counts = forms.ChoiceField(
        label=_("What counts for marks"),
        choices=Course.Counts.choices,
        initial=Course.Counts.POINTS,
        widget=forms.RadioSelect,
    )
    to_beat = forms.ModelChoiceField(
        HOUSE_BOTS, label=_("The bot to beat"), empty_label=None, initial=greedy,
        help_text=_("This house bot plays in all tournaments of the course."),
    )  # fmt: skip


class CourseForm(CourseEditForm):
    """A new course with its tournaments: each student enters a bot once, for all of them."""

    name = forms.CharField(label=_("Name of the course"), max_length=60)
    variant = forms.ModelChoiceField(leaderboards.hosted(), label=_("Game"), empty_label=None)
    starts_at = forms.DateTimeField(
        label=_("First tournament"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    every = forms.TypedChoiceField(
        label=_("Further tournaments"), coerce=int, choices=Series.Every.choices,
        initial=Series.Every.WEEK,
    )  # fmt: skip
    times = forms.IntegerField(
        label=_("Number of tournaments"), min_value=1, max_value=100, initial=4
    )
    uploads_close_at = forms.DateTimeField(
        label=_("Deadline for uploads"), required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("Later uploads do not count. Leave it empty for no deadline."),
    )  # fmt: skip
    submission = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    field_order = (
        "name", "variant", "students", "starts_at", "every", "times", "uploads_close_at",
        "to_beat", "counts",
    )  # fmt: skip

    def clean_starts_at(self) -> Any:
        moment = self.cleaned_data["starts_at"]
        if moment <= timezone.now():
            raise forms.ValidationError(_("This time has passed. Choose a later one."))
        return moment

    def plan(self) -> CoursePlan:
        data = self.cleaned_data
        return CoursePlan(
            name=data["name"], students=data["students"], to_beat=data["to_beat"],
            uploads_close_at=data["uploads_close_at"], counts=data["counts"],
        )  # fmt: skip

    def configuration(self) -> Configuration:
        """A round-robin, so that every student meets every other and the bot to beat."""
        data, game = self.cleaned_data, self.cleaned_data["variant"].load()
        return Configuration(
            name=data["name"], game=game, time_control="blitz", starts_at=data["starts_at"],
            games_per_pairing=len(set(game.sides())),
        )  # fmt: skip

    def dates(self) -> SeriesPlan:
        data, zone = self.cleaned_data, timezone.get_current_timezone_name()
        return SeriesPlan(zone=zone, every=data["every"], times=data["times"])
