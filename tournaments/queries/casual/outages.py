"""Times for which the site was down, so that no clock runs in them."""

from datetime import datetime, timedelta

from tournaments.models import LastDone

TICK_SILENCE = timedelta(seconds=30)
"""A site without a tick for so long is down."""

WEB_SILENCE = timedelta(seconds=15)
"""A site whose web server shows no sign of life for so long is down: nothing can reach it."""


def outage(*, now: datetime) -> timedelta:
    """Return for how long the site has been down without that being excused; zero while it is up.

    Each tick excuses all until then, also while the web server alone is down.
    """
    rows = LastDone.objects.filter(name__in=[LastDone.Name.TICK, LastDone.Name.WEB])
    last = dict(rows.values_list("name", "at"))
    tick, web = last.get(LastDone.Name.TICK, now), last.get(LastDone.Name.WEB)
    if web is None or now - web <= WEB_SILENCE:
        return now - tick if now - tick > TICK_SILENCE else timedelta()
    is_excused_until_tick = tick - web > WEB_SILENCE
    return now - (tick if is_excused_until_tick else min(tick, web))
