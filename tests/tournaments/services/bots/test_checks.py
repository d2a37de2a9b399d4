"""What a new version has to play before it is accepted, and what becomes of a failed check."""

import io
import zipfile
from datetime import timedelta

import pytest

from tests.tournaments.factories import (
    LEASE,
    NOW,
    BotFactory,
    VersionFactory,
    check_match,
    claimed,
    fault,
    outcome,
)
from tests.tournaments.services.playing.test_play import checked, worker
from tournaments.errors import Invalid
from tournaments.machinery.setup import environment
from tournaments.models import Incident, Match, Notice, Version
from tournaments.queries.bots.overview import CHECK_PAUSES, next_check_at
from tournaments.services import incidents
from tournaments.services.bots import checks, uploads
from tournaments.services.playing import play, reports

pytestmark = [pytest.mark.django_db, pytest.mark.once]

LATE_SEATS = b"""
from agents.sdk import Bot

class LateSeats(Bot):
    games = ["GAME"]

    def start(self, game, seat, rng):
        self.seat = seat

    def choose(self, state, clock):
        assert self.seat < 2, "I know two seats only"
        return state.legal_actions()[0]
"""


@pytest.mark.parametrize("game", ["pachisi", "ashte-kashte", "alquerque"])
def test_a_bot_that_fails_in_later_seats_only_is_refused(game):
    version = checked(LATE_SEATS.replace(b"GAME", game.encode()))

    assert version.status == Version.Status.REFUSED
    assert "I know two seats only" in str(version.refusal)


TWO_SEATS_ONLY = b"""
from agents.sdk import Bot

class TwoSeatsOnly(Bot):
    games = ["pachisi"]

    def choose(self, state, clock):
        assert state.num_players() == 4, "I know four seats only"
        return state.legal_actions()[0]
"""


def test_a_bot_that_knows_one_mode_only_is_refused():
    version = checked(TWO_SEATS_ONLY)

    assert version.status == Version.Status.REFUSED
    assert "I know four seats only" in str(version.refusal)


LATE = b"""
from agents.sdk import Bot

class Late(Bot):
    games = ["pachisi(mode=two)"]
    actions = 0

    def choose(self, state, clock):
        self.actions += 1
        assert self.actions < 90, "I know the opening only"
        return state.legal_actions()[0]
"""


def test_a_bot_of_one_mode_that_fails_late_in_it_is_refused():
    version = checked(LATE)

    assert version.status == Version.Status.REFUSED
    assert "I know the opening only" in str(version.refusal)


def test_the_first_fault_ends_the_check():
    version = checked(LATE_SEATS.replace(b'"GAME"', b'"ashte-kashte", "kalah"'))

    games = version.checks.get().games
    assert version.status == Version.Status.REFUSED
    assert [game.variant.key for game in games.all()] == ["ashte-kashte"]
    assert not games.filter(ended_at=None).exists()
    assert not Incident.objects.exists()


WEIGHED = b"""
from pathlib import Path

from agents.sdk import Bot

class Weighed(Bot):
    games = ["kalah(seeds=1)"]

    def start(self, game, seat, rng):
        self.weights = Path(__file__).with_name("weights.bin").read_bytes()

    def choose(self, state, clock):
        return state.legal_actions()[self.weights[-1]]
"""


def test_a_bot_with_large_weights_plays_where_the_operator_takes_it(settings):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as file:
        file.writestr("bot.py", WEIGHED)
        file.writestr("weights.bin", bytes(63 << 20))
    code, bot = uploads.CodeFile("bot.zip", target.getvalue()), BotFactory()

    with pytest.raises(Invalid, match="10 MiB at the most"):
        uploads.upload(bot=bot, player=bot.owner, code=code, now=NOW)
    mebibytes = {"UPLOAD": "64", "FILE": "70", "SCRATCH": "94"}
    said = {f"KAURI_BOT_{name}_MIB": value for name, value in mebibytes.items()}
    settings.LIMITS = environment.bot_limits(environment.read(said))
    version, _new = uploads.upload(bot=bot, player=bot.owner, code=code, now=NOW)
    play.play_next(worker(limits=settings.LIMITS), validation=True)

    version.refresh_from_db()
    assert (version.status, str(version.refusal)) == (Version.Status.ACCEPTED, "")
    assert version.checks.get().games.get().ended_at


