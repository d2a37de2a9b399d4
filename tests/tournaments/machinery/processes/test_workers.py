"""Workers as processes of their own: they share the queue, answer, and outlive their broker."""

import contextlib
import signal
import subprocess
from collections import Counter

import pytest

from tests import servers
from tests.e2e.site import PATIENCE, PROJECT, Site, eventually
from tournaments.machinery.processes import programs

pytestmark = pytest.mark.database

BOTS = """
from django.utils import timezone
from agents import samples
from tournaments.services.bots import uploads
for name in ("Ada", "Ben", "Cleo"):
    owner = Player.objects.create_user(name.lower())
    bot = uploads.create_bot(owner=owner, name=name, now=timezone.now())
    uploads.ship(bot=bot, data=samples.read("random"), games=["einstein"], now=timezone.now())
"""

CUP = """
import uuid
from django.utils import timezone
import engine
from tournaments.services.house import opening
from tournaments.services.tournaments import create
from tournaments.services.tournaments.configuration import Configuration
opening.ensure_variants()
now = timezone.now()
cup = Configuration(name="Cup", game=engine.load_game("einstein"), games_per_pairing={games},
                    time_control="blitz", starts_at=now)
create.create(cup, organiser=Player.objects.get(username="ada"), submission=uuid.uuid4(), now=now,
              versions=Version.objects.all()[:{entrants}])
"""

MATCHES = "Match.objects.filter(tournament__name='Cup')"
UNRATED = "Game.objects.filter(is_waiting=True).count()"
UNFINISHED = f"{MATCHES}.exclude(status='finished').count() + {UNRATED}"
ATTEMPTS = f"list({MATCHES}.values_list('attempt', flat=True))"
EVENTS = "list(LedgerEntry.objects.exclude(game=None).values_list('game', 'version'))"


class Workers:
    """A site of which nothing but workers runs."""

    def __init__(self, folder, *, number):
        self.site = Site(folder, number=number)
        self.site.environment["KAURI_SLOTS"] = "3"
        self.processes = []

    def prepare(self):
        self.site.manage("migrate", "--verbosity", "0")
        self.shell(BOTS)

    def shell(self, code):
        self.site.query("None", after=code)

    def start(self, queue, name):
        command = programs.worker([queue], concurrency=1, name=name)
        with self.site.log.open("ab") as log:
            process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "TERM", "--", *command],
                cwd=PROJECT,
                env=self.site.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.processes.append(process)

    def answers(self, what):
        """What the workers answer to `celery inspect`, by their names."""
        asked = f"app.control.inspect(timeout=1).{what}()"
        return (
            self.site.query(asked, after="from tournaments.machinery.messages.celery import app")
            or {}
        )

    def tick(self):
        """What the scheduler would send, done at once."""
        self.shell("from tournaments import tasks\ntasks.tick()")

    def is_played(self):
        """Whether all is, after a tick for what still waits."""
        self.tick()
        return self.site.query(UNFINISHED) == 0

    def stop(self):
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
        return [_ended(process) for process in self.processes]


def _ended(process):
    """The exit status of a worker that was told to end; whoever does not is killed."""
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


@contextlib.contextmanager
def workers(folder, *, number, **environment):
    made = Workers(folder, number=number)
    made.site.environment.update(environment)
    made.prepare()
    try:
        yield made
    finally:
        made.stop()


def test_three_workers_play_six_matches_and_each_counts_once(tmp_path):
    with workers(tmp_path, number=4) as group:
        for name in ("one", "two", "three"):
            group.start("play", name)
        eventually(lambda: len(group.answers("ping")) == 3, what=group.site.story)

        group.shell(CUP.format(entrants=3, games=4))

        eventually(lambda: len(group.answers("active")) == 3, what=group.site.story)
        eventually(lambda: group.site.query(UNFINISHED) == 0, what=group.site.story)
        counted = Counter(map(tuple, group.site.query(EVENTS)))
        assert (len(counted), set(counted.values())) == (24, {1})
        assert group.site.query(ATTEMPTS) == [1] * 6
        assert group.site.query("Match.objects.values('host').distinct().count()") == 1
        assert "equals the live ratings" in group.site.manage("ratings", "check").stdout
        assert group.stop() == [0, 0, 0]


@pytest.mark.once
def test_workers_and_requests_outlive_redis(tmp_path):
    with contextlib.ExitStack() as stack:
        redis = stack.enter_context(servers.redis_server())
        group = stack.enter_context(workers(tmp_path, number=5, REDIS_URL=redis.url))
        group.start("play", "lone")
        eventually(lambda: group.answers("ping"), what=group.site.story)

        redis.stop()
        group.shell(CUP.format(entrants=2, games=2))
        redis.start()

        # A wake-up is short-lived: the scheduler sends another one until a worker is back.
        eventually(group.is_played, what=group.site.story)
        assert group.site.query(ATTEMPTS) == [1]
