"""`python -m tests.late_reads begin|visit`: a site on PostgreSQL, and on its replica.

`visit` also takes the number of the replica's process, and ends it. What a step has seen is printed
as a line of JSON.
"""

import contextlib
import io
import json
import logging
import os
import signal
import sys
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

import django

django.setup()

import psycopg  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from tests.tournaments import factories  # noqa: E402
from tournaments.machinery.web import replica  # noqa: E402
from tournaments.management import diagnosis  # noqa: E402
from tournaments.models import Game, Match, Player  # noqa: E402
from tournaments.queries.playing import metrics  # noqa: E402
from tournaments.services.house import opening  # noqa: E402


def begin() -> dict[str, object]:
    """Two matches, of which one is played."""
    call_command("migrate", verbosity=0, interactive=False)
    opening.ensure_variants()
    cup = factories.tournament([factories.VersionFactory() for _ in range(2)], games_per_pairing=4)
    return _played(cup.matches.first())


def _played(match: Match) -> dict[str, object]:
    factories.play_out(match)
    return {"games": Game.objects.finished().count()}


def visit(process: str) -> dict[str, object]:
    """What those with and without an account see of somebody new, while the replica stands still.

    And what a visitor sees when it has gone, in the middle of a page and afterwards.
    """
    told: dict[str, object] = {}
    replica.MOST_LAG = 600.0  # a busy machine may stand still as well
    with psycopg.connect(os.environ["KAURI_REPLICA_URL"], autocommit=True) as server:
        server.execute("SELECT pg_wal_replay_pause()")
        _wait(server, "SELECT pg_get_wal_replay_pause_state() = 'paused'")
        Player.objects.create_user("dora")
        told["late"] = [_status(client) for client in (_visitor(), _player(), _writer())]
        told["behind"] = replica.lag()
        server.execute("SELECT pg_wal_replay_resume()")
        with psycopg.connect(os.environ["DATABASE_URL"]) as primary:
            ((written,),) = primary.execute("SELECT pg_current_wal_lsn()")
        _wait(server, f"SELECT pg_last_wal_replay_lsn() >= '{written}'")
        told["then"] = _status(_visitor())
        told["well"] = _health()
    os.kill(int(process), signal.SIGINT)
    _wait_for_the_end(int(process))
    with _log() as log:
        told["without"] = [_status(_visitor()), _status(_visitor())]
        told["log"] = log.getvalue()
    told["away"] = _health()
    return told | _played(Match.objects.queued().first())


def _visitor() -> Client:
    return Client(headers={"Host": "localhost"})


def _player() -> Client:
    client = _visitor()
    client.force_login(Player.objects.get(username="dora"))
    return client


def _writer() -> Client:
    """A visitor who has just sent something."""
    client = _visitor()
    client.post("/language/", {"language": "en"})
    return client


def _status(client: Client) -> int:
    return client.get("/players/dora/").status_code


def _wait(server: "psycopg.Connection[tuple[bool]]", question: str) -> None:
    for _try in range(600):
        if server.execute(question).fetchone() == (True,):
            return
        time.sleep(0.05)
    raise TimeoutError(question)


def _wait_for_the_end(process: int) -> None:
    for _try in range(600):
        with contextlib.suppress(OSError):
            os.kill(process, 0)
            time.sleep(0.05)
            continue
        return


@contextlib.contextmanager
def _log() -> "contextlib.Iterator[io.StringIO]":
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    logging.getLogger("tournaments").addHandler(handler)
    yield written


def _health() -> dict[str, object]:
    exposed = metrics.exposition(now=timezone.now()).decode().splitlines()
    (found,) = [one for one in diagnosis.findings(now=timezone.now()) if one.obj == "replica"]
    return {
        "figures": [line for line in exposed if line.startswith("kauri_replica_")],
        "doctor": found.msg,
    }


if __name__ == "__main__":
    steps = {"begin": begin, "visit": visit}
    print(json.dumps(steps[sys.argv[1]](*sys.argv[2:])))
