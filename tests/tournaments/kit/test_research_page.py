"""The shell examples of the page for researchers do what it says, on a running site."""

import re
import shlex
import subprocess
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from django.conf import settings
from django.utils import timezone

from agents.learning import example, published
from tests.tournaments.factories import NOW, VersionFactory, play_all, tournament
from tests.tournaments.services.playing.test_play import worker
from tournaments.kit import patience
from tournaments.kit.main import run
from tournaments.models import GameFile, Version
from tournaments.services.people import accounts
from tournaments.services.playing import play
from tournaments.services.upkeep import game_files

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("client-on-site")]

PAGE = (Path(settings.BASE_DIR) / "docs" / "28-research.md").read_text()
DOWNLOAD, TEACH = (
    [shlex.split(line) for line in block.splitlines()]
    for block in re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
)
LATER = NOW + timedelta(days=33)


@pytest.fixture(autouse=True)
def desk(tmp_path, monkeypatch):
    """A folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def fetched(url, site):
    """Keep a file of the site under its name, as `curl -O` does; the page has another month."""
    file = GameFile.objects.get(until=None)
    slug, month = file.variant.slug, f"{file.month:%Y-%m}"
    real = url.replace("http://127.0.0.1:8000", site).replace("kalah-6-3", slug)
    real = real.replace("2026-10", month)
    answer = httpx.get(real).raise_for_status()
    Path(real.rpartition("/")[2]).write_bytes(answer.content)


def test_the_files_of_a_month_are_fetched_and_hold(live_server, desk):
    row = play_all(tournament([VersionFactory(), VersionFactory()]))
    game_files.publish(now=LATER)

    *fetches, check = DOWNLOAD
    for _curl, *_options, url in fetches:
        fetched(url, live_server.url)
    done = subprocess.run(check, capture_output=True, text=True, check=True)

    assert done.stdout.endswith(": OK\n")
    games = list(published.games(published.verify(desk)))
    assert len(games) == row.matches.get().games.count()


def test_the_example_learns_plays_and_is_accepted(live_server, alice, monkeypatch, capsys):
    monkeypatch.setenv("KIT_SITE", live_server.url)
    monkeypatch.setenv("KIT_TOKEN", accounts.make_token(alice, label="kit", now=timezone.now()))
    monkeypatch.setattr(
        patience.time, "sleep", lambda _seconds: play.play_next(worker(), validation=True)
    )
    for name, small in {"GAMES": 8, "STEPS": 30, "BATCH": 64}.items():
        monkeypatch.setattr(example, name, small)
    (_python, _m, _module, file, *_rounds), *commands = TEACH

    example.main([file, "--rounds", "1"])
    for _kauri, *given in commands:
        shorter = ["--games", "2", "--in-process"] if given[0] == "play" else []
        assert run([*given, *shorter]) == 0, given

    version = Version.objects.get()
    assert (version.bot.slug, version.status) == ("learner", Version.Status.ACCEPTED)
    assert version.games == ["einstein"]
