"""The administration: people and bots can be changed, games and ratings only read."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from tournaments.admin import bots, competitions, notices, people, play, ratings, words

__all__ = ["bots", "competitions", "notices", "people", "play", "ratings"]

words.translate()

admin.site.site_header = "Kauri"
admin.site.site_title = "Kauri"
admin.site.index_title = _("Administration")
