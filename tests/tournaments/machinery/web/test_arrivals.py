"""Bodies come whole, soon, and with a length; what larger ones take together is bounded."""

import asyncio

import pytest

from tournaments.machinery.web import arrivals
from tournaments.machinery.web.arrivals import Arrivals, Left, Refused

LARGE = str(arrivals.SMALL_BYTES + 1).encode()
ACCEPTED = 12 << 20


class Client:
    """Sends these pieces of a body, and then no more."""

    def __init__(self, *pieces, size=None):
        self.scope = {"headers": [(b"content-length", size)] if size else []}
        last = len(pieces) - 1
        self._messages = [
            {"type": "http.request", "body": piece, "more_body": number < last}
            for number, piece in enumerate(pieces)
        ]

    async def receive(self):
        if not self._messages:
            await asyncio.Event().wait()
        return self._messages.pop(0)


def read(client, bodies=None):
    async def story():
        with await (bodies or Arrivals(accepted_bytes=ACCEPTED)).body(
            client.scope, client.receive
        ) as body:
            return body.read()

    return asyncio.run(story())


def test_a_body_is_put_together():
    assert read(Client(b"")) == b""
    assert read(Client(b"ab", b"", b"c", size=b"3")) == b"abc"


def test_a_client_that_leaves_is_noticed():
    client = Client()
    client._messages = [{"type": "http.disconnect"}]

    with pytest.raises(Left):
        read(client)


@pytest.mark.parametrize(
    ("header", "status"),
    [
        ((b"transfer-encoding", b"chunked"), 411),
        ((b"content-length", str(ACCEPTED + arrivals.EXPLAINED_BYTES + 1).encode()), 413),
    ],
)
def test_what_cannot_be_held_is_refused_before_it_comes(header, status):
    client = Client()
    client.scope = {"headers": [header]}

    with pytest.raises(Refused) as refused:
        read(client)

    assert refused.value.status == status


def test_a_body_that_does_not_come_is_refused(monkeypatch):
    monkeypatch.setattr(arrivals, "SECONDS", 0.01)

    with pytest.raises(Refused) as refused:
        read(Client(size=b"2"))

    assert refused.value.status == 408


def test_small_bodies_come_in_where_large_ones_find_no_room(monkeypatch):
    monkeypatch.setattr(arrivals, "HELD", 0)

    assert read(Client(b"a", size=b"1")) == b"a"
    with pytest.raises(Refused) as refused:
        read(Client(b"a", size=LARGE))
    assert refused.value.status == 503


def test_a_body_that_has_come_makes_room_for_the_next(monkeypatch):
    monkeypatch.setattr(arrivals, "HELD", 1)
    bodies = Arrivals(accepted_bytes=int(LARGE) - arrivals.EXPLAINED_BYTES)

    assert read(Client(b"a", size=LARGE), bodies) == b"a"
    assert read(Client(b"b", size=LARGE), bodies) == b"b"
