"""Ratings, the ledger behind them, and what was computed from it."""

from django.contrib import admin

from tournaments import models
from tournaments.admin.common import Inside, Many, ReadOnly


@admin.register(models.Rating)
class RatingAdmin(Many[models.Rating]):
    list_display = ["variant", "version", "elo", "games"]
    list_filter = ["variant"]
    list_select_related = ["variant", "version__bot"]
    versions = ["version"]


class FitCovarianceInline(Inside[models.FitCovariance, models.Fit]):
    model = models.FitCovariance
    follows = ("fit__variant",)
    leaves_out = ("triangle",)
    fields = ["versions"]


@admin.register(models.Meeting)
class MeetingAdmin(Many[models.Meeting]):
    list_display = ["variant", "version", "opponent", "games", "wins", "draws", "losses"]
    list_filter = ["variant"]
    list_select_related = ["variant", "version__bot", "opponent__bot"]
    versions = ["version"]


@admin.register(models.Fit)
class FitAdmin(ReadOnly, admin.ModelAdmin[models.Fit]):
    list_display = ["variant", "computed_at", "games"]
    list_select_related = ["variant"]
    inlines = [FitCovarianceInline]


@admin.register(models.LeaderboardOrder)
class LeaderboardOrderAdmin(ReadOnly, admin.ModelAdmin[models.LeaderboardOrder]):
    list_display = ["variant", "looked_at"]
    list_select_related = ["variant"]


@admin.register(models.FittedPlace)
class FittedPlaceAdmin(Many[models.FittedPlace]):
    list_display = ["fit", "number", "version", "rating", "error", "games"]
    list_select_related = ["fit__variant", "version__bot"]
    versions = ["version"]


@admin.register(models.LedgerEntry)
class LedgerEntryAdmin(Many[models.LedgerEntry]):
    list_display = ["pk", "variant", "version", "game", "kind", "delta", "created_at"]
    list_filter = ["variant"]
    list_select_related = ["variant", "version__bot", "game__match"]
    numbers = ["game"]
    versions = ["version"]
    leaves_out = ["game__record_in_row"]


@admin.register(models.LedgerStretch)
class LedgerStretchAdmin(Many[models.LedgerStretch]):
    list_display = ["variant", "number", "last_entry", "digest"]
    list_filter = ["variant"]
    list_select_related = ["variant"]
    leaves_out = ["games"]


@admin.register(models.RatingCheck)
class RatingCheckAdmin(ReadOnly, admin.ModelAdmin[models.RatingCheck]):
    list_display = ["checked_at", "sentences"]


@admin.register(models.Anomaly)
class AnomalyAdmin(ReadOnly, admin.ModelAdmin[models.Anomaly]):
    list_display = ["variant", "one", "other", "found_at", "games", "status"]
    list_filter = ["status", "variant"]
    list_select_related = ["variant", "one", "other"]
