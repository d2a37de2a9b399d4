"""While the site is down, nobody's clock runs: neither a program's nor a person's."""

import pytest

from tests.tournaments.casual import at, opened
from tests.tournaments.remote import connected, remote_bot
from tests.tournaments.services.casual.test_remote import first
from tournaments.models import LastDone
from tournaments.queries.casual.outages import outage
from tournaments.services.bots import connecting
from tournaments.services.casual import absence, moves, remote

pytestmark = pytest.mark.django_db

SEAT_OF_A_BOT, SEAT_OF_A_PERSON = ["bot", "me"], ["me", "bot"]


@pytest.fixture
def far(bob):
    """A remote bot whose program was connected as the game began."""
    return connected(remote_bot(bob))


@pytest.fixture(params=[SEAT_OF_A_BOT, SEAT_OF_A_PERSON], ids=["bot", "person"])
def game(request, far, who):
    """A game in which a remote bot or a person is to act, with five minutes or less."""
    sitters = [far if seat == "bot" else seat for seat in request.param]
    return opened(sitters, who=who, time_control="bullet", clock="quick")


def signs(*, tick=None, web=None):
    """Note the last tick and the last sign of life of the web server."""
    for name, seconds in ((LastDone.Name.TICK, tick), (LastDone.Name.WEB, web)):
        if seconds is not None:
            LastDone.note(name, now=at(seconds=seconds))


def tick(seconds):
    """Do at a tick what concerns clocks; return how many games ended."""
    absence.excuse_outage(now=at(seconds=seconds))
    signs(tick=seconds)
    return absence.end_overdue(now=at(seconds=seconds))


def act(game, far, who, *, seconds):
    """Let the one who is to act do so, with a program that has connected again."""
    game.refresh_from_db()
    now = at(seconds=seconds)
    if game.seats.all()[0].is_remote:
        bot = connected(far, now=now).bot
        return remote.act(game, bot=bot, ply=0, action=first(game), now=now)
    return moves.act(game, who=who, state=game.state, action=first(game), now=now)


def test_a_site_that_was_down_for_an_hour_has_cost_nobody_anything(game, far, who):
    signs(tick=0, web=1)
    connecting.disconnect(far.bot_id, now=at(seconds=0.1))

    assert tick(3600) == 0
    signs(web=3600)

    played = act(game, far, who, seconds=3601)
    assert (played.is_over, played.events[0]["wall"]) == (False, 1.0)


def test_who_acts_before_the_site_ticks_again_is_in_time(game, far, who):
    signs(tick=0, web=0)

    played = act(game, far, who, seconds=3600)

    assert (played.is_over, played.events[0]["wall"]) == (False, 0.0)


def test_no_clock_runs_while_the_web_server_alone_is_down(game, far, who):
    signs(tick=0, web=0)
    connecting.disconnect(far.bot_id, now=at(seconds=0.1))

    assert [tick(seconds) for seconds in range(5, 3600, 5)] == [0] * 719
    signs(web=3597)
    assert tick(3600) == 0

    played = act(game, far, who, seconds=3601)
    # The last tick that saw the web server down was six seconds ago.
    assert (played.is_over, played.events[0]["wall"]) == (False, 6.0)


def test_a_turn_that_begins_while_the_web_server_is_down_begins_as_it_returns(game, far, who):
    signs(tick=-20, web=-10)
    connecting.disconnect(far.bot_id, now=at(seconds=0.1))

    assert tick(10) == 0
    signs(web=10)

    assert act(game, far, who, seconds=12).events[0]["wall"] == 2.0


def test_a_site_that_was_down_with_its_web_server_is_excused_once(game, far, who):
    signs(tick=-200, web=-200)
    game.due_since = at(seconds=-500)
    game.save()

    for seconds in (0, 5, 10):
        tick(seconds)

    game.refresh_from_db()
    assert game.due_since == at(seconds=-500 + 200 + 10)


@pytest.mark.parametrize(
    ("tick", "web"),
    [
        pytest.param(-29, -14, id="a slow moment"),
        pytest.param(-5, None, id="a web server that notes nothing"),
        pytest.param(None, -100, id="no tick yet"),
    ],
)
def test_a_site_that_is_up_excuses_nothing(game, tick, web):
    signs(tick=tick, web=web)

    assert outage(now=at()).total_seconds() == 0
    assert absence.excuse_outage(now=at()) == 0
