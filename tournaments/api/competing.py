"""The API of holding tournaments and taking part: make, preview, manage, enter and leave."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api import tournaments as inputs
from tournaments.api import views
from tournaments.api.views import INVALID, Writing, find, find_tournament
from tournaments.models import Entry, Tournament
from tournaments.queries.tournaments import entrants as entered
from tournaments.queries.tournaments import lists
from tournaments.services.tournaments import (
    byes,
    create,
    lifecycle,
    people,
    preview,
    registration,
    withdrawals,
)

NOT_YOURS = OpenApiResponse(OpenApiTypes.OBJECT, "It is for its organisers, or for a bot's owner.")
NOTHING = OpenApiResponse(OpenApiTypes.OBJECT, "It stands so that there is nothing to do.")
ANSWERS = {
    200: inputs.TournamentSerializer, 400: INVALID, 403: NOT_YOURS, 409: NOTHING,
}  # fmt: skip


class NothingToDo(APIException):
    """The tournament, or the entrant, is not in a state in which this can be done."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "nothing_to_do"


class Tournaments(Writing, views.Tournaments):
    """The tournaments, the latest first."""

    throttle_scope = "tournaments"

    @extend_schema(
        request=inputs.NewTournamentSerializer,
        responses={
            200: OpenApiResponse(inputs.TournamentSerializer, "The same submission again."),
            201: inputs.TournamentSerializer,
            400: INVALID,
        },
    )
    def post(self, request: Request) -> Response:
        """Make a tournament, which starts at once unless `starts_at` says otherwise."""
        given = inputs.NewTournamentSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        arguments = given.arguments(now=timezone.now())
        made, new = create.create(organiser=request.user, **arguments)
        data = _told(request, made)
        created = status.HTTP_201_CREATED if new else status.HTTP_200_OK
        return Response(data, created, headers={"Location": data["url"]})


class Preview(Writing):
    """What a tournament would come to."""

    @extend_schema(
        request=inputs.PreviewedSerializer,
        responses={200: inputs.PreviewSerializer, 400: INVALID},
    )
    def post(self, request: Request) -> Response:
        """Count rounds, pairings and games, and about how long they take; nothing is made."""
        given = inputs.PreviewedSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        counted = given.entrants_counted
        found = preview.forecast(given.configuration, entrants=counted, now=timezone.now())
        return Response(inputs.PreviewSerializer(found).data)


