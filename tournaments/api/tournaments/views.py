"""The API of holding tournaments and of taking part in them."""

from functools import partial

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.http.response import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.errors import Problem
from tournaments.api.filters import TournamentFilters
from tournaments.api.lookups import find, find_tournament
from tournaments.api.pagination import LatestFirst, LongRowPages
from tournaments.api.resources import Resource
from tournaments.api.schema import INVALID, ProblemSerializer, step
from tournaments.api.tournaments.inputs import (
    BotNameSerializer,
    ByeSerializer,
    EntrantNameSerializer,
    NewTournamentSerializer,
    PeopleSerializer,
    PreviewedSerializer,
)
from tournaments.api.tournaments.serializers import (
    EntrySerializer,
    PreviewSerializer,
    TournamentSerializer,
)
from tournaments.api.tournaments.standings import TableSerializer, table
from tournaments.errors import Invalid
from tournaments.models import Scope, Tournament
from tournaments.queries import tournament_lists
from tournaments.queries.tournaments import entrants, exports
from tournaments.queries.tournaments.tables import KeptTable
from tournaments.services.tournaments import (
    byes,
    create,
    lifecycle,
    people,
    preview,
    registration,
    tables,
    withdrawals,
)
from tournaments.web import result_files
from tournaments.web.conditional import tag_of, unchanged_or

ANSWERS = {
    200: TournamentSerializer,
    400: INVALID,
    403: OpenApiResponse(ProblemSerializer, "Only its organisers may, or the bot's owner."),
    409: OpenApiResponse(ProblemSerializer, "In its present state there is nothing to do."),
}

FILE_TYPES = sorted({one.content_type for one in exports.EXPORTS.values()})
"""The media types of files of results."""


