"""`python -m tests.releases.world FILE`: fill an empty site with everything, and back it up.

It prints how many matches are finished, and the pages that open, as JSON.
"""

import json
import os
import sys
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402

import engine  # noqa: E402
from agents.bots.archive import pack  # noqa: E402
from agents.judge import analysis  # noqa: E402
from agents.sandbox import Isolation  # noqa: E402
from agents.terms.faults import Fault  # noqa: E402
from tests.releases.pages import opened  # noqa: E402
from tests.tournaments.factories import (  # noqa: E402
    LEASE,
    NOW,
    PlayerFactory,
    VersionFactory,
    claimed,
    outcome,
    play_out,
    play_to_the_end,
    tournament,
)
from tests.tournaments.remote import connected, remote_bot  # noqa: E402
from tests.tournaments.worlds import furnish, population  # noqa: E402
from tournaments.models import CasualGame, Match, Player, Version  # noqa: E402
from tournaments.queries import shipped  # noqa: E402
from tournaments.queries.casual.courses import course_of  # noqa: E402
from tournaments.services.analysis import analyses, luck  # noqa: E402
from tournaments.services.casual import rated, remote  # noqa: E402
from tournaments.services.house import opening  # noqa: E402
from tournaments.services.people import interventions  # noqa: E402
from tournaments.services.playing import reports, workers  # noqa: E402
from tournaments.services.ratings import fits  # noqa: E402

WASM = Path(__file__).parents[2] / "examples" / "wasm-kalah" / "bot.wasm"
CRASH = Fault("crash", 3, "It raised ValueError.", "Traceback ...")
FORMATS = {
    "swiss": {"rounds": 3},
    "knockout": {},
    "double-elimination": {},
    "gauntlet": {},
    "groups-knockout": {},
}


def make() -> dict[str, object]:
    """Make it all, and return what stands in addresses."""
    opening.ensure_variants()
    people = population()
    values = furnish(people)
    _play_every_leaderboard()
    _hold_every_format()
    _play_far_away()
    _intervene(people["staff"])
    _judge()
    tournament(_versions("kalah", 2), name="Still to be played", rated=False)
    return values


def _versions(game: str, count: int) -> list[Version]:
    return [VersionFactory(games=[game]) for _ in range(count)]


def _play_every_leaderboard() -> None:
    """One match on each leaderboard, with as many bots as its game has sides."""
    versions = {info.id: _versions(info.id, 4) for info in engine.games()}
    for board in shipped.VARIANTS:
        game = engine.parse_variant(board.key)
        entrants = versions[game.id][: len(set(game.sides()))]
        row = tournament(
            entrants, key=board.key, name=f"Cup of {board.name}", games_per_pairing=len(entrants)
        )
        play_out(row.matches.earliest("pk"))


def _hold_every_format() -> None:
    """A tournament of each format; the weaker bot of a table crashes."""
    entrants = [*_versions("kalah", 5), VersionFactory(packed=pack("bot.wasm", WASM.read_bytes()))]
    strengths = {version: -number for number, version in enumerate(entrants)}
    for format_id, options in FORMATS.items():
        row = tournament(entrants, format=format_id, format_options=options, name=format_id)
        play_to_the_end(row, strengths=strengths)


def _play_far_away() -> None:
    """A match of two remote bots, on the open leaderboard."""
    now = timezone.now()
    far = [remote_bot(PlayerFactory(), f"Far {n}", games=["einstein"]) for n in (1, 2)]
    entrants = [connected(version, now=now, at_once=1) for version in far]
    match = tournament(
        entrants, key="einstein", is_open=True, rated=False, name="Open cup"
    ).matches.get()
    rated.tend(now=now)
    while boards := CasualGame.objects.filter(game__match=match, game__ended_at=None):
        _move(boards.get())
        rated.tend(now=timezone.now() + rated.REST)


def _move(board: CasualGame) -> None:
    """The first legal action of the seat that is due."""
    bot, state = board.seats.get(number=board.due_seat).version.bot, course_of(board).state
    action = state.action_to_string(state.legal_actions()[0])
    remote.act(board, bot=bot, ply=len(board.events), action=action, now=timezone.now())


def _intervene(staff: Player) -> None:
    """A match with a fault, a game voided after play, and a match voided before it."""
    row = tournament(_versions("einstein", 3), key="einstein", name="Disputed")
    first, second, _third = row.matches.order_by("pk")
    claimed(first)
    for game in first.games.all():
        report = outcome(game, forfeits=0, fault=CRASH)
        reports.report(first, game, report, now=NOW, lease=LEASE)
    interventions.void_game(first.games.get(number=1), player=staff, reason="Played twice", now=NOW)
    interventions.void_match(second, player=staff, reason="Wrong opening", now=NOW)
    interventions.ban(row.entries.first().version.bot, player=staff, reason="Copied", now=NOW)


def _judge() -> None:
    """The analyses and luck that wait, with little search, and the fits."""
    analysis.BUDGET, analysis.LEAST, analysis.END = 200, 4, 100
    worker = workers.Worker("worker-1", Isolation.NONE, LEASE, timezone.now)
    while analyses.work_next(worker):
        pass
    luck.judge_due(now=NOW, enough=lambda: False)
    fits.compute_all(now=timezone.now())


def main(file: str) -> None:
    """Migrate, make, look, back up."""
    call_command("migrate", verbosity=0, interactive=False)
    values = make()
    shown = {"finished": Match.objects.finished().count(), "pages": opened(values)}
    call_command("backup", file, stdout=sys.stderr)
    print(json.dumps(shown, indent=1))


if __name__ == "__main__":
    main(sys.argv[1])
