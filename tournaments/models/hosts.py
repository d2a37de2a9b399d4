"""The hosts that play, as their workers report them."""

from datetime import datetime, timedelta

from django.db import models
from django.urls import reverse

SILENT_AFTER = timedelta(minutes=1)
"""How long after its last heartbeat a host counts as gone."""


class HostQuerySet(models.QuerySet["Host"]):
    def alive(self, *, now: datetime) -> "HostQuerySet":
        """Hosts with a recent heartbeat of a worker."""
        return self.filter(seen_at__gt=now - SILENT_AFTER)


class Host(models.Model):
    """A host with workers: its machine, its speed, and its last heartbeat.

    Its workers write the row when they start, and refresh `seen_at` while they run. Only staff
    see its `name`; everybody else sees its `alias`.
    """

    name = models.CharField(max_length=120, unique=True)
    isolation = models.CharField(max_length=20, blank=True, help_text="how bots are caged there")
    stronger_before = models.CharField(
        max_length=20, blank=True, help_text="the stronger isolation that the host has lost"
    )
    speed_index = models.FloatField(null=True, blank=True, help_text="1.0 is the reference")
    slots = models.PositiveIntegerField(default=1, help_text="tournament games at once")
    engine_version = models.CharField(max_length=20, blank=True)
    platform_version = models.CharField(max_length=20, blank=True)
    rules = models.JSONField(default=dict, help_text="the version of the rules, by game id")
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    objects = HostQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("workers")

    @property
    def alias(self) -> str:
        """The public name of the host."""
        return f"Host {self.pk}"

    def is_alive(self, *, now: datetime) -> bool:
        """What `HostQuerySet.alive` selects."""
        return self.seen_at > now - SILENT_AFTER
