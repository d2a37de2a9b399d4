"""The program of a remote bot acts by requests, and loses what it does not do in time."""

import pytest
from django.utils import timezone

from engine import record
from tests.tournaments.casual import at, opened, person
from tests.tournaments.factories import PlayerFactory
from tests.tournaments.remote import connected, remote_bot
from tests.tournaments.services.casual.test_hosting import greedy, worker
from tournaments.errors import Invalid, NotAllowed, OutOfDate
from tournaments.models import CasualSeat
from tournaments.queries.casual import lists
from tournaments.queries.casual import remote as queries
from tournaments.queries.casual.courses import course_of, document
from tournaments.services.bots import connecting
from tournaments.services.bots import remote as registry
from tournaments.services.casual import absence, continuing, hosting, moves, opening, remote

pytestmark = pytest.mark.django_db


@pytest.fixture
def far(bob):
    """A connected remote bot."""
    return connected(remote_bot(bob))


@pytest.fixture
def game(far, who):
    """A game in which a remote bot is to act."""
    return opened([far, "me"], who=who, time_control="bullet")


def first(game):
    state = course_of(game).state
    return state.action_to_string(state.legal_actions()[0])


def act(game, far, *, ply=0, action=None, now=None):
    return remote.act(
        game, bot=far.bot, ply=ply, action=action or first(game), now=now or at(seconds=0.5)
    )


def renewed(far, **later):
    """The bot, whose connection holds until then."""
    far.bot.connected_until = at(**later) + queries.LEASE
    far.bot.save()
    return far


def test_no_worker_moves_a_remote_bot(game):
    assert (game.due_seat, game.bot_due, game.has_remote) == (0, False, True)


def test_its_clock_runs_after_the_grace_and_the_start_of_its_program(game, far):
    game = act(game, far, now=at(seconds=6.5))

    assert game.due_seat == 1
    assert game.events[0] | {"wall": 6.5, "stall": 6.0} == game.events[0]
    assert queries.clocks(game)[0] == pytest.approx(1.52)


def test_the_same_action_again_changes_nothing_and_another_one_is_refused(game, far):
    action, after = first(game), act(game, far)

    assert act(game, far, action=action).state == after.state
    with pytest.raises(OutOfDate, match="acted at ply 0 already"):
        act(game, far, action="6")
    with pytest.raises(OutOfDate, match="Ply 3 is not your bot's turn: the game is at ply 1"):
        act(game, far, ply=3, action="6")


def test_only_the_program_of_the_bot_acts_for_it(game, bob, who):
    other = connected(remote_bot(bob, "Other"))

    with pytest.raises(NotAllowed):
        act(game, other)
    with pytest.raises(NotAllowed):
        moves.act(game, who=person(bob), state=game.state, action=first(game), now=at())
    with pytest.raises(NotAllowed):
        moves.act(game, who=who, state=game.state, action=first(game), now=at())


def test_what_the_rules_do_not_allow_is_refused_and_its_time_goes_on(game, far):
    with pytest.raises(Invalid, match="'nonsense' is not allowed now"):
        act(game, far, action="nonsense")
    assert act(game, far).due_seat == 1


def test_who_acts_too_late_has_lost_and_its_author_reads_why(game, far):
    game = act(game, renewed(far, seconds=8), now=at(seconds=8))

    assert game.is_over
    seat = CasualSeat.objects.get(game=game, number=0)
    assert (seat.fault["kind"], seat.fault["code"]) == ("timeout", "remote-late")
    assert list(lists.faults_of(far.bot)) == [seat]
    with pytest.raises(OutOfDate, match="This game is over"):
        act(game, far, ply=len(game.events), action="1")


def test_the_clock_of_one_that_is_connected_ends_its_game(game, far):
    renewed(far, seconds=17)

    assert absence.end_overdue(now=at(seconds=16)) == 0
    assert absence.end_overdue(now=at(seconds=17.1)) == 1
    game.refresh_from_db()
    assert game.is_over


def test_a_broken_line_has_a_minute_to_come_back(game, far):
    connecting.disconnect(far.bot_id, now=at(seconds=0.1))
    assert absence.end_overdue(now=at(seconds=18)) == 0

    far = connected(far, now=at(seconds=40))
    game = act(game, far, now=at(seconds=41))

    assert (game.due_seat, game.events[0]["stall"]) == (1, 40.0)
    assert queries.clocks(game)[0] == pytest.approx(1.02)


