"""Notices to players, how each player is notified of what, and what was sent."""

import unicodedata
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from agents.words.speech import say_count
from tournaments.models.fields import SentenceField
from tournaments.models.tokens import ApiToken
from tournaments.words import Sentence


def on_one_line(text: str) -> str:
    """Return the text for mail, feeds and headers: on one line, without control characters."""
    kept = (" " if unicodedata.category(one) in _CONTROLS else one for one in text)
    return " ".join("".join(kept).split())


_CONTROLS = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


class NoticeQuerySet(models.QuerySet["Notice"]):
    def unread(self) -> "NoticeQuerySet":
        return self.on_site().filter(read_at=None)

    def on_site(self) -> "NoticeQuerySet":
        """Notices that the player wants to see on the site."""
        return self.filter(is_on_site=True)

    def in_feed(self) -> "NoticeQuerySet":
        """Notices that the player wants to see in the feed."""
        return self.filter(is_in_feed=True)


class NoticeKind(models.TextChoices):
    """What a notice is about."""

    CHECK = "check", gettext_lazy("The check of an upload has ended")
    FAILURE = "failure", gettext_lazy("A bot has failed in a rated game")
    PAUSED = "paused", gettext_lazy("A bot is paused or banned, or may play again")
    TOURNAMENT = (
        "tournament",
        gettext_lazy("A tournament has begun, has ended, or goes on without your bot"),
    )
    TRIAL = "trial", gettext_lazy("A trial has ended")
    PASSED = "passed", gettext_lazy("Somebody has passed a bot on a leaderboard")
    PEOPLE = "people", gettext_lazy("Somebody has invited you, or changed what you may do")
    DELIVERY = "delivery", gettext_lazy("Something could not be sent to you")


class Notice(models.Model):
    """A message to a player, shown until they have read it.

    Until then, further events of the same `group` are counted in the same row.
    """

    Kind = NoticeKind

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    kind = models.CharField(max_length=12, choices=Kind)
    text = SentenceField(null=False, blank=False)
    link = models.CharField(max_length=300, help_text="path of the page that it is about")
    reproduce = models.CharField(
        max_length=100, blank=True, help_text="the command that asks the bot the same again"
    )
    group = models.CharField(max_length=100, help_text="what happens again has the same one")
    count = models.PositiveIntegerField(default=1, help_text="how often it has happened so far")
    is_on_site = models.BooleanField(default=True)
    is_in_feed = models.BooleanField(default=True)
    at = models.DateTimeField(help_text="when it happened last")
    read_at = models.DateTimeField(null=True, blank=True)

    objects = NoticeQuerySet.as_manager()

    CHOSEN = tuple(kind for kind in NoticeKind if kind != NoticeKind.DELIVERY)
    """The kinds for which players choose how they are notified."""

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["player"], condition=Q(read_at=None), name="unread_notices"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=NoticeKind.values),
                name="a_notice_is_of_a_kind",
            ),
            models.UniqueConstraint(
                fields=["player", "group"],
                condition=Q(read_at=None) & ~Q(group=""),
                name="one_unread_notice_a_group",
            ),
        ]

    def __str__(self) -> str:
        if self.count == 1:
            return str(self.text)
        times = say_count("({count} time)", "({count} times)", self.count)
        return f"{self.text} {times}"

    @property
    def line(self) -> str:
        """The message for mail and feeds."""
        return on_one_line(str(self))

    @property
    def address(self) -> str:
        """The absolute URL of the page that it is about."""
        return f"{settings.SITE}{self.link}"

    def happens_again(
        self, text: Sentence, *, link: str, reproduce: str, now: datetime, counts: bool
    ) -> None:
        """Replace the message by that of the newest event; count it if it `counts`."""
        count = F("count") + (1 if counts else 0)
        Notice.objects.filter(pk=self.pk).update(
            text=text, link=link, reproduce=reproduce, at=now, count=count
        )


