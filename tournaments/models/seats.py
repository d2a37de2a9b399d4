"""What every seat of a bot stores: the bot's fault, and its log."""

from datetime import datetime

from django.db import models
from django.db.models import Q

from agents.terms.faults import Fault
from tournaments.words import Sentence


class BotSeat(models.Model):
    """A seat at which a bot may sit: its fault, which ended its part, and its log.

    Without a log there are no cuts of it. Each kind of seat has a `game` and a `version`.
    """

    fault = models.JSONField(
        null=True, blank=True, help_text="kind, ply, summary, detail, code, params"
    )
    log = models.TextField(blank=True, help_text="what the bot printed: for its owner and staff")
    log_cuts = models.JSONField(
        null=True, blank=True, help_text="events, and the characters of the log up to each"
    )
    log_removed_at = models.DateTimeField(
        null=True, blank=True, help_text="when the log was removed, being kept no longer"
    )

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=~Q(log="") | Q(log_cuts__isnull=True),
                name="only_the_log_of_a_%(class)s_is_cut",
            ),
        ]
        indexes = [
            models.Index(
                fields=["version", "-game"],
                condition=Q(fault__isnull=False),
                name="%(class)ss_with_a_fault",
            ),
        ]

    @property
    def fault_sentence(self) -> Sentence | str:
        """What its bot did wrong, which str() writes in the reader's language."""
        return Fault(**self.fault).sentence if self.fault else ""

    @property
    def log_kept_days(self) -> int | None:
        """How many days its log was kept; None while it is there."""
        return days_between(self._ended_at(), self.log_removed_at)

    def _ended_at(self) -> datetime | None:
        """The time at which its game ended."""
        raise NotImplementedError


def days_between(ended_at: datetime | None, removed_at: datetime | None) -> int | None:
    """The whole days from the end of a game to a removal; None where nothing was removed."""
    return (removed_at - ended_at).days if ended_at and removed_at else None