def test_one_that_stays_away_has_lost(game, far):
    connecting.disconnect(far.bot_id, now=at(seconds=0.1))
    absence.end_overdue(now=at(seconds=18))
    assert absence.end_overdue(now=at(seconds=61)) == 1

    fault = CasualSeat.objects.get(game=game, number=0).fault
    assert (fault["kind"], fault["code"]) == ("away", "remote-away")


def test_the_minute_is_given_once_in_a_game(game, far, who):
    connecting.disconnect(far.bot_id, now=at(seconds=0.1))
    game = act(game, connected(far, now=at(seconds=40)), now=at(seconds=42))
    while game.due_seat == 1:
        state, action = game.state, first(game)
        game = moves.act(game, who=who, state=state, action=action, now=at(seconds=50))
    connecting.disconnect(far.bot_id, now=at(seconds=50.1))

    late = connected(far, now=at(seconds=85))
    assert act(game, late, ply=len(game.events), now=at(seconds=85)).is_over


def test_a_bot_resigns(game, far):
    assert remote.resign(game, bot=far.bot, now=at()).events[-1]["forfeit"] == "resigned"
    assert remote.resign(game, bot=far.bot, now=at()).is_over


def test_nothing_is_taken_back_from_a_remote_bot(game, far, who):
    game = act(game, far)
    game = moves.act(game, who=who, state=game.state, action=first(game), now=at())

    with pytest.raises(Invalid, match="Nothing is taken back where a remote bot plays"):
        moves.take_back(game, who=who, event=1, now=at())


def test_one_that_is_not_connected_is_offered_nowhere_and_takes_no_game(bob, who):
    far = remote_bot(bob)
    rules = opened(["me", "friend"], who=who).variant.load()
    assert not lists.listening(rules, now=at())

    with pytest.raises(Invalid, match="is not connected now"):
        opened([far, "me"], who=who)
    connected(far)
    assert list(lists.listening(rules, now=at())) == [far]
    assert list(lists.listening(rules, now=at(seconds=11))) == []


def test_a_bot_plays_as_its_newest_version_and_as_many_games_as_it_says(far, bob, who):
    connected(far, at_once=1)
    opened([far, "me"], who=who)
    with pytest.raises(Invalid, match="as many games as it can"):
        opened([far, "me"], who=who)

    registry.register(bot=far.bot, player=bob, identity="two", games=["kalah"], now=at())
    with pytest.raises(Invalid, match="plays as a newer version"):
        opened([far, "me"], who=who)


def test_a_game_goes_on_against_the_easiest_bot_where_a_remote_one_is_away(game, far, who):
    easy = greedy(bot__is_house=True)
    game = act(game, far)
    game = moves.resign(game, who=who, seat=1, now=at())

    later = continuing.play_on(game, ply=1, who=who, now=at(minutes=5))
    assert later.seats.get(number=0).version == easy
    far = connected(far, now=at(minutes=6))
    again = continuing.play_on(game, ply=1, who=who, now=at(minutes=6))
    assert again.seats.get(number=0).version == far


def test_a_hosted_bot_leaves_memory_while_a_remote_one_thinks(bob, alice):
    """It plays the whole game against one that is asked again and again."""
    now = timezone.now
    far = connected(remote_bot(bob), now=now())
    config = opening.CasualConfiguration(
        variant=opened(["me", "friend"], who=person(bob)).variant,
        seats=[far, greedy()],
    )
    game = opening.open_game(config, who=person(alice), now=now())
    for _ in range(200):
        if game.is_over:
            break
        if game.bot_due:
            assert hosting.host_next(worker())
            game.refresh_from_db()
            assert game.lease_until is None
        else:
            game = act(game, far, ply=len(game.events), now=now())
    assert game.is_over
    assert record.verify(document(game)).ok


def test_a_ban_ends_what_a_program_may_do(game, far):
    far.bot.banned_at, far.bot.ban_reason = at(), "It cheats."

    with pytest.raises(NotAllowed, match="It cheats"):
        act(game, far)


def test_leases_end_with_tokens_and_bans(far, bob):
    key = bob.api_tokens.create(
        digest="0", created_at=at(), expires_at=at(minutes=1), may_remote=True
    )
    line = connecting.Line(key.pk, far.bot_id)

    assert connecting.renew({line}, now=at()) == {line}
    assert connecting.renew({line}, now=at(minutes=1)) == set()
    other = connecting.Line(key.pk, remote_bot(PlayerFactory(), "Else").bot_id)
    assert connecting.renew({other}, now=at()) == set()
