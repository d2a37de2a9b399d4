"""Records what staff do, with the person and the reason."""

from datetime import datetime

from tournaments.errors import Invalid, NotAllowed
from tournaments.models import Anomaly, Bot, Match, Player, StaffAction, Version

Concerned = Match | Bot | Version | Player | Anomaly


def note(kind: str, concerned: Concerned, *, by: Player, reason: str, now: datetime) -> StaffAction:
    """Record an action of `by`, in the transaction of the action.

    Raises NotAllowed for anybody but staff, Invalid without a reason.
    """
    if not by.is_staff:
        raise NotAllowed("staff-only")
    if not reason.strip():
        raise Invalid("staff-needs-reason", "reason")
    return StaffAction.objects.create(
        kind=kind, by=by, reason=reason.strip()[:500], at=now, **_columns(concerned)
    )


def _columns(concerned: Concerned) -> dict[str, Concerned]:
    if isinstance(concerned, Version):
        return {"bot": concerned.bot, "version": concerned}
    if isinstance(concerned, Bot):
        return {"bot": concerned}
    kinds: dict[type[Concerned], str] = {Match: "match", Anomaly: "anomaly", Player: "account"}
    return {next(name for kind, name in kinds.items() if isinstance(concerned, kind)): concerned}
