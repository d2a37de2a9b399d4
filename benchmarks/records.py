"""What a game takes: its record, in its row and in a file, and all its rows before and after.

`python -m benchmarks.records` plays the house bots on each leaderboard in this process, reports the
games as a worker would, and moves their records to files. `--games` is the least of a leaderboard.
Bots that think until time is up have `--think` seconds of CPU for an action. A round-robin of
`--bots` at random then says what comes to the tables for each game of Kalah, after a VACUUM that
packs them. The database is one of its own: SQLite or, with DATABASE_URL (see `tests.servers`),
PostgreSQL.
"""

import json
import random
import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import connection

import engine
from agents import house, sdk
from agents.table.referee import GameReport, bot_seeds_from
from benchmarks import database
from benchmarks.common import parser
from benchmarks.house import SHARES, entrants
from engine import record
from engine.dice import Dice
from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    VersionFactory,
    claimed,
    tournament,
)
from tournaments.models import Game, RecordFile
from tournaments.queries import shipped
from tournaments.services.playing import reports
from tournaments.services.upkeep import record_files

BY_GAMES = ("game", "seat", "match", "pairing", "pairingside", "ledgerentry", "meeting")
"""The tables that grow with the games."""

BY_BOTS = ("bot", "version")
"""The tables that grow with the bots, played or not."""

LATER = NOW + timedelta(days=400)

Kinds = Mapping[int, type[sdk.Bot]]
Sizes = dict[str, int]


def main() -> None:
    options = parser(__doc__ or "", games=48, think=0.002, bots=46).parse_args()
    # The bots look at the real time, as they should where a referee measures it.
    time.perf_counter = time.process_time
    with database.empty():
        for board in shipped.VARIANTS if options.games else ():
            play(board, entrants(engine.parse_variant(board.key)), options.games, options.think)
        show_records()
        show_rows(options.bots)


def show_rows(bots: int) -> None:
    """Print what comes to the tables with a round-robin, and what is left without its records."""
    without = sizes(BY_BOTS), sizes(BY_GAMES)
    count = play(shipped.VARIANTS[0], ["random"] * bots, bots * bots, 0.0)
    before, began = sizes(BY_GAMES), time.process_time()
    record_files.move(now=LATER)
    moving = 1000 * (time.process_time() - began) / count
    print(f"\n{count} games on {connection.vendor}, {moving:.1f} ms of CPU to move each")
    print("bytes of rows a bot:", *means(sizes(BY_BOTS), without[0], bots))
    print("bytes of rows a game, before:", *means(before, without[1], count))
    print("bytes of rows a game, after:", *means(sizes(BY_GAMES), without[1], count))


