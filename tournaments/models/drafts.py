"""Drafts: code that a player writes in the workshop, before it is a version."""

from django.conf import settings
from django.db import models
from django.db.models import Q

BYTES = 256 * 1024
"""The most bytes of text in a draft."""


class Draft(models.Model):
    """Files of a bot that only their author sees; each save counts `counter` up."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts"
    )
    name = models.CharField(max_length=60)
    variant = models.CharField(max_length=200, help_text="which it is tried in")
    files = models.JSONField(help_text="the text of each file, by its name")
    size = models.PositiveIntegerField(help_text="bytes of text")
    counter = models.PositiveIntegerField(default=1, help_text="how often it has been saved")
    updated_at = models.DateTimeField()

    class Meta:
        ordering = ["-updated_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(size__lte=BYTES), name="a_draft_is_small"),
            models.CheckConstraint(condition=~Q(name=""), name="a_draft_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