def _fail_check(version, *, kind=Incident.Kind.HOST_STALLED, now=NOW):
    """Let the platform fail three times at the version's check."""
    match = version.checks.last() or check_match(version)
    for _ in range(3):
        Match.objects.filter(pk=match.pk).update(
            status=Match.Status.RUNNING, worker="w", lease_until=now, attempt=1
        )
        match.refresh_from_db()
        incidents.note(kind, text=fault("It went wrong on host-7."), now=now, match=match)
        reports.fail(match, reason=fault("It went wrong on host-7."), now=now)
    version.refresh_from_db()
    return match


def _unchecked(**changes):
    version = VersionFactory(status=Version.Status.CHECKING)
    _fail_check(version, **changes)
    assert version.status == Version.Status.UNCHECKED
    return version


def test_a_version_that_could_not_be_checked_is_checked_again_by_itself():
    version = _unchecked()
    due = next_check_at(version)

    early = checks.retry(now=due - timedelta(seconds=1))
    again = checks.retry(now=due)

    assert (early, again) == (0, 1)
    assert due == NOW + CHECK_PAUSES[0]
    version.refresh_from_db()
    assert version.status == Version.Status.CHECKING
    assert version.checks.count() == 2


def test_after_the_last_pause_the_owner_is_told_and_nothing_more_is_tried():
    version = _unchecked()
    for _pause in CHECK_PAUSES:
        checks.retry(now=next_check_at(version))
        _fail_check(version)

    assert version.checks.count() == 1 + len(CHECK_PAUSES)
    assert checks.retry(now=NOW + timedelta(days=30)) == 0
    assert "could not be checked" in str(Notice.objects.get(player=version.bot.owner).text)


def test_an_owner_who_asks_first_has_one_check_and_not_two():
    version = _unchecked()

    checks.again(version=version, player=version.bot.owner, now=NOW)

    assert checks.retry(now=NOW + timedelta(days=1)) == 0
    assert version.checks.count() == 2


def test_the_page_says_how_far_the_check_is(client):
    version = VersionFactory(status=Version.Status.CHECKING)
    match = claimed(check_match(version))
    loading = client.get(version.get_absolute_url()).content.decode()
    reports.plan_checks(match, ["einstein"])
    reports.report(
        match, match.games.get(number=1), outcome(match.games.first()), now=NOW, lease=LEASE
    )

    page = " ".join(client.get(version.get_absolute_url()).content.decode().split())

    assert "It is being loaded." in loading
    assert "1 of 2 games are over. It now plays einstein(setup=chosen)." in page


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Incident.Kind.HOST_STALLED, "The machine was too busy to give the bot its time."),
        (Incident.Kind.LEASE_EXPIRED, "Its worker stopped answering."),
        (Incident.Kind.PLATFORM_FAULT, "A platform error ended its games."),
    ],
)
def test_the_page_says_why_and_when_it_is_tried_again(client, kind, said):
    version = _unchecked(kind=kind)

    page = " ".join(client.get(version.get_absolute_url()).content.decode().split())

    assert said in page
    assert "The platform tries again at" in page
    assert "host-7" not in page


def test_a_check_that_is_tried_again_is_played():
    bot = BotFactory()
    code = TWO_SEATS_ONLY.replace(b"pachisi", b"kalah").replace(b"== 4", b"== 2")
    file = uploads.CodeFile("bot.py", code)
    version, _new = uploads.upload(bot=bot, player=bot.owner, code=file, now=NOW)
    _fail_check(version)
    checks.retry(now=next_check_at(version))

    play.play_next(worker(), validation=True)

    version.refresh_from_db()
    assert version.is_accepted
