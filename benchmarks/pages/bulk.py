"""What grows with every day of a site beside its games: notices of players, and analyses of games.

An analysis is that of one game of its variant, so that its size is a real one.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from agents.judge import VERSION
from agents.judge.analysis import analyse
from benchmarks.pages.people import BATCH, OWNER
from tournaments.models import Game, GameAnalysis, Notice, Player, Variant
from tournaments.queries.games import analyses as judged
from tournaments.words import Sentence

NOTICES = 100_000
ANALYSES = 100_000
OWNERS = 50
"""One notice in this number is the owner's."""


def add(scale: float, *, now: datetime) -> None:
    """Write as many of each as a site of this scale has."""
    Notice.objects.bulk_create(_notices(round(NOTICES * scale), now), batch_size=BATCH)
    for variant in Variant.objects.filter(games__record_in_row__isnull=False).distinct():
        _analyses(variant, round(ANALYSES * scale), now)


def _notices(count: int, now: datetime) -> Iterator[Notice]:
    players = list(Player.objects.order_by("pk").values_list("pk", flat=True))
    owner = Player.objects.get(username=OWNER).pk
    kinds = [Notice.Kind.CHECK, Notice.Kind.FAILURE, Notice.Kind.TOURNAMENT, Notice.Kind.PASSED]
    for number in range(count):
        at = now - timedelta(minutes=number)
        yield Notice(
            player_id=owner if number % OWNERS == 0 else players[number % len(players)],
            kind=kinds[number % len(kinds)],
            text=Sentence("could-not-be-checked", version=f"Bot {number:05} v1"),
            link="/bots/",
            at=at,
            read_at=at if number % 3 else None,
        )


def _analyses(variant: Variant, count: int, now: datetime) -> None:
    """Its share of them, by its share of all games."""
    games = variant.games.recorded().filter(analyses=None)
    step = max(1, Game.objects.recorded().count() // max(1, count))
    first = games.order_by("pk").first()
    if first is None:
        return
    found = analyse(judged.record_of(first)).document()
    pks = games.order_by("pk").values_list("pk", flat=True)[::step]
    rows = (
        GameAnalysis(
            game_id=pk, version=VERSION, status="done", found=found, asked_at=now,
            not_before=now, ended_at=now,
        )
        for pk in pks
    )  # fmt: skip
    GameAnalysis.objects.bulk_create(rows, batch_size=BATCH)
