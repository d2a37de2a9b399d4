"""The settings that a tournament and a series of tournaments have in common."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy


class TournamentTerms(models.Model):
    """What an organiser chooses of the play, apart from variant, times and people."""

    class Format(models.TextChoices):
        ROUND_ROBIN = "round-robin", gettext_lazy("Round-robin")
        SWISS = "swiss", gettext_lazy("Swiss")
        KNOCKOUT = "knockout", gettext_lazy("Knockout")
        DOUBLE_ELIMINATION = "double-elimination", gettext_lazy("Double elimination")
        GAUNTLET = "gauntlet", gettext_lazy("Gauntlet")
        GROUPS = "groups-knockout", gettext_lazy("Groups, then knockout")
        LADDER = "ladder", gettext_lazy("Ladder")
        TRIAL = "trial", gettext_lazy("Trial of a new version")

    class Access(models.TextChoices):
        OPEN = "open", gettext_lazy("everybody may enter")
        INVITED = "invited", gettext_lazy("only those invited may enter")
        PRIVATE = "private", gettext_lazy("only who takes part can see it")

    format = models.CharField(max_length=20, choices=Format, default=Format.ROUND_ROBIN)
    format_options = models.JSONField(default=dict, blank=True, help_text="see docs/24-formats.md")
    tie_breaks = models.JSONField(default=list, blank=True, help_text="codes, the first decides")
    games_per_pairing = models.PositiveIntegerField(default=2)
    opening_actions = models.PositiveSmallIntegerField(
        default=0, help_text="random ones before each block but the first of a pairing"
    )
    time_control = models.CharField(max_length=20, help_text="name of a preset")
    access = models.CharField(max_length=10, choices=Access, default=Access.OPEN)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=Q(games_per_pairing__gt=0), name="a_pairing_of_a_%(class)s_has_games"
            ),
        ]
