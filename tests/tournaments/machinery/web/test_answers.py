"""What a client has not read of an answer, and what that may take."""

import asyncio
import contextvars
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.http import StreamingHttpResponse

from tournaments.machinery.web import answers
from tournaments.machinery.web.answers import PIECE_BYTES, Unread


@pytest.fixture
def threads():
    with ThreadPoolExecutor(1) as made:
        yield made


async def _collected(pieces):
    return [piece async for piece in pieces]


def _context():
    return contextvars.copy_context()


def test_a_stored_file_is_read_as_its_client_takes_it(threads):
    taken = []

    def file():
        for _ in range(9):
            taken.append(1)
            yield bytes(PIECE_BYTES)

    async def story():
        pieces = answers.stored(StreamingHttpResponse(file()), _context(), threads, Unread())
        await anext(pieces)
        await asyncio.sleep(0.05)
        return len(taken), len(await _collected(pieces))

    assert asyncio.run(story()) == (1, 8)


def test_small_pieces_of_a_file_are_sent_together(threads):
    async def story():
        response = StreamingHttpResponse(bytes(PIECE_BYTES // 4) for _ in range(6))
        return await _collected(answers.stored(response, _context(), threads, Unread()))

    assert [len(one) for one in asyncio.run(story())] == [PIECE_BYTES, PIECE_BYTES // 2]


def test_what_is_made_does_not_wait_for_its_client(threads):
    def rows():
        for number in range(9):
            yield bytes([number]) * PIECE_BYTES
        made.append(1)

    async def story():
        pieces = answers.made(StreamingHttpResponse(rows()), _context(), threads, Unread())
        first = await anext(pieces)
        while not made:
            await asyncio.sleep(0.01)
        return first, b"".join(await _collected(pieces))

    made = []
    first, rest = asyncio.run(story())
    assert first + rest == b"".join(bytes([number]) * PIECE_BYTES for number in range(9))


def test_what_fails_while_it_is_made_fails_after_what_was_there(threads):
    def rows():
        yield b"a"
        raise RuntimeError("on purpose")

    async def story():
        pieces = answers.made(StreamingHttpResponse(rows()), _context(), threads, Unread())
        assert await anext(pieces) == b"a"
        with pytest.raises(RuntimeError, match="on purpose"):
            await anext(pieces)

    asyncio.run(story())


def test_the_client_that_has_waited_longest_makes_room_for_others(monkeypatch):
    monkeypatch.setattr(answers, "HELD_BYTES", 10)
    unread, ended = Unread(), []

    async def wait(name, *sizes):
        try:
            for size in sizes:
                unread.hold(lambda size=size: size)
                await asyncio.sleep(0.02)
            await asyncio.sleep(0.1)
        except asyncio.CancelledError:
            ended.append(name)

    async def story():
        async with asyncio.TaskGroup() as tasks:
            # The first has read since the second has.
            tasks.create_task(wait("first", 4, 4))
            tasks.create_task(wait("second", 5))
            await asyncio.sleep(0.05)
            tasks.create_task(wait("third", 4))

    asyncio.run(story())
    assert ended == ["second"]
