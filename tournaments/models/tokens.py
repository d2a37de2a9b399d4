"""The API tokens of players, with a log of what each has changed."""

import hashlib
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Scope(models.TextChoices):
    """A permission of a token; every token may read what its player may read."""

    READ = "read"
    UPLOAD = "upload"
    BOTS = "bots"
    NOTICES = "notices"
    ORGANISE = "organise"
    REMOTE = "remote"


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    def valid(self, *, now: datetime) -> "ApiTokenQuerySet":
        """Tokens that have neither ended nor expired."""
        return self.filter(ended_at=None, expires_at__gt=now)

    def holder(self, key: str, *, now: datetime) -> "ApiToken | None":
        """The valid token with this key, and its player if they may log in."""
        rows = self.valid(now=now).select_related("player")
        return rows.filter(digest=ApiToken.hashed(key), player__is_active=True).first()


class ApiToken(models.Model):
    """A program's credential to act as a player, within its scopes. Only its hash is stored."""

    USE_NOTED = timedelta(minutes=1)
    """The last use is written at most this often, so that reading costs no row each time."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256, hexadecimal")
    label = models.CharField(max_length=80, help_text="what it is for, in the player's words")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True, help_text="before its time")
    last_used_at = models.DateTimeField(null=True, blank=True)
    last_used_from = models.CharField(max_length=64, blank=True, help_text="its address")
    may_upload = models.BooleanField(default=False, help_text="add bots, versions and games")
    may_bots = models.BooleanField(default=False, help_text="change, publish and delete bots")
    may_notices = models.BooleanField(default=False, help_text="set the webhook and the feed")
    may_organise = models.BooleanField(default=False, help_text="hold and run tournaments")
    may_remote = models.BooleanField(default=False, help_text="play as the player's remote bots")

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("created_at")), name="a_token_expires"
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def scopes(self) -> list[Scope]:
        """The scopes of the token."""
        return [scope for scope in Scope if scope == Scope.READ or getattr(self, f"may_{scope}")]

    def note_use(self, address: str, *, now: datetime) -> None:
        """Store the time and address of a request, unless the last were stored a moment ago."""
        last = self.last_used_at
        if last is None or now - last >= self.USE_NOTED:
            rows = ApiToken.objects.filter(pk=self.pk, last_used_at=last)
            rows.update(last_used_at=now, last_used_from=address[:64])

    @staticmethod
    def hashed(token: str) -> str:
        """The stored hash of a token. Tokens are random, so a fast hash is safe."""
        return hashlib.sha256(token.encode()).hexdigest()


class TokenAct(models.Model):
    """A request by which a token changed something."""

    token = models.ForeignKey(ApiToken, on_delete=models.CASCADE, related_name="acts")
    at = models.DateTimeField()
    method = models.CharField(max_length=6)
    path = models.CharField(max_length=200)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.method} {self.path}"
