"""Keeps in each rating's row whether leaderboards list it, in the transaction that changes it.

It changes when a version gets its first rated game or loses its last, and with bans.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import Bot, FittedPlace, Rating, Variant
from tournaments.queries.ratings import leaderboards
from tournaments.words import Sentence


def lock(bots: Iterable[int]) -> None:
    """Let no bot be banned before the end of the transaction in which its ratings begin.

    Call it before any rating is locked, since a ban locks the bot first and then its ratings.
    """
    list(Bot.objects.select_for_update(no_key=True).filter(pk__in=bots).order_by("pk"))


def settle(rows: QuerySet[Rating]) -> None:
    """Store whether each of these ratings is listed; call it in the transaction of the change."""
    # Lock them in the order in which reports do, and only then decide.
    locked = [row.pk for row in rows.select_for_update(of=("self",)).order_by("pk")]
    locked_rows = Rating.objects.filter(pk__in=locked)
    listed = list(leaderboards.to_be_listed(locked_rows).values_list("pk", flat=True))
    locked_rows.filter(is_listed=False, pk__in=listed).update(is_listed=True)
    locked_rows.filter(is_listed=True).exclude(pk__in=listed).update(is_listed=False)
    mark_gone(FittedPlace.objects.filter(_is_of(locked_rows)))


def mark_gone(lines: QuerySet[FittedPlace]) -> None:
    """Store for each of these lines of fits whether its version is no longer listed."""
    listed = Exists(_listed())
    lines.filter(listed, is_gone=True).update(is_gone=False)
    lines.filter(~listed, is_gone=False).update(is_gone=True)


def _listed() -> QuerySet[Rating]:
    """Select the listed rating of a line's version."""
    return Rating.objects.listed().filter(
        variant=OuterRef("fit__variant"), version=OuterRef("version")
    )


def _is_of(known: QuerySet[Rating]) -> Exists:
    """Select the lines of these ratings."""
    return Exists(known.filter(variant=OuterRef("fit__variant"), version=OuterRef("version")))


@contextmanager
def changing(bot: Bot) -> Iterator[None]:
    """Store which ratings of a bot are listed, after the body of the `with` statement changes that.

    Call it in a transaction.
    """
    lock([bot.pk])
    yield
    settle(Rating.objects.filter(version__bot=bot))


def wrong(variant: Variant) -> Iterator[Sentence]:
    """Yield sentences about ratings that are listed and should not be, or the other way round."""
    rows = variant.ratings.order_by("pk").select_related("version__bot")
    listed = set(leaderboards.to_be_listed(rows).values_list("pk", flat=True))
    for row in rows:
        if row.is_listed != (row.pk in listed):
            yield Sentence("listing-differs", variant=variant, version=row.version)
    lines = FittedPlace.objects.filter(fit__variant=variant).select_related("version__bot")
    for line in lines.filter(
        Q(Exists(_listed()), is_gone=True) | Q(~Exists(_listed()), is_gone=False)
    ):
        yield Sentence("listing-differs", variant=variant, version=line.version)
