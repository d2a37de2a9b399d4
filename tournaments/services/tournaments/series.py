"""Series of tournaments: begun, changed, entered, skipped and ended, and continued by the tick."""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import partial

from django.db import transaction

from tournaments.errors import Invalid, NotAllowed
from tournaments.mathematics import recurrence
from tournaments.models import Bot, Club, Player, Series, SeriesEntry, Tournament, Version
from tournaments.models.tournament_terms import TournamentTerms
from tournaments.queries import tournament_lists
from tournaments.queries.bots import overview
from tournaments.queries.people import clubs
from tournaments.services import incidents
from tournaments.services.notices import notices
from tournaments.services.tournaments import create, lifecycle, registration, tables
from tournaments.services.tournaments.configuration import (
    MAX_OPEN,
    Configuration,
    check_entrants,
    entitled,
)
from tournaments.words import Sentence

SHORT_NAME = 50
"""How many letters of its name a series gives to its tournaments, whose names have 80."""

TERMS = [field.name for field in TournamentTerms._meta.fields]  # noqa: SLF001 - documented
"""The settings that a series hands to its tournaments."""


@dataclass(frozen=True, kw_only=True)
class SeriesPlan:
    """When the tournaments of a series take place, and what counts in it."""

    zone: str
    every: int = Series.Every.WEEK
    times: int | None = None
    scoring: str = Series.Scoring.PLACES
    division_size: int | None = None
    movers: int = 1


@transaction.atomic
def begin(
    config: Configuration,
    plan: SeriesPlan,
    *,
    organiser: Player,
    versions: Iterable[Version],
    submission: uuid.UUID,
    now: datetime,
    club: Club | None = None,
) -> Series:
    """Create a series and its first tournament, with the bots of these versions; return it.

    With a `club`, only members of it enter.

    The same `submission` again returns the same series. Raises Invalid, naming the field.
    """
    Player.objects.select_for_update(no_key=True).get(pk=organiser.pk)
    if existing := organiser.series.filter(submission=submission).first():
        return existing
    if organiser.series.active().count() >= MAX_OPEN and not organiser.is_staff:
        raise Invalid("too-many-open", most=MAX_OPEN)
    config.check_times(now=now)
    config.check_choices()
    chosen = list(versions)
    check_entrants(chosen, game=config.game, organiser=organiser, is_open=config.is_open)
    series = Series.objects.create(
        organiser=organiser, submission=submission, created_at=now, first_at=config.starts_at,
        slug=create.slug_of(config, Series.objects.all()),
        **_terms(config), **asdict(plan),
    )  # fmt: skip
    _add(series, [version.bot for version in chosen], now)
    _make(series, config, club=club, now=now)
    return series


@transaction.atomic
def change(
    series: Series, config: Configuration, plan: SeriesPlan, *, player: Player, now: datetime
) -> None:
    """Change a series from the next tournament on that is made; raise NotAllowed or Invalid.

    Its dates are counted from the new time.
    """
    require_manager(series, player)
    config.check_times(now=now)
    config.check_choices()
    dates = {"first_at": config.starts_at, "dates": 0}
    for name, value in (_terms(config) | asdict(plan) | dates).items():
        setattr(series, name, value)
    series.save()


@transaction.atomic
def enter(series: Series, bot: Bot, *, player: Player, now: datetime) -> SeriesEntry:
    """Enter a bot in all tournaments to come, also in the one that is open now; return its entry.

    Raises NotAllowed for another player's bot or one who may not enter, Invalid if it cannot play.
    """
    series = locked(series)
    if series.ended_at:
        raise Invalid("series-over", "bot", series=series)
    latest = latest_of(series)
    registration.check_player(latest, bot, player)
    if registration.is_open(latest, now=now):
        registration.enter(latest, bot, player=player, now=now)
    _add(series, [bot], now)
    return series.entries.get(bot=bot)


@transaction.atomic
def leave(entry: SeriesEntry, *, player: Player, now: datetime) -> None:
    """Take a bot out of the tournaments to come. Raises NotAllowed for anybody but its owner."""
    if entry.bot.owner_id != player.pk:
        raise NotAllowed("owner-takes-out", owner=entry.bot.owner, bot=entry.bot)
    upcoming = Tournament.objects.scheduled().filter(series=entry.series)
    for row in upcoming:
        for present in row.entries.active().filter(version__bot=entry.bot):
            registration.leave(present, player=player, now=now)
    entry.delete()


def skip(series: Series, *, player: Player, now: datetime) -> bool:
    """Cancel the next tournaments; False if none is scheduled. Raises NotAllowed.

    The tick then makes those of the date after it.
    """
    require_manager(series, player)
    upcoming = Tournament.objects.scheduled().filter(series=series)
    return sum([lifecycle.cancel(row, player=player, now=now) for row in upcoming]) > 0


def end(series: Series, *, player: Player, now: datetime) -> bool:
    """Make no more tournaments; those made already stay. False if it has ended. NotAllowed."""
    require_manager(series, player)
    return series.end(now=now)


def make_due(*, now: datetime) -> int:
    """Make the next tournaments of every series whose last ones are over; return how many did."""
    waiting = Series.objects.active().exclude(tournaments__status__in=Tournament.OPEN)
    return incidents.each(waiting, partial(_go_on, now=now), failed="series-failed", now=now)


def require_manager(series: Series, player: Player) -> None:
    """Raise NotAllowed for anybody but the organisers of the latest tournament and staff."""
    if not tournament_lists.may_manage(player=player, tournament=latest_of(series)):
        raise NotAllowed("series-organiser-only", organiser=series.organiser, series=series)


