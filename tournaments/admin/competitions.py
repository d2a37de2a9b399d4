"""Tournaments with their entries, rounds, pairings and stored results."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.admin.common import Inside, Many, ReadOnly


class EntryInline(Inside[models.Entry, models.Tournament]):
    model = models.Entry
    verbose_name_plural = _("the first 20 entrants")
    follows = ("version__bot", "tournament")


@admin.register(models.Tournament)
class TournamentAdmin(ReadOnly, admin.ModelAdmin[models.Tournament]):
    list_display = ["name", "variant", "status", "organiser", "starts_at", "ended_at"]
    list_filter = ["status", "variant__game_id"]
    list_select_related = ["variant", "organiser"]
    search_fields = ["name", "organiser__username"]
    date_hierarchy = "starts_at"
    list_per_page = 50
    inlines = [EntryInline]


@admin.register(models.Series)
class SeriesAdmin(ReadOnly, admin.ModelAdmin[models.Series]):
    list_display = ["name", "variant", "organiser", "first_at", "ended_at"]
    list_select_related = ["variant", "organiser"]
    search_fields = ["name", "organiser__username"]


@admin.register(models.SeriesEntry)
class SeriesEntryAdmin(ReadOnly, admin.ModelAdmin[models.SeriesEntry]):
    list_display = ["series", "bot", "position", "entered_at"]
    list_select_related = ["series", "bot"]


@admin.register(models.TournamentTable)
class TournamentTableAdmin(ReadOnly, admin.ModelAdmin[models.TournamentTable]):
    list_display = ["tournament", "state", "computed", "computed_at", "checked"]
    list_select_related = ["tournament"]


@admin.register(models.TableLine)
class TableLineAdmin(Many[models.TableLine]):
    list_display = ["table", "position", "place", "entry"]
    list_select_related = ["table__tournament", "entry__version__bot"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.TableLine]:
        return super().get_queryset(request).defer("figures", "cells", "table__parts")


@admin.register(models.ResultFile)
class ResultFileAdmin(ReadOnly, admin.ModelAdmin[models.ResultFile]):
    list_display = ["tournament", "kind", "state", "made_at"]
    list_select_related = ["tournament"]


@admin.register(models.GameFile)
class GameFileAdmin(ReadOnly, admin.ModelAdmin[models.GameFile]):
    list_display = ["variant", "month", "until", "games", "withdrawn", "made_at"]
    list_select_related = ["variant"]


@admin.register(models.RecordFile)
class RecordFileAdmin(ReadOnly, admin.ModelAdmin[models.RecordFile]):
    list_display = ["variant", "month", "games", "size", "made_at"]
    list_select_related = ["variant"]


@admin.register(models.Entry)
class EntryAdmin(Many[models.Entry]):
    list_display = ["tournament", "number", "version"]
    list_select_related = ["tournament", "version__bot"]
    numbers = ["tournament"]
    versions = ["version"]


@admin.register(models.RequestedBye)
class RequestedByeAdmin(ReadOnly, admin.ModelAdmin[models.RequestedBye]):
    list_display = ["entry", "round", "worth"]
    list_select_related = ["entry__version__bot"]
    search_fields = ["entry__tournament__name", "entry__version__bot__name"]


@admin.register(models.Round)
class RoundAdmin(Many[models.Round]):
    list_display = ["tournament", "number"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name"]


class PairingSideInline(Inside[models.PairingSide, models.Pairing]):
    model = models.PairingSide
    follows = ("entry__version__bot", "pairing__round")


@admin.register(models.Pairing)
class PairingAdmin(Many[models.Pairing]):
    list_display = ["round", "number"]
    list_select_related = ["round"]
    search_fields = ["round__tournament__name"]
    inlines = [PairingSideInline]