class NoticeChoice(models.Model):
    """How a player is notified of one kind of notice; without a row, the defaults apply."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_choices"
    )
    kind = models.CharField(max_length=12, choices=Notice.Kind)
    site = models.BooleanField(default=True)
    mail = models.BooleanField(default=False)
    webhook = models.BooleanField(default=False)
    feed = models.BooleanField(default=True)

    WAYS = ("site", "mail", "webhook", "feed")

    class Meta:
        ordering = ["player", "kind"]
        constraints = [
            models.UniqueConstraint(fields=["player", "kind"], name="one_choice_a_kind"),
            models.CheckConstraint(
                condition=Q(kind__in=[str(kind) for kind in Notice.CHOSEN]),
                name="only_kinds_that_are_chosen",
            ),
        ]

    def __str__(self) -> str:
        ways = ", ".join(way for way in self.WAYS if getattr(self, way))
        return f"{self.player}, {self.kind}: {ways or 'nothing'}"


class Webhook(models.Model):
    """The address of a player's own program, and the key that signs what is sent to it."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhook"
    )
    token = models.ForeignKey(
        ApiToken, on_delete=models.CASCADE, null=True, blank=True, help_text="that has set it"
    )
    url = models.CharField(max_length=300)
    secret = models.CharField(max_length=60, help_text="base64 after whsec_")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.url


class NoticeFeed(models.Model):
    """The secret in the address of a player's feed. Only its hash is stored."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_feed"
    )
    token = models.ForeignKey(
        ApiToken, on_delete=models.CASCADE, null=True, blank=True, help_text="that has made it"
    )
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256, hexadecimal")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player}"


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    def pending(self) -> "DeliveryQuerySet":
        """Deliveries that are neither done nor given up."""
        return self.filter(done_at=None, given_up_at=None)

    def due(self, way: str, *, now: datetime) -> "DeliveryQuerySet":
        """Pending deliveries by this way that may be tried now, the longest due first."""
        rows = self.pending().filter(way=way, not_before__lte=now)
        return rows.order_by("not_before", "pk")


class Delivery(models.Model):
    """One notice to send by mail or webhook. The row is written with the notice, and sent later.

    The test of a webhook has no notice. A worker that takes a row first moves its time on, so that
    no other worker sends it in the meantime. If the worker dies, the delivery is only delayed.
    """

    class Way(models.TextChoices):
        MAIL = "mail", gettext_lazy("mail")
        WEBHOOK = "webhook", gettext_lazy("webhook")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="deliveries"
    )
    notice = models.ForeignKey(
        Notice, on_delete=models.CASCADE, null=True, blank=True, related_name="deliveries"
    )
    way = models.CharField(max_length=8, choices=Way)
    created_at = models.DateTimeField()
    not_before = models.DateTimeField()
    tries = models.PositiveIntegerField(default=0)
    problem = SentenceField(help_text="why the last try failed")
    done_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(
                fields=["way", "not_before"],
                condition=Q(done_at=None, given_up_at=None),
                name="pending_deliveries",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["notice", "way"],
                condition=Q(done_at=None, given_up_at=None),
                name="one_pending_delivery_a_way",
            ),
            models.CheckConstraint(
                condition=Q(done_at=None) | Q(given_up_at=None), name="done_or_given_up"
            ),
            models.CheckConstraint(
                condition=Q(notice__isnull=False) | Q(way="webhook"), name="only_webhooks_are_tried"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.way} to {self.player}, {self.created_at:%Y-%m-%d %H:%M:%S}"

    def take(self, *, until: datetime) -> bool:
        """Count a try and reserve the row until `until`; False if another worker was first."""
        known = {"pk": self.pk, "tries": self.tries, "not_before": self.not_before}
        rows = Delivery.objects.pending().filter(**known)
        return rows.update(tries=F("tries") + 1, not_before=until) == 1

    def finish(self, *, now: datetime) -> bool:
        """Mark it as delivered; False if it is over already."""
        return self._pending().update(done_at=now, problem=None) == 1

    def fail(self, problem: Sentence) -> bool:
        """Store why a try failed, and wait for the next one; False if it is over already."""
        return self._pending().update(problem=problem) == 1

    def give_up(self, problem: Sentence, *, now: datetime) -> bool:
        """Mark it as given up: it is not tried again. False if it is over already."""
        return self._pending().update(problem=problem, given_up_at=now) == 1

    def _pending(self) -> DeliveryQuerySet:
        return Delivery.objects.pending().filter(pk=self.pk)
