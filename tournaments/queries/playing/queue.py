"""The queue: which match is next, how many wait, and why one still does.

Organisers take turns, then their tournaments, by the time of the last match taken. Within a
tournament the longest wait comes first. So ten thousand matches of one organiser never hold up two
matches of another.

A match of a ladder is played when no match of a tournament is ready. When no ladder match has been
taken for `LADDER_PATIENCE`, one goes first, so that ladders never stand still. A match of a
tournament always comes between two such matches.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    When,
)
from django.db.models.functions import Coalesce
from django.utils.timezone import localtime

import engine
from tournaments.mathematics import turns
from tournaments.models import Entry, Host, Match, PairingSide, Tournament
from tournaments.models.matches import MatchQuerySet
from tournaments.queries.playing import check_queue, heartbeats
from tournaments.words import Sentence

PACE_WINDOW = timedelta(minutes=10)
"""The period over which the pace of the workers is measured."""

PACE_MATCHES = 5
"""The fewest matches in that period from which a pace is computed."""

LADDER_PATIENCE = timedelta(minutes=10)
"""After this time without a ladder match, one goes before the matches of tournaments."""

_LADDER = Q(format=Tournament.Format.LADDER)


def rules_here() -> frozenset[tuple[str, int]]:
    """The games that this code plays, each with its rules version."""
    return frozenset((info.id, info.rules_version) for info in engine.games())


def plays(rules: Iterable[tuple[str, int]], *, variant: str = "variant") -> Q:
    """Selects rows whose variant these rules play; `variant` is the path to the variant."""
    condition = Q(pk__in=[])
    for game_id, version in rules:
        condition |= Q(**{f"{variant}__game_id": game_id, f"{variant}__rules_version": version})
    return condition


def next_matches(*, now: datetime, rules: Set[tuple[str, int]]) -> MatchQuerySet:
    """The ready matches of the tournament whose turn it is, the longest wait first.

    `rules` are those by which a worker plays. None where nothing is ready.
    """
    waiting = ready(now=now)
    own = waiting.filter(tournament=OuterRef("pk"))
    in_turn = _in_turn(ladders_are_due=_ladders_are_due(now))
    turn = in_turn.filter(plays(rules), Exists(own)).values_list("pk", flat=True).first()
    return waiting.filter(tournament=turn).order_by("queued_at", "pk")


def ready(*, now: datetime, is_remote: bool = False) -> MatchQuerySet:
    """The queued matches of tournaments that wait only for a free worker, or for remote bots.

    Left out are matches in the pause after a failure, and those of entrants that are withdrawn,
    paused, banned or still being checked.
    """
    queued = Match.objects.queued().of_tournaments().filter(not_before__lte=now)
    queued = queued.filter(is_remote=is_remote)
    # There is hardly ever one: then ten thousand rows need not be read twice.
    absent = _absent()
    if not absent:
        return queued
    sides = PairingSide.objects.filter(entry__in=absent, pairing=OuterRef("pairing"))
    return queued.filter(~Exists(sides))


def waiting_matches(*, now: datetime, rules: Set[tuple[str, int]], most: int) -> int:
    """The number of ready matches of running tournaments, at most `most`."""
    rows = ready(now=now).of_running_tournaments()
    rows = rows.filter(plays(rules, variant="tournament__variant"))
    return rows[:most].count()


def ahead(match: Match, *, now: datetime) -> int:
    """The number of matches before a queued match that is ready, as things are now.

    Of the ladder matches that go before those of tournaments, only one that is due now counts.
    """
    return _before(match, ready(now=now), now).all


@dataclass(frozen=True)
class _Before:
    """The number of matches ahead, of the `own` kind and the other (ladder or not)."""

    own: int
    others: int = 0

    @property
    def all(self) -> int:
        return self.own + self.others


def _before(match: Match, waiting: MatchQuerySet, now: datetime) -> _Before:
    """The matches ahead of one that waits; `waiting` are all that are ready."""
    tournament = match.tournament
    if tournament is None:
        return _Before(check_queue.ahead(match, now=now))
    earlier = Q(queued_at__lt=match.queued_at) | Q(queued_at=match.queued_at, pk__lt=match.pk)
    place = waiting.filter(earlier, tournament=tournament).count()
    return _first(tournament, place, _counted_lines(waiting), now)


_Lines = dict[bool, list[turns.WaitingLine]]
"""The ready matches of each running tournament in the order of their turns: of ladders by True."""


def _counted_lines(waiting: MatchQuerySet) -> _Lines:
    """The lines of tournaments and those of ladders, each kind in the order of their turns."""
    ready_here = waiting.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    count = Subquery(ready_here.annotate(count=Count("pk")).values("count"))
    # Which kind comes first does not change the order within a kind.
    rows = _in_turn(ladders_are_due=False).annotate(waiting=Coalesce(count, 0))
    lines: _Lines = {True: [], False: []}
    for pk, organiser, form, waits in rows.values_list("pk", "organiser", "format", "waiting"):
        line = turns.WaitingLine(owner=organiser, tournament=pk, waiting=waits)
        lines[form == Tournament.Format.LADDER].append(line)
    return lines


def _first(tournament: Tournament, place: int, lines: _Lines, now: datetime) -> _Before:
    """The matches ahead of the one at `place` in its tournament's line."""
    is_ladder = tournament.is_ladder
    own = turns.ahead(lines[is_ladder], tournament=tournament.pk, place=place)
    others = sum(line.waiting for line in lines[not is_ladder])
    # Where nothing of the other kind waits, nothing of it comes first.
    due = others > 0 and _ladders_are_due(now)
    if is_ladder:
        return _Before(own, 0 if due and own == 0 else others)
    return _Before(own, 1 if due else 0)


