"""What play made of the games of a tournament, for its table."""

from collections import defaultdict
from itertools import groupby

from django.db.models import F

from tournaments.mathematics.statistics.by_play import PlayScore, PlaySums, by_play
from tournaments.models import Seat, Tournament
from tournaments.models.games import known_luck

_CHUNK = 2000


def scores(tournament: Tournament) -> dict[int, PlayScore]:
    """The score of each version without luck, by its id, over its games that have been judged.

    It is empty without dice and random openings: then points are what play made. Read by one query,
    match by match.
    """
    if not (tournament.variant.has_chance or tournament.matches.exclude(opening=[]).exists()):
        return {}
    seats = Seat.objects.finished().filter(game__match__tournament=tournament)
    rows = seats.filter(game__voided_at=None).order_by("game__match", "game")
    judged = rows.annotate(judged=F("returns") - known_luck()).filter(judged__isnull=False)
    columns = judged.values_list("game__match", "game", "version", "judged")
    sums: dict[int, PlaySums] = defaultdict(PlaySums)
    for _match, block in groupby(columns.iterator(chunk_size=_CHUNK), key=lambda row: row[0]):
        # Partners are one side: a version has one result of each game.
        results = {(game, version): play for _match, game, version, play in block}
        made = defaultdict(list)
        for (_game, version), play in results.items():
            made[version].append((1 + play) / 2)
        for version, games in made.items():
            sums[version] += PlaySums.of_block(games)
    by_version = {version: by_play(total) for version, total in sums.items()}
    return {version: score for version, score in by_version.items() if score is not None}
