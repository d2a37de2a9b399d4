"""Courses: one form makes a course; its page shows the teacher every student's bot and marks."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from agents.words.speech import say
from tournaments.forms.courses import CourseEditForm, CourseForm
from tournaments.models import Course
from tournaments.queries.people import courses as query
from tournaments.services.people import courses as service
from tournaments.web import refusals
from tournaments.web.languages import in_english
from tournaments.web.requests import AuthenticatedHttpRequest
from tournaments.web.throttling import throttled


def _course(request: AuthenticatedHttpRequest, slug: str) -> Course:
    """The course of a club that the player organises. Raises Http404 or a 403 page."""
    row = get_object_or_404(query.visible_to(request.user), club__slug=slug)
    with refusals.forbidden():
        service.require(row, request.user)
    return row


@login_required
@throttled("tournaments")
def create(request: AuthenticatedHttpRequest) -> HttpResponse:
    """A new course: club, students, tournaments, deadline and what counts, in one form."""
    form = CourseForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals.shown(form):
            made = service.begin(
                form.plan(), form.dates(), teacher=request.user,
                submission=form.cleaned_data["submission"], now=timezone.now(),
            )  # fmt: skip
            return redirect("course", made.club.slug)
    return render(request, "clubs/course_create.html", {"form": form})


@login_required
def course(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """Who has a working bot and who has not, why, and what counts."""
    row = _course(request, slug)
    initial = {"students": row.students, "counts": row.counts, "to_beat": row.to_beat}
    form = CourseEditForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals.shown(form):
            service.change(row, player=request.user, values=form.cleaned_data)
            messages.success(request, say("Your changes to {row} are saved.", row=row))
            return redirect("course", slug)
    students = query.students(row)
    context = {
        "course": row,
        "club": row.club,
        "form": form,
        "students": [(student, student.mark(row.counts)) for student in students],
        "missing": query.missing(row),
        "working": sum(student.works for student in students),
        "series": query.series(row),
    }
    return render(request, "clubs/course.html", context)


@require_safe
@login_required
@throttled("exports", methods=("GET", "HEAD"))
@in_english
def marks(request: AuthenticatedHttpRequest, slug: str) -> HttpResponse:
    """The marks of a course as CSV."""
    text = service.marks(_course(request, slug), player=request.user)
    headers = {"Content-Disposition": f'attachment; filename="{slug}-marks.csv"'}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)
