"""Programs in three languages play a tournament from where they live, and the site starts again."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from agents import samples
from engine import record
from tests.e2e.site import PROJECT, Site, eventually

pytestmark = pytest.mark.on_servers

EXAMPLES = PROJECT / "examples"
KIT = "from tournaments.kit.main import main; main()"

TOKEN = """
from django.utils import timezone
from tournaments.services.people import accounts
owner = Player.objects.create_user("remo")
token = accounts.make_token(owner, label="far", scopes=["remote"], now=timezone.now())
"""

CUP = """
import uuid
from django.utils import timezone
import engine
from tournaments.queries.casual import remote
from tournaments.services.tournaments import create
from tournaments.services.tournaments.configuration import Configuration
now = timezone.now()
wanted = Configuration(
    name="Far cup", game=engine.load_game("kalah"), is_open=True, time_control="rapid",
    starts_at=now, games_per_pairing=2, format="knockout",
)
versions = [*remote.connected(now=now), Version.objects.playable().get(bot__slug="greedy")]
owner = Player.objects.get(username="remo")
cup, _new = create.create(
    wanted, organiser=owner, versions=versions, submission=uuid.uuid4(), now=now
)
"""

GAMES = """
from tournaments.queries.games import matches
cup = Tournament.objects.get(name="Far cup")
games = Game.objects.filter(match__tournament=cup)
"""

CONNECTED = """
from django.utils import timezone
slugs = sorted(Bot.objects.connected(now=timezone.now()).values_list("slug", flat=True))
"""


@pytest.fixture
def programs(site: Site, tmp_path) -> Iterator[list[list[str]]]:
    """A program of each language, connected."""
    token = str(site.query("token", after=TOKEN))
    (tmp_path / "bot.py").write_bytes(samples.read("greedy"))
    compiled = tmp_path / "bot"
    source = EXAMPLES / "remote-c" / "bot.c"
    strict = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["gcc", *strict, "-o", compiled, source], check=True)
    kit = ["connect", "bot.py", "--bot", "Python bot", "--game", "kalah", "--at-once", "2"]
    calls = [
        ["node", str(EXAMPLES / "remote-javascript" / "bot.mjs"), "Javascript bot", "kalah"],
        [str(compiled), "127.0.0.1", str(site.port), "c-bot", "kalah"],
        [sys.executable, "-c", KIT, *kit],
    ]
    environment = os.environ | {
        "KIT_SITE": site.url, "KIT_TOKEN": token, "PYTHONPATH": str(PROJECT),
        "DJANGO_SETTINGS_MODULE": "", "PYTHONUNBUFFERED": "1",
    }  # fmt: skip
    with (tmp_path / "said").open("wb") as said, contextlib.ExitStack() as stack:
        for call in calls:
            started = subprocess.Popen(
                call, cwd=tmp_path, env=environment, stdout=said, stderr=said
            )
            stack.callback(started.wait)
            stack.callback(started.kill)
        eventually(
            lambda: (
                site.query("slugs", after=CONNECTED) == ["c-bot", "javascript-bot", "python-bot"]
            ),
            what=(tmp_path / "said").read_text,
        )
        yield tmp_path / "said"


def test_programs_of_three_languages_finish_a_cup_in_which_the_site_starts_again(site, programs):
    def until(what: str) -> None:
        eventually(lambda: _query(site, what), what=programs.read_text)

    site.do(CUP)
    until("games.exclude(ended_at=None).exists()")
    _end_web_server(site)
    until("cup.rounds.count() == 2")
    until("cup.status == 'finished'")

    records = _query(site, "[matches.public_record(game) for game in games]")
    assert len(records) >= 6
    for played in records:
        assert record.verify(played).ok
        assert not [event for event in played["events"] if "forfeit" in event], programs.read_text()
    # All but Greedy have one owner, so that only the games against it are rated.
    assert _query(site, "cup.variant.ratings.filter(games__gt=0, version__is_remote=True).exists()")


def _query(site: Site, what: str) -> Any:
    return site.query(what, after=GAMES)


def _end_web_server(site: Site) -> None:
    """End the processes of the web server, which the site starts again."""
    answer = subprocess.run(
        ["ss", "-Hltnp", f"sport = :{site.port}"], capture_output=True, text=True, check=True
    )
    pids = {int(part.partition(",")[0]) for part in answer.stdout.split("pid=")[1:]}
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
