"""The tournaments that are played meanwhile, and the reports that come twice, late or otherwise.

Needs Django set up.
"""

import json
import random
import uuid
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

from django.db import connection, connections
from django.utils import timezone

import engine
from agents import samples
from agents.sandbox import Isolation
from agents.table.referee import GameReport
from agents.terms.faults import Fault
from tests.tournaments.factories import outcome
from tournaments import dispatch
from tournaments.errors import StaleAttempt
from tournaments.machinery.messages.celery import app
from tournaments.models import Bot, Game, LedgerEntry, Match, Player, Tournament, Version
from tournaments.queries.people import allowances
from tournaments.services.bots import uploads
from tournaments.services.house import opening
from tournaments.services.playing import play, reports, workers
from tournaments.services.tournaments import create
from tournaments.services.tournaments.configuration import Configuration

REPORTERS = 4
OPEN_TOURNAMENTS = 3
VARIANTS = ("kalah", "kalah(seeds=4)", "einstein")
FORMATS = ("round-robin", "swiss", "knockout", "gauntlet")
THINKING_SHARE = 0.2
LATE_SECONDS = 8
"""How late a late message is taken: what it was sent for is over by then, or another's."""


SLOW = """

class Slow({name}):
    def choose(self, state, clock):
        import time
        time.sleep(0.02)
        return super().choose(state, clock)
"""