def pace(*, now: datetime) -> timedelta | None:
    """The mean time between two ends of matches now; None if too few have ended."""
    finished = Match.objects.finished().of_tournaments()
    recent = finished.filter(ended_at__gt=now - PACE_WINDOW).order_by()
    ended = recent.aggregate(count=Count("pk"), first=Min("ended_at"))
    if ended["count"] < PACE_MATCHES:
        return None
    first: datetime = ended["first"]
    return (now - first) / int(ended["count"] - 1)


def line(tournament: Tournament, *, now: datetime) -> Sentence:
    """The queue length and expected wait of a tournament; empty where no match is ready."""
    lines = _counted_lines(ready(now=now))
    own_kind = lines[tournament.is_ladder]
    theirs = next((line.waiting for line in own_kind if line.tournament == tournament.pk), 0)
    if not theirs or not heartbeats.any_plays(now=now):
        return Sentence()
    before = _first(tournament, theirs - 1, lines, now)
    expected = _expected(tournament, before, now)
    return Sentence("line", waiting=theirs, before=before.all, **expected)


def lines(*, now: datetime, limit: int) -> list[tuple[Tournament, int]]:
    """The first tournaments in the order of their turns, each with how many matches are ready."""
    counted = ready(now=now).order_by().values("tournament").annotate(count=Count("pk"))
    counts = dict(counted.values_list("tournament", "count"))
    rows = _in_turn(ladders_are_due=_ladders_are_due(now)).filter(pk__in=counts)
    return [(row, counts[row.pk]) for row in rows.select_related("variant")[:limit]]


def held(*, now: datetime) -> dict[str, int]:
    """The number of queued matches that no worker may take now, by the reason."""
    queued = Match.objects.queued().of_tournaments()
    counts = queued.aggregate(
        by_pause=Count("pk", filter=Q(tournament__status=Tournament.Status.PAUSED)),
        by_fault=Count("pk", filter=Q(not_before__gt=now)),
    )
    absent = _absent()
    sides = PairingSide.objects.filter(entry__in=absent, pairing=OuterRef("pairing"))
    of_absent = queued.filter(Exists(sides)).count() if absent else 0
    return counts | {"by_entrant": of_absent}


def why_waiting(match: Match, *, now: datetime) -> Sentence:
    """The reason why a queued match waits, and the expected time of its start if known."""
    return _obstacle(match, now) or _turn(match, now)


def slots_alive(*, now: datetime) -> int:
    """How many tournament games can be played at once; 1 where no host is known."""
    return Host.objects.alive(now=now).aggregate(slots=Sum("slots"))["slots"] or 1


def rules_alive(*, now: datetime) -> frozenset[tuple[str, int]]:
    """Every game and rules version that this code or an active host plays."""
    return rules_here().union(*(host.rules.items() for host in Host.objects.alive(now=now)))


def _in_turn(*, ladders_are_due: bool) -> QuerySet[Tournament]:
    """The running tournaments in the order of their turns, then the ladders, or a ladder first."""
    of_organiser = Tournament.objects.without_ladders().filter(
        organiser=OuterRef("organiser"), last_claim_at__isnull=False
    )
    last = of_organiser.order_by("-last_claim_at").values("last_claim_at")[:1]
    ladders = Case(When(_LADDER, then=-1 if ladders_are_due else 1), default=0)
    running = Tournament.objects.running()
    return running.annotate(organiser_last=Subquery(last), kind=ladders).order_by(
        "kind",
        F("organiser_last").asc(nulls_first=True),
        "organiser",
        F("last_claim_at").asc(nulls_first=True),
        "pk",
    )


