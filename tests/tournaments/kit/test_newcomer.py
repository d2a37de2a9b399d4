"""The path of a newcomer, from nothing but Python to a bot in a tournament, and to a crash found.

The installer fetches the kit from the running site. What the kit needs is linked from this
environment, as `environments` says: no package index is asked.
"""

import os
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.factories import BotFactory, VersionFactory, tournament
from tests.tournaments.kit.environments import MADE, Environment
from tests.tournaments.services.playing.test_play import worker
from tournaments.models import Version
from tournaments.services.people import accounts
from tournaments.services.playing import play
from tournaments.services.tournaments import lifecycle, registration

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("kit")]

CRASH = "        assert len(state.history()) < 9, 'planted'\n"


@pytest.fixture
def site(made, settings, live_server):
    settings.KIT = MADE
    return live_server.url


@pytest.fixture
def newcomer(site, tmp_path, alice, monkeypatch):
    """Alice's machine, with the kit of the site, and her token of its account page."""
    environment = Environment(tmp_path / "env")
    environment.install("kauri-kit[ratings]", "--find-links", f"{site}/kit/")
    monkeypatch.setenv("KIT_SITE", site)
    monkeypatch.setenv("KIT_TOKEN", accounts.make_token(alice, label="kit", now=timezone.now()))
    return environment


def working(process, *, validation):
    """Be the site's worker until a program ends; its status and what it said."""
    while process.poll() is None:
        play.play_next(worker(), validation=validation)
        lifecycle.advance(now=timezone.now())
        os.sched_yield()
    said, errors = process.communicate()
    return process.returncode, said + errors


def test_from_nothing_to_a_tournament_and_to_a_crash_that_is_found(newcomer, tmp_path, bob):
    home = tmp_path / "work"
    home.mkdir()

    def kauri(*given, status=0):
        return newcomer.run("kauri", *given, folder=home, status=status).stdout

    kauri("new", "bot.py", "--game", "kalah")
    text = (home / "bot.py").read_text()
    (home / "bot.py").write_text(text.replace("playouts = 8", "playouts = 4"))
    assert kauri("check", "bot.py").endswith("Accepted.\n")
    assert re.search(r"^bot +2 ", kauri("play", "kalah", "bot.py", "random"), re.MULTILINE)
    cup = ("kalah", "bot.py", "random", "greedy", "--jobs", "2", "--time", "bullet")
    assert "bot" in kauri("tournament", *cup, "--folder", "cup")

    submitting = newcomer.begin("kauri", "submit", "bot.py", "x", "--new", "Sower", folder=home)
    assert working(submitting, validation=True)[0] == 0
    assert Version.objects.get().status == Version.Status.ACCEPTED

    held = registering(bob)
    kauri("enter", held.slug, "sower")
    watching = newcomer.begin("kauri", "watch", held.slug, folder=home)
    lifecycle.start(held, now=timezone.now())
    status, said = working(watching, validation=False)
    assert (status, "finished" in said, "Sower v1" in said) == (0, True, True)

    (home / "bot.py").write_text(text.replace("        return max(", f"{CRASH}        return max("))
    match = held.matches.get().pk
    found = kauri("reproduce", f"{match}/1", "bot.py", status=1)
    assert "AssertionError: planted" in found
    kauri("download", held.slug, "--folder", "records")
    assert "Sower" in kauri("rate", "records")


def registering(organiser):
    """A round-robin that takes entrants, with one in it already."""
    now = timezone.now()
    row = tournament(
        [], organiser=organiser, starts_at=now + timedelta(hours=3),
        registration_opens_at=now - timedelta(hours=1),
        registration_closes_at=now + timedelta(hours=2),
    )  # fmt: skip
    rival = VersionFactory(bot=BotFactory(owner=organiser, name="Rival"))
    registration.enter(row, rival.bot, player=organiser, now=now)
    return row
