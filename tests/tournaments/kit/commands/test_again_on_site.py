"""`kauri reproduce` with a match of a running site: its record, and its time control."""

import pytest
from django.utils import timezone

from agents.desk.inprocess import play_here
from agents.table.conditions import Deal, SeatedBot
from agents.table.referee import bot_seeds_from
from agents.terms.clock import PRESETS
from tests.tournaments.factories import LEASE, NOW, BotFactory, VersionFactory, claimed, tournament
from tournaments.kit.main import run
from tournaments.models import Match
from tournaments.services.people import accounts
from tournaments.services.playing import reports

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("client-on-site")]

CRASH = """
from agents.sdk import Bot

class Crash(Bot):
    def choose(self, state, clock):
        print("left", clock.remaining)
        assert len(state.history()) < 5, "planted"
        return state.legal_actions()[0]
"""


@pytest.fixture
def match(alice, bob):
    """A match of a tournament in bullet, in which a bot of alice's has crashed."""
    crash = VersionFactory(bot=BotFactory(owner=alice), code=CRASH.encode())
    row = tournament([crash, VersionFactory(bot=BotFactory(owner=bob))])
    found = claimed(Match.objects.get(pairing__round__tournament=row))
    for game in found.games.order_by("number"):
        seats = [seat.version for seat in game.seats.order_by("number")]
        seed = bytes(found.seed)
        seeds = bot_seeds_from(seed, game_number=game.number, seats=2)
        bots = [
            SeatedBot(one.read_archive(), one.bot.name, 1, number)
            for one, number in zip(seats, seeds, strict=True)
        ]
        deal = Deal(seed, game.number, found.opening)
        report = play_here(game.variant.load(), bots, deal, PRESETS[row.time_control])
        reports.report(found, game, report, now=NOW, lease=LEASE)
    return found


@pytest.fixture
def at_home(live_server, alice, monkeypatch):
    """The kit has alice's token."""
    monkeypatch.setenv("KIT_SITE", live_server.url)
    monkeypatch.setenv("KIT_TOKEN", accounts.make_token(alice, label="kit", now=timezone.now()))


@pytest.mark.usefixtures("at_home")
def test_a_crash_on_the_site_is_found_with_the_clock_of_then(match, alice, tmp_path, capsys):
    (tmp_path / "bot.py").write_text(CRASH)
    notice = alice.notices.get(kind="failure")

    for command in (f"kauri reproduce {match.pk}/1 {tmp_path / 'bot.py'}", notice.reproduce):
        status = run(command.split()[1:])

        said = capsys.readouterr().out
        assert (status, "AssertionError: planted" in said, "left 2.0" in said) == (1, True, True)


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("way", ["--trusted", "--in-process", "--pdb"])
def test_code_of_a_site_runs_in_a_sandbox_alone(match, way, capsys):
    bot = match.games.first().seats.first().version.bot.slug

    assert run(["reproduce", f"{match.pk}/1", f"{bot}/1", way]) == 2
    assert f"kauri download {bot}/1" in capsys.readouterr().err
    assert run(["play", "kalah", f"{bot}/1", f"{bot}/1", "--games", "1"]) == 0
    assert f"{bot}/1#2" in capsys.readouterr().out
