"""Notifies authors whose bots were passed on a leaderboard, once a day after the nightly fits.

A bot has passed another if it was below it at the last look and is above it now. Both must be on
the leaderboard at both looks, with any version, and have a place in the component of its first
line.
"""

from datetime import datetime

from django.db import transaction

from tournaments.mathematics.overtaking import Overtaken, overtaken
from tournaments.models import Bot, Fit, LeaderboardOrder, Variant
from tournaments.services import incidents
from tournaments.services.notices import notices
from tournaments.words import Sentence


def look(*, now: datetime) -> int:
    """Compare every leaderboard with the last look; return how many bots were passed."""
    fits = Fit.objects.filter(variant__rated=True).select_related("variant")
    return incidents.each(fits, lambda fit: _look(fit, now), failed="passing-failed", now=now)


@transaction.atomic
def _look(fit: Fit, now: datetime) -> int:
    after = _order(fit)
    before = LeaderboardOrder.objects.select_for_update().filter(variant=fit.variant).first()
    LeaderboardOrder.objects.update_or_create(
        variant=fit.variant, defaults={"bots": after, "looked_at": now}
    )
    if before is None or before.bots == after:
        return 0
    bots = Bot.objects.select_related("owner").in_bulk(after)
    owners = {pk: bot.owner_id for pk, bot in bots.items()}
    passed = overtaken(before.bots, after, owners)
    for loss in passed:
        _tell(fit.variant, bots, loss, now)
    return len(passed)


def _order(fit: Fit) -> list[int]:
    placed = fit.places.filter(is_gone=False, place__isnull=False)
    rows = placed.filter(component=fit.component).order_by("number")
    return list(rows.values_list("version__bot", flat=True))


def _tell(variant: Variant, bots: dict[int, Bot], loss: Overtaken, now: datetime) -> None:
    bot = bots[loss.bot]
    if bot.is_house:
        return
    text = Sentence("was-passed", bot=bot, variant=variant, by=bots[loss.by], others=loss.count - 1)
    notices.tell(
        bot.owner,
        text,
        kind=notices.Kind.PASSED,
        link=variant.get_absolute_url(),
        now=now,
        group=f"passed {bot.pk} {variant.pk}",
    )