def means(taken: Sizes, empty: Sizes, count: int) -> tuple[int, Sizes]:
    """Bytes that came to the empty tables, for each of the rows: together, and by table."""
    mean = {name: (taken[name] - empty[name]) // count for name in taken}
    return sum(mean.values()), mean


def sizes(tables: Iterable[str]) -> Sizes:
    """Bytes of each table with its indexes and long values; in SQLite, of the whole file."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("VACUUM")
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
            return {"all": cursor.fetchone()[0]}
        for name in tables:
            cursor.execute(f"VACUUM FULL tournaments_{name}")
        cursor.execute(
            "SELECT substr(relname, 13), pg_total_relation_size(oid) FROM pg_class "
            "WHERE relname = ANY(%s)",
            [[f"tournaments_{name}" for name in tables]],
        )
        return dict(cursor.fetchall())


def stored() -> dict[str, float]:
    """The mean bytes of a record in its row, as the database keeps it, by variant."""
    size = "pg_column_size" if connection.vendor == "postgresql" else "length"
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT key, avg({size}(record_in_row)) FROM tournaments_game "
            "JOIN tournaments_variant ON tournaments_variant.id = variant_id GROUP BY key"
        )
        return {key: float(mean) for key, mean in cursor.fetchall()}


def show_records() -> None:
    """Print what the records of each leaderboard take, and move them."""
    played = Game.objects.finished().values_list("variant__key", "record_in_row")
    documents, in_rows = list(played), stored()
    record_files.move(now=LATER)
    print("variant | games | events | JSON | in the row | in a file")
    for key, mean in in_rows.items():
        own = [document for of, document in documents if of == key]
        lengths = [len(json.dumps(document, separators=(",", ":"))) for document in own]
        events = sum(len(document["events"]) for document in own)
        filed = sum(file.size for file in RecordFile.objects.filter(variant__key=key))
        columns = (events, sum(lengths), mean * len(own), filed)
        print(key, len(own), *(round(column / len(own)) for column in columns), sep=" | ")


def play(board: shipped.Leaderboard, codes: Sequence[str], games: int, think: float) -> int:
    """Play matches of a round-robin of these bots by lot; return how many games."""
    game = engine.parse_variant(board.key)
    versions = [
        VersionFactory(
            bot=BotFactory(name=f"{code} {board.slug} {number} of {len(codes)}"), games=[game.id]
        )
        for number, code in enumerate(codes)
    ]
    kinds = {version.pk: house.kind(code) for version, code in zip(versions, codes, strict=True)}
    block, played = len(set(game.sides())), 0
    table = tournament(versions, key=board.key, games_per_pairing=block, name=board.name)
    for match in random.Random(1).sample(list(table.matches.order_by("pk")), table.matches.count()):
        for row in claimed(match).games.order_by("number") if played < games else ():
            reports.report(match, row, _outcome(row, kinds, think), now=NOW, lease=LEASE)
            played += 1
    return played


def _outcome(row: Game, kinds: Kinds, think: float) -> GameReport:
    """The report of a game between its bots, with the times that they took."""
    versions = [seat.version for seat in row.seats.select_related("version__bot")]
    seeds = bot_seeds_from(bytes(row.match.seed), game_number=row.number, seats=len(versions))
    seats = [
        {"name": version.bot.name, "version": version.number, "seed": seed}
        for version, seed in zip(versions, seeds, strict=True)
    ]
    bots = [kinds[version.pk]() for version in versions]
    play, recorder = _played(row, bots, seats, think)
    return GameReport(
        record=recorder.document(play),
        returns=tuple(play.returns()),
        ranks=tuple(play.ranks()),
        reason=play.outcome().reason,
        faults=(None,) * len(bots),
        logs=("",) * len(bots),
        cuts=((),) * len(bots),
    )


def _played(
    row: Game, bots: list[sdk.Bot], seats: list[dict[str, Any]], think: float
) -> tuple[engine.State, record.Recorder]:
    game = row.variant.load()
    recorder = record.Recorder(game, seats, row.match.commitment, row.number)
    state, dice = game.new_initial_state(), Dice(bytes(row.match.seed), row.number)
    for seat, bot in enumerate(bots):
        bot.start(game, seat, random.Random(seats[seat]["seed"]))
    for notation in row.match.opening:
        action = state.string_to_action(notation)
        recorder.opening(state, action)
        state.apply_action(action)
    while not state.is_terminal():
        _step(state, recorder, bots, dice, think)
    return state, recorder


def _step(
    state: engine.State, recorder: record.Recorder, bots: list[sdk.Bot], dice: Dice, think: float
) -> None:
    if state.is_chance_node():
        action = dice.throw(state)
        recorder.throw(state, action)
    else:
        clock = sdk.Clock(remaining=SHARES * think, increment=0.0, per_action=None)
        bot, began = bots[state.current_player()], time.process_time()
        action = bot.choose(state, clock)
        taken = round(time.process_time() - began, 3)
        note = bot.take_notes()
        recorder.action(state, action, wall=taken + 0.001, cpu=taken, note=note)
    state.apply_action(action)


if __name__ == "__main__":
    main()
