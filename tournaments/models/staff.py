"""The actions of staff, with their targets and reasons: an append-only trail."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from tournaments.models.anomalies import Anomaly
from tournaments.models.bots import Bot
from tournaments.models.matches import Match
from tournaments.models.versions import Version

_CONCERNED = ("match", "bot", "account", "anomaly")


def _only(concerned: str) -> Q:
    """Condition that exactly this target is set."""
    return Q(**{f"{field}__isnull": field != concerned for field in _CONCERNED})


class StaffAction(models.Model):
    """An action of staff, with its reason. Rows are never changed."""

    class Kind(models.TextChoices):
        VOID_GAME = "void-game", gettext_lazy("voided a game")
        VOID_MATCH = "void-match", gettext_lazy("voided the match")
        PLAY_AGAIN = "play-again", gettext_lazy("had it played again")
        REQUEUE = "requeue", gettext_lazy("put it back into the queue")
        BAN = "ban", gettext_lazy("banned it")
        UNBAN = "unban", gettext_lazy("lifted the ban")
        HIDE = "hide", gettext_lazy("hid it")
        SHOW = "show", gettext_lazy("listed it again")
        DELETE = "delete", gettext_lazy("deleted it")
        UPHOLD = "uphold", gettext_lazy("confirmed it")
        CLEAR = "clear", gettext_lazy("cleared it")
        CLOSE_ACCOUNT = "close-account", gettext_lazy("closed the account")
        TRUST = "trust", gettext_lazy("trusts the organiser")
        DISTRUST = "distrust", gettext_lazy("trusts the organiser no longer")

    kind = models.CharField(max_length=16, choices=Kind)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="staff_actions"
    )
    reason = models.TextField(max_length=500)
    at = models.DateTimeField()
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, null=True, blank=True, related_name="staff_actions"
    )
    bot = models.ForeignKey(
        Bot, on_delete=models.PROTECT, null=True, blank=True, related_name="staff_actions"
    )
    version = models.ForeignKey(
        Version, on_delete=models.PROTECT, null=True, blank=True, related_name="staff_actions",
        help_text="of that bot; empty: the bot as a whole",
    )  # fmt: skip
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True,
        related_name="staff_actions_on",
    )  # fmt: skip
    anomaly = models.ForeignKey(
        Anomaly, on_delete=models.PROTECT, null=True, blank=True, related_name="staff_actions"
    )

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="staff_give_a_reason"),
            models.CheckConstraint(
                condition=_only("match") | _only("bot") | _only("account") | _only("anomaly"),
                name="staff_act_on_one_thing",
            ),
            models.CheckConstraint(
                condition=Q(version__isnull=True) | Q(bot__isnull=False),
                name="a_version_with_its_bot",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.by} {self.get_kind_display()}: {self.reason}"