class TournamentViewSet(Resource):
    """Tournaments: how they stand, and the steps of organisers and entrants."""

    scopes = (Scope.ORGANISE,)
    scopes_of = {
        "preview": (Scope.READ,),
        "enter": (Scope.UPLOAD, Scope.ORGANISE),
        **dict.fromkeys(("leave", "withdraw", "bye"), (Scope.BOTS, Scope.ORGANISE)),
    }
    serializer_class = TournamentSerializer
    pagination_class = LatestFirst
    filters = TournamentFilters
    rates = {"create": "tournaments", "results": "exports"}
    lookup_field = "slug"
    lookup_value_converter = "slug"

    def list(self, request: Request) -> Response:
        """The tournaments, the latest first."""
        rows = tournament_lists.listed(request.user).prefetch_related("co_organisers")
        return self.page(rows, made=tournament_lists.counted)

    @extend_schema(
        request=NewTournamentSerializer,
        responses={
            200: OpenApiResponse(TournamentSerializer, "The same submission again."),
            201: TournamentSerializer,
            400: INVALID,
        },
    )
    def create(self, request: Request) -> Response:
        """Make a tournament, which starts at once unless `starts_at` says otherwise."""
        arguments = NewTournamentSerializer.sent(request).arguments(now=timezone.now())
        row, new = create.create(organiser=self.player, **arguments)
        return self.made(self._listed(row.slug), new=new)

    def retrieve(self, _request: Request, slug: str) -> Response:
        """A tournament."""
        return self.one(self._listed(slug))

    @step({200: PreviewSerializer, 400: INVALID}, PreviewedSerializer, detail=False)
    def preview(self, request: Request) -> Response:
        """Count rounds, pairings and games, and estimate their time; nothing is made."""
        sent = PreviewedSerializer.sent(request)
        entrants = sent.entrants_counted
        forecast = preview.forecast(sent.configuration, entrants=entrants, now=timezone.now())
        bots = [version.bot for version in sent.validated_data["versions"]]
        context = {"not_rated": preview.not_rated(sent.configuration, bots)}
        return Response(PreviewSerializer(forecast, context=context).data)

    @extend_schema(responses=EntrySerializer(many=True))
    @action(detail=True, serializer_class=EntrySerializer, pagination_class=LongRowPages)
    def entries(self, _request: Request, slug: str) -> Response:
        """The entrants of a tournament by their seeds."""
        page = self.paginate_queryset(entrants.Seeds(self._row(slug))) or []
        prefetch_related_objects([seed.entry for seed in page], "requested_byes")
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(responses=TableSerializer)
    @action(detail=True, pagination_class=LongRowPages)
    def standings(self, request: Request, slug: str) -> HttpResponseBase:
        """The progress, a page of the standings with tie-breaks and crosstable, best first.

        It has an ETag, which changes when the table does.
        """
        row = self._row(slug)
        if row.is_ladder:
            raise NotFound("A ladder has no table of points: its standings are the leaderboard.")
        kept_table = self._table(row)
        if not kept_table.is_there:
            raise _without_table(has_failed=kept_table.has_failed)
        asked = (request.build_absolute_uri(), request.accepted_renderer.format)
        state = kept_table.kept
        tag = tag_of(
            state.pk, state.computed, state.has_failed, row.status, kept_table.running, asked
        )
        return unchanged_or(request, tag, lambda: self._page_of(kept_table))

    @extend_schema(responses={(200, *FILE_TYPES): OpenApiTypes.STR})
    @action(detail=True, url_path="results/<slug:kind>", url_name="tournament-file")
    def results(self, request: Request, slug: str, kind: str) -> HttpResponseBase:
        """The results as a file: csv, json, pgn or trf, as far as the format has it."""
        row = self._row(slug)
        try:
            export = exports.of_kind(row, kind)
        except Invalid as refusal:
            raise NotFound(str(refusal), refusal.code) from refusal
        return result_files.answer(request, self._table(row), export)

    @step(ANSWERS)
    def start(self, _request: Request, slug: str) -> Response:
        """Start it before its time; its organisers may."""
        row = self._row(slug)
        return self._after(row, lifecycle.start_now(row, player=self.player, now=timezone.now()))

    @step(ANSWERS)
    def pause(self, _request: Request, slug: str) -> Response:
        """Pause it: its matches wait; its organisers may."""
        row = self._row(slug)
        return self._after(row, lifecycle.pause(row, player=self.player, now=timezone.now()))

    @step(ANSWERS, url_name="tournament-resume")
    def resume(self, _request: Request, slug: str) -> Response:
        """Resume a tournament that an organiser or a fault paused; its organisers may."""
        row = self._row(slug)
        return self._after(row, lifecycle.resume(row, player=self.player))

    @step(ANSWERS)
    def extend(self, _request: Request, slug: str) -> Response:
        """Add a cycle or a round, where its format has such; its organisers may."""
        row = self._row(slug)
        return self._after(row, lifecycle.extend(row, player=self.player, now=timezone.now()))

    @step(ANSWERS)
    def cancel(self, _request: Request, slug: str) -> Response:
        """Call it off: played games count, the rest are void; its organisers may."""
        row = self._row(slug)
        return self._after(row, lifecycle.cancel(row, player=self.player, now=timezone.now()))

    @step(ANSWERS, EntrantNameSerializer)
    def withdraw(self, request: Request, slug: str) -> Response:
        """Take an entrant out; its games to come are void. Its owner and organisers may."""
        row = self._row(slug)
        entry = EntrantNameSerializer.sent(request).entry_in(row)
        return self._after(row, withdrawals.withdraw(entry, player=self.player, now=timezone.now()))

    @step(ANSWERS, BotNameSerializer)
    def enter(self, request: Request, slug: str) -> Response:
        """Enter your bot; it plays with its newest version at the start."""
        row = self._row(slug)
        bot = BotNameSerializer.sent(request).validated_data["bot"]
        registration.enter(row, bot, player=self.player, now=timezone.now())
        return self.one(self._listed(slug))

    @step(ANSWERS, EntrantNameSerializer)
    def leave(self, request: Request, slug: str) -> Response:
        """Take your bot out, until registration closes."""
        row = self._row(slug)
        entry = EntrantNameSerializer.sent(request).entry_in(row)
        return self._after(row, registration.leave(entry, player=self.player, now=timezone.now()))

    @step(ANSWERS, ByeSerializer)
    def bye(self, request: Request, slug: str) -> Response:
        """Ask for a bye before the round is paired, or take it back; owner and organisers may."""
        row = self._row(slug)
        sent = ByeSerializer.sent(request)
        number, worth = sent.validated_data["round"], sent.validated_data["worth"]
        entry = sent.entry_in(row)
        if worth == "none":
            return self._after(row, byes.take_back(entry, number=number, player=self.player))
        return self._after(row, byes.ask(entry, number=number, worth=worth, player=self.player))

    @step(ANSWERS, PeopleSerializer)
    def people(self, request: Request, slug: str) -> Response:
        """Set the invited players (organisers may) and the co-organisers (its organiser may)."""
        row, now = self._row(slug), timezone.now()
        sent = PeopleSerializer.sent(request).validated_data
        with transaction.atomic():  # all of it, or where a part is refused, nothing
            if "invited" in sent:
                people.invite(row, sent["invited"], player=self.player, now=now)
            if "co_organisers" in sent:
                people.appoint(row, sent["co_organisers"], player=self.player, now=now)
        return self.one(self._listed(slug))

    def _table(self, row: Tournament) -> KeptTable:
        return KeptTable(row, tables.current(row, now=timezone.now()))

    def _page_of(self, kept_table: KeptTable) -> Response:
        """A page of the standings; only its lines are read."""
        positions = self.paginate_queryset(range(kept_table.count)) or []
        lines = kept_table.lines(positions[0], positions[-1] + 1) if positions else []
        pages = self.get_paginated_response([]).data
        address = partial(self._file, kept_table.tournament)
        return Response(table(kept_table, lines, pages, address))

    def _file(self, row: Tournament, kind: str) -> str:
        return reverse("api:tournament-file", args=[row.slug, kind], request=self.request)

    def _row(self, slug: str) -> Tournament:
        return find_tournament(self.request.user, slug)

    def _listed(self, slug: str) -> Tournament:
        row = find(tournament_lists.listed(self.request.user), "tournament", slug=slug)
        return tournament_lists.counted([row])[0]

    def _after(self, row: Tournament, done: bool) -> Response:
        if not done:
            row.refresh_from_db()
            text = f"{row} is {row.get_status_display()}: there is nothing to do."
            raise Problem("nothing_to_do", text)
        return self.one(self._listed(row.slug))


def _without_table(*, has_failed: bool) -> Problem:
    if has_failed:
        text = "A fault of the platform keeps the standings from being computed."
        return Problem("not_computed", text)
    text = "The standings are being computed; ask again in a few seconds."
    return Problem("being_computed", text, wait=result_files.AGAIN_SECONDS)
