"""The stream of a remote bot: all that is due at each connection, and while its token holds."""

import asyncio
import contextlib
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from tests.tournaments.casual import person
from tests.tournaments.factories import variant
from tests.tournaments.remote import remote_bot, token
from tests.tournaments.web.live.viewers import Viewer, play
from tournaments.machinery.messages import live_logs
from tournaments.models import ApiToken, Bot, LastDone
from tournaments.queries.casual.courses import course_of
from tournaments.queries.games import changes, live
from tournaments.services.casual import moves, opening, remote
from tournaments.web.live import lines
from tournaments.web.live.hub import Hub
from tournaments.web.live.lines import Lines
from tournaments.web.live.visitors import Places
from tournaments.words import Sentence

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]


@pytest.fixture
def far(bob):
    return remote_bot(bob, games=["kalah", "einstein"])


@pytest.fixture
def key(bob):
    return token(bob, "remote", now=timezone.now())


@contextlib.asynccontextmanager
async def serving(most=10, most_each=2):
    """The streams of remote bots, as a process of the site serves them."""
    hub = Hub(live_logs.logs(), live.look, changes.marks)
    application = Lines(hub, Places(most=most, most_each=most_each, matches_each=1))
    running = [asyncio.ensure_future(hub.run()), asyncio.ensure_future(application.run())]
    try:
        yield application
    finally:
        hub.stop()
        running[1].cancel()
        await running[0]


def stream(application, key, slug="far", **more):
    path = f"/api/v1/remote/{slug}/stream/"
    return Viewer(application, path, authorization=f"Token {key}", **more)


@sync_to_async
def opened(far, owner, key="kalah", seats=None):
    """A game with the connected bot at the first seat."""
    far.bot.refresh_from_db()
    config = opening.CasualConfiguration(
        variant=variant(key, rated=False), seats=seats or [far, "me"]
    )
    return opening.open_game(config, who=person(owner), now=timezone.now())


@sync_to_async
def first(game):
    state = course_of(game).state
    return state.action_to_string(state.legal_actions()[0])


def test_a_program_hears_of_its_games_and_turns_and_their_ends(far, key, alice):
    async def story():
        async with serving() as application:
            viewer = stream(application, key, query="at_once=4")
            await viewer.until(lambda viewer: viewer.told("hello"))
            game = await opened(far, alice)
            await viewer.until(lambda viewer: viewer.told("turn"))
            act = sync_to_async(remote.act)
            await act(game, bot=far.bot, ply=0, action=await first(game), now=timezone.now())
            again = stream(application, key)
            await again.until(lambda again: again.told("game"))
            leave = sync_to_async(moves.resign)
            await leave(game, who=person(alice), seat=1, now=timezone.now())
            await viewer.until(lambda viewer: viewer.told("over"))
            viewer.leaves.set(), again.leaves.set()
            await viewer.ended(), await again.ended()
            return game, viewer, again

    game, viewer, again = run(story)

    assert viewer.told("hello") == [{"bot": "far", "version": 1, "games": []}]
    assert viewer.told("game")[0]["seats"] == ["Far v1", "alice"]
    (turn,) = viewer.told("turn")
    assert (turn["game"], turn["ply"], turn["seat"]) == (game.key, 0, 0)
    assert turn["actions"] == list("ABCDEF")
    assert turn["clock"]["remaining"] == 10
    assert again.told("hello")[0]["games"] == [game.key]
    assert again.told("turn") == []
    assert viewer.told("over")[0]["result"]["ranks"] == [1, 2]


def test_each_connection_begins_with_the_turns_that_are_due(far, key, alice):
    async def story():
        async with serving() as application:
            viewer = stream(application, key)
            await viewer.until(lambda viewer: viewer.told("hello"))
            await opened(far, alice)
            await viewer.until(lambda viewer: viewer.told("turn"))
            viewer.leaves.set()
            await viewer.ended()
            again = stream(application, key)
            await again.until(lambda again: again.told("turn"))
            again.leaves.set()
            await again.ended()
            return viewer.told("turn"), again.told("turn")

    before, after = run(story)
    assert before == after


def test_it_sees_no_arrangement_that_the_other_has_chosen_in_secret(far, key, alice):
    async def story():
        async with serving() as application:
            viewer = stream(application, key)
            await viewer.until(lambda viewer: viewer.told("hello"))
            game = await opened(far, alice, "einstein(setup=chosen)", ["me", far])
            act = sync_to_async(moves.act)
            await act(game, who=person(alice), state=1, action="s213456", now=timezone.now())
            await viewer.until(lambda viewer: viewer.told("turn"))
            viewer.leaves.set()
            await viewer.ended()
            return viewer

    (turn,) = run(story).told("turn")
    assert "s213456" not in str(turn["state"]) + str(turn["events"]) + turn["text"]
    assert len(turn["actions"]) == 720


def test_no_other_token_and_no_other_bot_has_a_stream(far, key, bob, alice):
    uploading = token(bob, "upload", now=timezone.now())
    remote_bot(alice, "Others")

    async def story():
        async with serving() as application:
            asked = [(uploading, "far"), (key, "near"), (key, "others"), ("none", "far")]
            return [(await stream(application, *each).ended()).status for each in asked]

    assert run(story) == [403, 404, 404, 401]


def test_streams_of_a_bot_are_counted(far, key):
    async def story():
        async with serving(most_each=1) as application:
            viewer = stream(application, key)
            await viewer.until(lambda viewer: viewer.told("hello"))
            refused = await stream(application, key).ended()
            viewer.leaves.set()
            await viewer.ended()
            return refused

    assert run(story).status == 429


def test_a_stream_ends_with_its_token_and_the_bot_is_not_connected(far, key, monkeypatch):
    monkeypatch.setattr(lines, "RENEW_SECONDS", 0.01)

    async def story():
        async with serving() as application:
            viewer = stream(application, key)
            await viewer.until(lambda viewer: viewer.told("hello"))
            later = timezone.now() + timedelta(seconds=5)
            assert await sync_to_async(is_connected)(far, later)
            await sync_to_async(ApiToken.objects.update)(ended_at=timezone.now())
            await viewer.ended()
            return await sync_to_async(is_connected)(far, timezone.now() + timedelta(seconds=1))

    assert run(story) is False


def test_a_banned_bot_has_no_stream(far, key):
    Bot.objects.update(banned_at=timezone.now(), ban_reason="It cheats.")

    async def story():
        async with serving() as application:
            return await stream(application, key).ended()

    refused = run(story)
    assert refused.status == 403
    assert "It cheats." in refused.text.decode()


def test_a_program_of_a_version_that_is_paused_is_told_why(far, key):
    far.pause(reason=Sentence("keeps-failing", failed=5, games=5), now=timezone.now())

    async def story():
        async with serving() as application:
            return await stream(application, key).ended()

    refused = run(story)
    assert refused.status == 409
    assert "5 of its last 5 games ended by its own fault" in refused.text.decode()


def is_connected(far, now):
    return Bot.objects.connected(now=now).filter(pk=far.bot_id).exists()


def run(story):
    """What a story returns."""
    ends = []

    async def told():
        ends.append(await story())

    play(told)
    return ends[0]


def test_a_process_notes_at_once_that_the_web_server_is_up():
    async def story():
        async with serving():
            while await sync_to_async(LastDone.when)(LastDone.Name.WEB) is None:
                await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(story(), 60))