class Stage:
    """The installation on which all happens, with house bots and tournaments of theirs."""

    def __init__(
        self, rng: random.Random, *, lease: timedelta, thinkers: bool, small: bool
    ) -> None:
        """`thinkers`: whether bots play as well that use up their clocks.

        `small`: whether all tournaments are as small as can be.
        """
        self._rng = rng
        self._thinkers = thinkers
        self._entrant_counts = (3,) if small else (3, 4)
        self._game_counts = (2,) if small else (2, 4)
        self._lease = lease
        self._deserted: list[Match] = []
        self._number = 0
        self.conflicts = 0
        """How many differing reports were made here, each of which must raise an alarm."""
        self.wrongs: list[str] = []
        """What came out of a report that should not have."""

    def furnish(self) -> None:
        """House bots, and two that take a moment for every action."""
        opening.ensure_variants()
        opening.ensure_bots(now=timezone.now())
        owner = Player.objects.get(username="house")
        for name in ("random", "greedy"):
            bot = uploads.create_bot(owner=owner, name=f"Slow {name}", now=timezone.now())
            Bot.objects.filter(pk=bot.pk).update(is_house=True)
            code = samples.read(name) + SLOW.format(name=name.title()).encode()
            games = [info.id for info in engine.games()]
            uploads.ship(bot=bot, data=code, games=games, now=timezone.now())

    def keep_busy(self) -> None:
        """Several tournaments at any time."""
        rounds = Tournament.objects.without_ladders()
        running = rounds.running().count()
        for _missing in range(OPEN_TOURNAMENTS - running):
            self._create()

    def _create(self) -> None:
        self._number += 1
        thinking = self._thinkers and self._rng.random() < THINKING_SHARE
        wanted = Configuration(
            name=f"Cup {self._number}",
            game=engine.parse_variant(self._rng.choice(VARIANTS)),
            format=self._rng.choice(FORMATS),
            games_per_pairing=self._rng.choice(self._game_counts),
            time_control="bullet" if thinking else "blitz",
            starts_at=timezone.now(),
        )
        create.create(
            wanted,
            organiser=Player.objects.get(username="house"),
            versions=self._entrants(thinking),
            submission=uuid.uuid4(),
            now=timezone.now(),
        )

    def _entrants(self, thinking: bool) -> list[Version]:
        bots = Version.objects.filter(bot__owner__username="house").order_by("pk")
        willing = bots if thinking else bots.exclude(bot__name="Search")
        # Those of one game alone would not do for every cup.
        versions = [version for version in willing if len(version.games) > 1]
        self._rng.shuffle(versions)
        return versions[: self._rng.choice(self._entrant_counts)]

    def upload(self) -> None:
        """Another bot to be checked, unless as many wait for that as may."""
        owner, _new = Player.objects.get_or_create(username="alice")
        if allowances.unchecked_versions(owner).count() >= uploads.MAX_UNCHECKED:
            return
        self._number += 1
        only_kalah = f"\nGreedy.games = ['kalah']  # {self._number}"
        uploads.introduce(
            owner=owner,
            name=f"Upload {self._number}",
            description="",
            open_to_all=False,
            # The longest games take more time than bullet has while the engine is interpreted.
            code=uploads.CodeFile("bot.py", samples.read("greedy") + only_kalah.encode()),
            now=timezone.now(),
        )

    def unfinished(self) -> int:
        """How many tournaments and checks are not over, and how many games are not yet rated."""
        tournaments = Tournament.objects.open().without_ladders()
        checks = Match.objects.open().checks()
        return tournaments.count() + checks.count() + Game.objects.waiting().count()

    @staticmethod
    def reconnect() -> None:
        """Forget the connections that a restart of the database has cut."""
        connections.close_all()

    def wake_often(self) -> bool:
        """The same messages, many times over."""
        for name in (dispatch.PLAY, dispatch.VALIDATE, dispatch.ADVANCE, "kauri.tick"):
            for _time in range(self._rng.randint(2, 5)):
                app.send_task(name)
        return True

    def wake_late(self) -> bool:
        """Messages that workers take only after a while."""
        for name in (dispatch.PLAY, dispatch.ADVANCE, "kauri.tick"):
            app.send_task(name, countdown=self._rng.randint(1, LATE_SECONDS))
        return True

    def repeat_a_report(self) -> bool:
        """A report that has counted comes again, several times at once."""
        game = self._a_finished_game()
        if game is None:
            return False
        job = partial(self._report, game.match, game, as_reported(game))
        return self._changes_nothing(game, [job] * REPORTERS)

    def report_otherwise(self) -> bool:
        """A report that differs from the one that has counted: an alarm, and no change."""
        game = self._a_finished_game()
        if game is None:
            return False
        self.conflicts += 1
        other = outcome(game, seed=self._rng.getrandbits(30))
        return self._changes_nothing(game, [partial(self._report, game.match, game, other)])

    def _changes_nothing(self, game: Game, jobs: Iterable[Callable[[], bool]]) -> bool:
        before = counted(game)
        at_once(jobs)
        if counted(game) != before:
            self.wrongs.append(f"A report that came again changed {game}.")
        return True

    def report_at_once(self) -> bool:
        """A match whose every game is reported by several at once."""
        match = self._claim("four-at-once")
        if match is None:
            return False
        for game in match.games.filter(ended_at=None):
            result = outcome(game, seed=self._rng.getrandbits(30))
            at_once(partial(self._report, match, game, result) for _ in range(REPORTERS))
        return True

    def desert(self) -> bool:
        """A match whose worker falls silent after its first game."""
        match = self._claim("deserter")
        if match is None:
            return False
        game = match.games.filter(ended_at=None).first()
        self._report(match, game, outcome(game, seed=self._rng.getrandbits(30)))
        self._deserted.append(match)
        return True

    def report_late(self) -> bool:
        """The deserter comes back: its lease was lost, and others have played on."""
        lost = [match for match in self._deserted if self._is_lost(match)]
        if not lost:
            return False
        match = self._rng.choice(lost)
        self._deserted.remove(match)
        for game in match.games.all():
            result = outcome(game, seed=self._rng.getrandbits(30))
            if self._report(match, game, result):
                # The game was over by then: others may have ended it since it was read above.
                game.refresh_from_db()
                self.conflicts += 1
                if game.record == json.loads(json.dumps(result.record)):
                    self.wrongs.append(
                        f"{game} was counted for attempt {match.attempt}, long lost."
                    )
        return True

    @staticmethod
    def _is_lost(match: Match) -> bool:
        """Whether the attempt in hand is over, by the reaper or another worker."""
        known = Match.objects.get(pk=match.pk)
        return known.is_over or known.attempt > match.attempt

    def _report(self, match: Match, game: Game, result: GameReport) -> bool:
        """Whether a report was taken, or known; False for one that was refused."""
        try:
            reports.report(match, game, result, now=timezone.now(), lease=self._lease)
        except StaleAttempt:
            return False
        return True

    def _claim(self, name: str) -> Match | None:
        worker = workers.Worker(
            name=name, isolation=Isolation.BUBBLEWRAP, lease=self._lease, now=timezone.now
        )
        return play.claim(worker, validation=False)

    def _a_finished_game(self) -> Game | None:
        finished = Game.objects.finished().filter(match__tournament__isnull=False)
        numbers = list(finished.values_list("pk", flat=True))
        return Game.objects.get(pk=self._rng.choice(numbers)) if numbers else None


def as_reported(game: Game) -> GameReport:
    """The report that a finished game was stored from."""
    seats = list(game.seats.order_by("number"))
    return GameReport(
        record=game.record,
        returns=tuple(seat.returns for seat in seats),
        ranks=tuple(seat.rank for seat in seats),
        reason=game.reason,
        faults=tuple(Fault(**seat.fault) if seat.fault else None for seat in seats),
        logs=tuple(seat.log for seat in seats),
        cuts=tuple(seat.log_cuts or () for seat in seats),
    )


def counted(game: Game) -> list[object]:
    """All that a report of this game could change."""
    return [
        Game.objects.filter(pk=game.pk).values().get(),
        list(game.seats.order_by("number").values()),
        list(LedgerEntry.objects.filter(game=game).order_by("pk").values()),
    ]


def at_once(jobs: Iterable[Callable[[], bool]]) -> list[bool]:
    """What the jobs return, done by threads with connections of their own."""

    def one(job: Callable[[], bool]) -> bool:
        try:
            return job()
        finally:
            connection.close()

    with ThreadPoolExecutor(REPORTERS) as pool:
        return list(pool.map(one, jobs))
