"""What the platform has to tell a player."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.fields import SentenceField


class NoticeQuerySet(models.QuerySet["Notice"]):
    def unread(self) -> "NoticeQuerySet":
        return self.filter(read_at=None)


class Notice(models.Model):
    """A message to a player about something of theirs; shown until they have read it."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices"
    )
    text = SentenceField(null=False, blank=False)
    link = models.CharField(max_length=300, help_text="path of the page that it is about")
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["player"], condition=Q(read_at=None), name="unread_notices"),
        ]

    def __str__(self) -> str:
        return str(self.text)