class Entries(APIView):
    """The entrants of a tournament by their seeds."""

    @extend_schema(responses=inputs.EntrySerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        row = find_tournament(request, slug)
        seeds = entered.seeds(row, entered.listed(row))
        return Response(inputs.EntrySerializer(seeds, many=True).data)


class Start(Writing):
    """The start of a scheduled tournament."""

    @extend_schema(request=None, responses=ANSWERS)
    def post(self, request: Request, slug: str) -> Response:
        """Start it before its time; its organisers may."""
        return _step(request, slug, lifecycle.start_now, now=timezone.now())


class Pause(Writing):
    """The pause of a tournament."""

    @extend_schema(request=None, responses=ANSWERS)
    def post(self, request: Request, slug: str) -> Response:
        """Let its matches wait; its organisers may."""
        return _step(request, slug, lifecycle.pause, now=timezone.now())


class Resume(Writing):
    """The end of a pause."""

    @extend_schema(request=None, responses=ANSWERS)
    def post(self, request: Request, slug: str) -> Response:
        """Let a tournament that an organiser has paused go on; its organisers may."""
        return _step(request, slug, lifecycle.resume)


class Extend(Writing):
    """The length of a tournament."""

    @extend_schema(request=None, responses=ANSWERS)
    def post(self, request: Request, slug: str) -> Response:
        """One cycle or round more, where its format has such; its organisers may."""
        return _step(request, slug, lifecycle.extend, now=timezone.now())


class Cancel(Writing):
    """The end of a tournament before its time."""

    @extend_schema(request=None, responses=ANSWERS)
    def post(self, request: Request, slug: str) -> Response:
        """Call it off: what was played counts, the rest is void; its organisers may."""
        return _step(request, slug, lifecycle.cancel, now=timezone.now())


class Withdraw(Writing):
    """An entrant that leaves."""

    @extend_schema(request=inputs.EntrantNameSerializer, responses=ANSWERS)
    def post(self, request: Request, slug: str) -> Response:
        """Take an entrant out; its owner and organisers may. What it has not played is void."""
        entry = _entry(request, slug, _named(request))
        return _step(request, slug, withdrawals.withdraw, subject=entry, now=timezone.now())


class Enter(Writing):
    """A player's bot in a tournament whose registration is open."""

    @extend_schema(request=inputs.BotNameSerializer, responses=ANSWERS)
    def post(self, request: Request, slug: str) -> Response:
        """Enter your bot; it plays with its newest version at the start."""
        given = inputs.BotNameSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        bot = given.validated_data["bot"]
        return _step(request, slug, registration.enter, bot, now=timezone.now())


class Leave(Writing):
    """A player's bot that does not take part after all."""

    @extend_schema(request=inputs.EntrantNameSerializer, responses=ANSWERS)
    def post(self, request: Request, slug: str) -> Response:
        """Take your bot out, until registration closes."""
        entry = _entry(request, slug, _named(request))
        return _step(request, slug, registration.leave, subject=entry, now=timezone.now())


class Bye(Writing):
    """A round of a Swiss tournament in which an entrant does not play."""

    @extend_schema(request=inputs.ByeSerializer, responses=ANSWERS)
    def post(self, request: Request, slug: str) -> Response:
        """Ask for a bye before the round is paired, or take it back; owner and organisers may."""
        given = inputs.ByeSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        number, worth = given.validated_data["round"], given.validated_data["worth"]
        entry = _entry(request, slug, given.validated_data["entrant"])
        if worth == "none":
            return _step(request, slug, byes.take_back, subject=entry, number=number)
        return _step(request, slug, byes.ask, subject=entry, number=number, worth=worth)


class People(Writing):
    """Who is invited, and who organises too."""

    @extend_schema(request=inputs.PeopleSerializer, responses=ANSWERS)
    def post(self, request: Request, slug: str) -> Response:
        """Say who is invited (organisers may) and who organises too (its organiser may)."""
        row = find_tournament(request, slug)
        given = inputs.PeopleSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        by = {"player": request.user, "now": timezone.now()}
        with transaction.atomic():  # all of it, or where a part is refused, nothing
            if "invited" in given.validated_data:
                people.invite(row, given.validated_data["invited"], **by)
            if "co_organisers" in given.validated_data:
                people.appoint(row, given.validated_data["co_organisers"], **by)
        return Response(_told(request, row))


def _step(
    request: Request,
    slug: str,
    step: Callable[..., object],
    *arguments: object,
    subject: object = None,
    **keywords: object,
) -> Response:
    """Take one step; the answer is the tournament after it."""
    row = find_tournament(request, slug)
    if not step(subject or row, *arguments, player=request.user, **keywords):
        row.refresh_from_db()
        raise NothingToDo(f"{row} is {row.get_status_display()}: there is nothing to do.")
    return Response(_told(request, row))


def _named(request: Request) -> tuple[str, int | None]:
    """The bot, and the number of its version if there is one, that is named."""
    given = inputs.EntrantNameSerializer(data=request.data)
    given.is_valid(raise_exception=True)
    named: tuple[str, int | None] = given.validated_data["entrant"]
    return named


def _entry(request: Request, slug: str, named: tuple[str, int | None]) -> Entry:
    """The entry of the bot, or the version, that is named."""
    row = find_tournament(request, slug)
    bot, number = named
    keys = {"version__bot__slug": bot} | ({} if number is None else {"version__number": number})
    rows = row.entries.select_related("version__bot__owner", "tournament__organiser")
    return find(rows, "entrant", **keys)


def _told(request: Request, row: Tournament) -> Any:
    shown = lists.listed(request.user).get(pk=row.pk)
    return inputs.TournamentSerializer(shown, context={"request": request}).data
