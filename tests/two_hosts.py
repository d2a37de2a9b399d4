"""`python -m tests.two_hosts upload|cup|play|look...`: steps of a story on one of two hosts.

Each host has a KAURI_VAR of its own. They share what DATABASE_URL, REDIS_URL and KAURI_S3_BUCKET
lead to, and nothing else. What each step has seen is printed as a line of JSON.
"""

import json
import os
import sys
import time
import uuid
from datetime import timedelta

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.files.uploadedfile import SimpleUploadedFile  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

import engine  # noqa: E402
from agents import samples, sandbox  # noqa: E402
from engine import record  # noqa: E402
from tournaments.models import Incident, Match, Player, Tournament, Version  # noqa: E402
from tournaments.services.house import opening  # noqa: E402
from tournaments.services.people import accounts  # noqa: E402
from tournaments.services.playing import play, workers  # noqa: E402
from tournaments.services.ratings import fits, ledger  # noqa: E402
from tournaments.services.tournaments import create  # noqa: E402
from tournaments.services.tournaments.configuration import Configuration  # noqa: E402

OWNERS = {"alice": "greedy", "bob": "random"}


def upload() -> dict[str, object]:
    """Two players upload a bot each, by the API."""
    call_command("migrate", verbosity=0, interactive=False)
    opening.ensure_variants()
    return {"answers": [_uploaded(name, sample) for name, sample in OWNERS.items()]}


def _uploaded(name: str, sample: str) -> int:
    owner = Player.objects.create(username=name)
    token = accounts.make_token(owner, label="for tests", now=timezone.now())
    client = Client(headers={"Authorization": f"Token {token}", "Host": "localhost"})
    client.post("/api/v1/bots/", {"name": f"Bot of {name}"}, content_type="application/json")
    code = SimpleUploadedFile("bot.py", samples.read(sample))
    answer = client.post(f"/api/v1/bots/bot-of-{name}/versions/", {"archive": code})
    return answer.status_code


def cup() -> dict[str, object]:
    """A cup of both, once their check is over; one match of two games."""
    wanted = Configuration(
        name=f"Cup {uuid.uuid4().hex[:8]}",
        game=engine.load_game("kalah"),
        time_control="blitz",
        starts_at=timezone.now(),
        games_per_pairing=2,
    )
    create.create(
        wanted,
        organiser=Player.objects.get(username="alice"),
        versions=Version.objects.accepted(),
        submission=uuid.uuid4(),
        now=timezone.now(),
    )
    return {"waiting": Match.objects.queued().count()}


def work() -> dict[str, object]:
    """Play all that waits."""
    worker = workers.Worker(
        name="worker",
        isolation=sandbox.choose(settings.ISOLATION),
        lease=timedelta(seconds=60),
        now=timezone.now,
    )
    while True:
        for validation in (True, False):
            while play.play_next(worker, validation=validation):
                pass
        # A busy machine may stall a game, which is played again after a pause.
        if not Match.objects.queued().filter(not_before__gt=timezone.now()).exists():
            break
        time.sleep(0.5)
    return {
        "matches": sorted(Match.objects.values_list("status", flat=True)),
        "versions": sorted(Version.objects.values_list("status", flat=True)),
        "incidents": [str(one.text) for one in Incident.objects.all()],
    }


def look() -> dict[str, object]:
    """What the API shows of the games of the cups, and the code that an owner gets back."""
    client = Client(headers={"Host": "localhost"})
    matches = Match.objects.of_tournaments().order_by("pk")
    answers = [client.get(f"/api/v1/matches/{match.pk}/games/").json() for match in matches]
    records = [game["record"] for answer in answers for game in answer["results"]]
    version = Version.objects.get(bot__owner__username="alice")
    client.force_login(version.bot.owner)
    code = client.get(f"{version.get_absolute_url()}code/")
    return {
        "records": [record.verify(one).ok for one in records],
        "code": len(b"".join(code.streaming_content)) == version.size,
    }


def night() -> dict[str, object]:
    """What the nightly check of the ratings finds, and the lines of the cups' files of results."""
    fits.compute_all(now=timezone.now())
    check = ledger.check(now=timezone.now())
    client = Client(headers={"Host": "localhost"})
    files = [
        client.get(f"/tournaments/{cup.slug}/results/jsonl/")
        for cup in Tournament.objects.exclude(format="ladder").order_by("pk")
    ]
    lines = b"".join(piece for file in files for piece in file.streaming_content)
    return {"differences": len(check.differences), "lines": lines.count(b"\n")}


if __name__ == "__main__":
    steps = {"upload": upload, "cup": cup, "play": work, "look": look, "night": night}
    for step in sys.argv[1:]:
        print(json.dumps(steps[step]()))