def latest_of(series: Series) -> Tournament:
    """Return the latest tournament of a series, of its last division: newcomers play there."""
    rows = series.tournaments.select_related("variant", "organiser", "club")
    return rows.latest("occurrence", "division")


def locked(series: Series) -> Series:
    """Return the current row, locked until the transaction ends."""
    return Series.objects.select_for_update(no_key=True).get(pk=series.pk)


@transaction.atomic
def _go_on(series: Series, now: datetime) -> int:
    series = locked(series)
    if series.ended_at or series.tournaments.open().exists():
        return 0
    if series.is_complete:
        series.end(now=now)
        return 0
    _promote(series, now)
    try:
        with transaction.atomic():
            club = latest_of(series).club
            _make(series, _configuration(series, now), club=club, now=now)
    except Invalid as refusal:
        series.end(now=now)
        text = Sentence("series-stopped", series=series, why=refusal.sentence)
        link = series.get_absolute_url()
        kind = notices.Kind.TOURNAMENT
        notices.tell(series.organiser, text, kind=kind, link=link, now=now)
    return 1


def _configuration(series: Series, now: datetime) -> Configuration:
    """Return the configuration of the next tournament, with the people of the latest."""
    latest = latest_of(series)
    return Configuration(
        game=series.variant.load(),
        is_open=series.variant.is_open,
        starts_at=series.date(series.next_index(now=now)),
        invited=list(latest.invited.all()),
        co_organisers=list(latest.co_organisers.all()),
        name=series.name,
        **{name: getattr(series, name) for name in TERMS},
    )


def _make(series: Series, config: Configuration, *, club: Club | None, now: datetime) -> None:
    """Create the tournaments of the next date, one a division, with the bots that can play."""
    index, number = series.next_index(now=now), series.made + 1
    entries = list(series.entries.select_related("bot__owner"))
    divisions = recurrence.divided(entries, series.division_size)
    for division, members in enumerate(divisions, start=1):
        row, _new = create.create(
            _named(series, config, number, division if len(divisions) > 1 else None, now=now),
            organiser=series.organiser,
            versions=[],
            submission=uuid.uuid5(series.submission, f"{number}-{division}"),
            now=now,
        )
        row.series, row.occurrence, row.division, row.club = series, number, division, club
        row.save(update_fields=["series", "occurrence", "division", "club"])
        create.enter(row, list(_playing(row, members, now)), newest=True)
    series.dates, series.made = index + 1, number
    series.save(update_fields=["dates", "made"])


def _named(
    series: Series, config: Configuration, number: int, division: int | None, *, now: datetime
) -> Configuration:
    """Return the configuration with name and times of one tournament, open for entries until it."""
    code = "series-tournament" if division is None else "series-division"
    values = {"number": number, **({} if division is None else {"division": division})}
    return replace(
        config,
        **entitled(Sentence(code, series=series.name[:SHORT_NAME], **values)),
        registration_opens_at=now,
        registration_closes_at=config.starts_at,
    )


def _playing(row: Tournament, members: Sequence[SeriesEntry], now: datetime) -> Iterator[Version]:
    """Yield a version of each bot that can play; the owners of the others get a notice."""
    for bot in (entry.bot for entry in members):
        try:
            yield _version(row, bot)
        except Invalid as refusal:
            text = Sentence("not-in-series", bot=bot, tournament=row, why=refusal.sentence)
            kind = notices.Kind.TOURNAMENT
            notices.tell(bot.owner, text, kind=kind, link=row.get_absolute_url(), now=now)


def _version(row: Tournament, bot: Bot) -> Version:
    """Return the version with which a bot may play; raise Invalid if there is none."""
    game = row.variant.load()
    version = overview.entering(bot, variant=game.variant, until=clubs.deadline(row))
    if version is None:
        raise Invalid("no-version-plays", "bot", bot=bot, game=game.variant)
    check_entrants([version], game=game, organiser=bot.owner, is_open=row.variant.is_open)
    return version


def _promote(series: Series, now: datetime) -> None:
    """Put the entries in the order of the last results, and exchange bots between divisions."""
    entries = {entry.bot_id: entry for entry in series.entries.all()}
    last = series.tournaments.filter(occurrence=series.made, status=Tournament.Status.FINISHED)
    divisions = [
        [bot for bot in _by_place(row, now) if bot in entries] for row in last.order_by("division")
    ]
    order = recurrence.promoted(divisions, series.movers)
    rest = [bot for bot in entries if bot not in order]
    for position, bot in enumerate([*order, *rest]):
        entries[bot].position = position
    SeriesEntry.objects.bulk_update(entries.values(), ["position"])


def _by_place(row: Tournament, now: datetime) -> list[int]:
    """Return the ids of the bots of a finished tournament, the best first."""
    lines = tables.compute(row, now=now).lines.order_by("position")
    return list(dict.fromkeys(lines.values_list("entry__version__bot", flat=True)))


def _add(series: Series, bots: Iterable[Bot], now: datetime) -> None:
    """Enter bots after the present ones; a bot that is in already keeps its place."""
    after = series.entries.count()
    for position, bot in enumerate(dict.fromkeys(bots), start=after):
        defaults = {"position": position, "entered_at": now}
        SeriesEntry.objects.get_or_create(series=series, bot=bot, defaults=defaults)


def _terms(config: Configuration) -> dict[str, object]:
    """Return the columns of a series that a configuration gives."""
    columns = config.columns()
    return {name: columns[name] for name in (*TERMS, "name", "variant")}