def _ladders_are_due(now: datetime) -> bool:
    """Whether no ladder match was taken for long, and one of a tournament was taken since."""
    last = Tournament.objects.aggregate(
        ladder=Max("last_claim_at", filter=_LADDER), other=Max("last_claim_at", filter=~_LADDER)
    )
    if last["ladder"] is None:
        return True
    if last["other"] is None:
        return False
    return bool(last["other"] > last["ladder"] and last["ladder"] <= now - LADDER_PATIENCE)


def _absent() -> list[int]:
    """The ids of the entries of running tournaments that cannot play now.

    They are withdrawn, paused, banned, or still being checked.
    """
    running = Entry.objects.filter(tournament__status=Tournament.Status.RUNNING).order_by()
    # No match of an entrant that left a ladder waits, and over the years there are many.
    withdrawn = running.withdrawn().exclude(tournament__format=Tournament.Format.LADDER)
    paused = running.filter(version__paused_at__isnull=False)
    banned = running.filter(version__bot__banned_at__isnull=False)
    versions = running.filter(version__banned_at__isnull=False)
    provisional = running.provisional()
    # Each part has an index; one condition for all of them would have none.
    absent = withdrawn.values("pk").union(
        paused.values("pk"),
        banned.values("pk"),
        versions.values("pk"),
        provisional.values("pk"),
    )
    return [row["pk"] for row in absent]


def _obstacle(match: Match, now: datetime) -> Sentence:
    """The reason, other than its turn, why a match waits; empty without one."""
    tournament = match.tournament
    if tournament is not None and tournament.status == Tournament.Status.PAUSED:
        return Sentence("tournament-waits", tournament=tournament, why=tournament.pause_reason)
    entries = Entry.objects.filter(sides__pairing__matches=match).select_related("version__bot")
    absent = next(filter(None, map(_absence, entries)), Sentence())
    if absent:
        return absent
    if match.not_before > now:
        return Sentence("waits-after-fault", until=f"{localtime(match.not_before):%H:%M:%S}")
    if match.is_remote:
        return Sentence("waits-for-remote-bots")
    return Sentence("" if Host.objects.alive(now=now).exists() else "waits-without-worker")


def _absence(entry: Entry) -> Sentence:
    version = entry.version
    if version.bot.banned_at:
        return Sentence("bot-banned-waits", bot=version.bot)
    if version.banned_at:
        return Sentence("version-banned", version=version, reason=version.ban_reason)
    if not entry.is_active:
        return Sentence("withdrawn-waits", version=version)
    if version.paused_at:
        return Sentence("version-waits", version=version, why=version.pause_reason)
    if entry.provisional:
        return Sentence("verdict-waits", version=version)
    return Sentence()


def _turn(match: Match, now: datetime) -> Sentence:
    before = _before(match, ready(now=now), now)
    if before.all == 0:
        return Sentence("waits-as-next")
    if match.tournament is None:
        return Sentence("waits-behind-checks", before=before.all)
    is_ladder, expected = match.tournament.is_ladder, _expected(match.tournament, before, now)
    return Sentence("waits-behind-matches", before=before.all, is_ladder=is_ladder, **expected)


def _expected(tournament: Tournament, before: _Before, now: datetime) -> dict[str, int | None]:
    """The `minutes` until a match of a tournament begins, None without a pace, and the `window`."""
    window, each = PACE_WINDOW // timedelta(minutes=1), pace(now=now)
    if each is None:
        return {"minutes": None, "window": window}
    time = (_for_ladder if tournament.is_ladder else _for_tournament)(before, each)
    return {"minutes": max(1, round(time / timedelta(minutes=1))), "window": window}


def _for_ladder(before: _Before, each: timedelta) -> timedelta:
    """The time until no tournament match is ready, or ladders have had enough turns."""
    room = max(LADDER_PATIENCE, 2 * each)
    return min(each * before.all, room * (before.own + 1))


def _for_tournament(before: _Before, each: timedelta) -> timedelta:
    """The time including ladder matches in between: at most every other match."""
    time = each * before.all
    on = Tournament.objects.ladders().running().exists()
    return time / (1 - min(each / LADDER_PATIENCE, 0.5)) if on else time
