"""Who waits for a thread of the site: players first, search engines last, and never too many."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tournaments.machinery.web.arrivals import Left, Refused
from tournaments.machinery.web.turns import Rank, Turns, rank

CRAWLER = {"user-agent": "Mozilla/5.0 (compatible; ExampleBot/2.1; +https://example.org/bot)"}
BROWSER = {"user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}


def _scope(path="/", method="GET", **headers):
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return {"path": path, "method": method, "headers": raw}


@pytest.mark.parametrize(
    ("scope", "first"),
    [
        (_scope("/healthz"), Rank.PROBE),
        (_scope("/play/abc/act/", "POST", **CRAWLER), Rank.PLAYER),
        (_scope("/play/abc/"), Rank.PLAYER),
        (_scope(cookie="timezone=UTC; sessionid=abc"), Rank.MEMBER),
        (_scope(authorization="Bearer x", **CRAWLER), Rank.MEMBER),
        (_scope(**BROWSER), Rank.VISITOR),
        (_scope(cookie="timezone=UTC"), Rank.VISITOR),
        (_scope(**CRAWLER), Rank.ENGINE),
    ],
)
def test_a_request_has_a_rank(scope, first):
    assert rank(scope) is first


class Site:
    """One thread that is busy until it is let go, and what it has answered since."""

    def __init__(self, most=8):
        self.turns = Turns(ThreadPoolExecutor(1), size=1, most=most)
        self.answered = []
        self._go_on = threading.Event()
        self._first = asyncio.ensure_future(self.turns.take(Rank.VISITOR, _stays, self._go_on.wait))

    async def ask(self, rank, name="", receive=None):
        """A request in a task of its own, which waits for its turn."""
        asked = self.turns.take(rank, receive or _stays, lambda: self.answered.append(name))
        task = asyncio.ensure_future(asked)
        await asyncio.sleep(0)
        return task

    async def go_on(self, *tasks):
        self._go_on.set()
        await self._first
        return await asyncio.gather(*tasks, return_exceptions=True)


async def _stays():
    await asyncio.Event().wait()


async def _goes():
    return {"type": "http.disconnect"}


def test_players_go_before_visitors_and_search_engines_come_last():
    async def story():
        site = Site()
        await asyncio.sleep(0)
        asked = [
            await site.ask(one, name)
            for one, name in [
                (Rank.ENGINE, "engine"),
                (Rank.VISITOR, "visitor"),
                (Rank.VISITOR, "later visitor"),
                (Rank.PLAYER, "player"),
            ]
        ]
        await site.go_on(*asked)
        return site.answered

    assert asyncio.run(story()) == ["player", "visitor", "later visitor", "engine"]


@pytest.mark.parametrize(
    ("later", "order"), [(0.1, ["member", "visitor"]), (0.4, ["visitor", "member"])]
)
def test_members_overtake_visitors_who_have_not_waited_long(later, order, monkeypatch):
    async def story():
        site = Site()
        await asyncio.sleep(0)
        visitor = await site.ask(Rank.VISITOR, "visitor")
        clock = asyncio.get_running_loop().time
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: clock() + later)
        await site.go_on(visitor, await site.ask(Rank.MEMBER, "member"))
        return site.answered

    assert asyncio.run(story()) == order


def test_a_full_queue_refuses_at_once_and_says_when_to_come_again():
    async def story():
        site = Site(most=8)
        await asyncio.sleep(0)
        waiting = [await site.ask(Rank.VISITOR) for _ in range(4)]
        refused = [await site.ask(one) for one in (Rank.ENGINE, Rank.VISITOR)]
        with pytest.raises(Refused) as refusal:
            await refused[1]
        heard = [await site.ask(one) for one in (Rank.MEMBER, Rank.PLAYER, Rank.PROBE)]
        engine, *others = await site.go_on(refused[0], *waiting, *heard)
        return engine, others, refusal.value

    engine, others, refusal = asyncio.run(story())
    assert isinstance(engine, Refused)
    assert others == [None] * 7
    assert (refusal.status, refusal.seconds) == (503, 1)


def test_nobody_is_answered_who_has_gone_and_others_get_the_turn():
    async def story():
        site = Site()
        await asyncio.sleep(0)
        gone = await site.ask(Rank.VISITOR, "gone", _goes)
        with pytest.raises(Left):
            await gone
        cut_off = await site.ask(Rank.VISITOR, "cut off")
        cut_off.cancel()
        await site.go_on(await site.ask(Rank.VISITOR, "stayed"))
        await site.turns.take(Rank.VISITOR, _stays, lambda: site.answered.append("next"))
        return site.answered

    assert asyncio.run(story()) == ["stayed", "next"]
