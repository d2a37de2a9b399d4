"""Finds pairs of owners whose results against each other are not explained by strength.

This runs every night, on every leaderboard. A pair is looked at after a day on which it met, and
once in `NIGHTS` nights. Games of a pair that is found are no longer rated. What staff decide about
an anomaly is done here as well.
"""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import transaction

from tournaments.errors import Invalid
from tournaments.models import (
    Anomaly,
    LastDone,
    Match,
    Player,
    StaffAction,
    Tournament,
    Variant,
    Version,
)
from tournaments.queries.ratings import anchors, anomalies
from tournaments.queries.ratings.scope import Scope
from tournaments.services import incidents, trail
from tournaments.services.notices import notices
from tournaments.words import Sentence

if TYPE_CHECKING:
    from tournaments.mathematics.statistics.game_table import GameTable
    from tournaments.mathematics.statistics.owner_pairs import Due, Finding

Kind, Status = StaffAction.Kind, Anomaly.Status


def look(*, now: datetime) -> int:
    """Look through every leaderboard with rated games; return the number of new anomalies."""
    played = Variant.objects.filter(rated=True, ratings__games__gt=0).distinct()
    last = LastDone.when(LastDone.Name.ANOMALIES)
    # A night of which the look failed is looked at again.
    scope = Scope(last and last - timedelta(days=1), now)
    return incidents.each(played, lambda row: _look(row, scope), failed="anomalies-failed", now=now)


def _look(variant: Variant, scope: Scope) -> int:
    findings = list(_findings(variant, scope))
    players = Player.objects.in_bulk({owner for finding in findings for owner in finding.owners})
    for finding in findings:
        _note(variant, finding, players, scope.now)
    return len(findings)


def _findings(variant: Variant, scope: Scope) -> "Iterable[Finding]":
    """Return the findings in games that no anomaly has covered so far."""
    # Imported here since they import numpy and scipy, which most programs never need.
    import numpy as np  # noqa: PLC0415

    from tournaments.mathematics.statistics import owner_pairs  # noqa: PLC0415
    from tournaments.mathematics.statistics.anomalies import BOUND  # noqa: PLC0415
    from tournaments.queries.ratings import rated_games  # noqa: PLC0415
    from tournaments.services.ratings import fitting  # noqa: PLC0415

    table = rated_games.rated(variant, without=_judged(variant))
    if not len(table):
        return ()
    fixed = anchors.anchors(variant, table.versions)
    whose = fitting.authors_of(variant, table)
    _clusters, weights = fitting.observations(table, whose)
    ladders = variant.tournaments.filter(format=Tournament.Format.LADDER)
    paired = Match.objects.filter(tournament__in=ladders).values_list("pk", flat=True)
    return owner_pairs.find(
        table,
        _owners(table.versions),
        ~np.isin(table.block, np.fromiter(paired.iterator(), dtype=np.int64)),
        weights=weights,
        fitted=partial(fitting.fitted, whose=whose, fixed=fixed),
        bound=BOUND,
        due=_due(variant, table, scope),
    )


def _due(variant: Variant, table: "GameTable", scope: Scope) -> "Due | None":
    """Return which pairs of owners are looked at; None for all."""
    import numpy as np  # noqa: PLC0415

    from tournaments.mathematics.statistics.owner_pairs import Due  # noqa: PLC0415

    if scope.since is None:
        return None
    return Due(
        is_new=np.isin(table.block, _matches(variant, since=scope.since)),
        is_turn=lambda twos: np.array([scope.has(sum(two)) for two in twos.tolist()], dtype=bool),
    )


def _matches(variant: Variant, *, since: datetime) -> list[int]:
    """Return the matches of which a game has ended since then."""
    games = variant.games.filter(ended_at__gte=since)
    return list(games.order_by().values_list("match", flat=True).distinct())


def _owners(versions: Iterable[int]) -> list[int]:
    from tournaments.mathematics.statistics.owner_pairs import NO_OWNER  # noqa: PLC0415

    rows = Version.objects.filter(bot__is_house=False).values_list("pk", "bot__owner")
    owner_of = dict(rows)
    return [owner_of.get(version, NO_OWNER) for version in versions]


def _judged(variant: Variant) -> set[int]:
    """Return the games of owners with an anomaly: all, or those that ended before it was cleared.

    They are no evidence of strength, and what was cleared is not to be found again.
    """
    games: set[int] = set()
    for row in variant.anomalies.all():
        rows = anomalies.games_of(row)
        if row.status == Status.CLEARED:
            rows = rows.filter(ended_at__lte=row.decided_at)
        games.update(rows.values_list("pk", flat=True))
    return games


@transaction.atomic
def _note(variant: Variant, finding: "Finding", players: dict[int, Player], now: datetime) -> None:
    """Store a finding and notify both owners and staff; from now on their games are not rated."""
    first, second = (players[owner] for owner in finding.owners)
    row = Anomaly.objects.create(
        variant=variant,
        one=first,
        other=second,
        found_at=now,
        is_of_chosen=finding.chosen,
        games=sum(part.games for part in finding.encounters),
        points=sum(part.points for part in finding.encounters),
        expected=sum(part.expected for part in finding.encounters),
        log_odds=finding.odds,
        error=finding.error,
        encounters=[asdict(part) for part in finding.encounters],
        after_entry=_last_entry(variant),
    )
    staff = Player.objects.filter(is_active=True, is_staff=True)
    _tell(row, "anomaly-for-staff", staff, now)
    _tell(row, "anomaly-found", [first, second], now)


def _last_entry(variant: Variant) -> int:
    """Return the last entry of the ledger, to which none is added in this transaction."""
    Variant.objects.select_for_update(no_key=True).get(pk=variant.pk)
    return variant.last_entry()


def _tell(row: Anomaly, code: str, players: Iterable[Player], now: datetime) -> None:
    text = Sentence(code, variant=row.variant, one=row.one, other=row.other)
    link = row.get_absolute_url()
    notices.tell_all(players, text, kind=notices.Kind.PEOPLE, link=link, now=now)


@transaction.atomic
def uphold(row: Anomaly, *, player: Player, reason: str, now: datetime) -> None:
    """Confirm an anomaly: its games stay unrated.

    Raises NotAllowed for anyone but staff, Invalid without a reason or if it has been decided.
    """
    trail.note(Kind.UPHOLD, row, by=player, reason=reason, now=now)
    _decide(row, "anomaly-upheld", now, from_=[Status.OPEN], status=Status.UPHELD)


@transaction.atomic
def clear(row: Anomaly, *, player: Player, reason: str, now: datetime) -> None:
    """Let the games of two owners be rated again, from now on.

    Only later games can lead to another anomaly. An upheld anomaly can be cleared as well. Raises
    as `uphold`.
    """
    trail.note(Kind.CLEAR, row, by=player, reason=reason, now=now)
    changes: dict[str, Any] = {"status": Status.CLEARED, "until_entry": _last_entry(row.variant)}
    _decide(row, "anomaly-cleared", now, from_=[Status.OPEN, Status.UPHELD], **changes)


def _decide(
    row: Anomaly, code: str, now: datetime, *, from_: Iterable[str], **changes: Any
) -> None:
    rows = Anomaly.objects.filter(pk=row.pk, status__in=from_)
    if not rows.update(decided_at=now, **changes):
        raise Invalid("anomaly-decided")
    _tell(row, code, [row.one, row.other], now)
