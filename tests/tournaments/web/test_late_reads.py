"""Who reads from the replica; tests/test_postgresql.py tries it with a real one."""

import pytest
from django.db import OperationalError, router, transaction
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from tournaments.machinery.web import replica
from tournaments.models import Game
from tournaments.web.late_reads import WROTE, LateReads

ASK = RequestFactory()


@pytest.fixture(autouse=True)
def _there(monkeypatch):
    monkeypatch.setattr(replica, "is_there", lambda: True)
    monkeypatch.setattr(replica, "lag", lambda: 0.5)
    monkeypatch.setattr(replica, "_state", replica._State())


def read():
    """The databases that are read from, and written to, at this moment."""
    return f"{router.db_for_read(Game)} {router.db_for_write(Game)}"


def answered(request):
    return LateReads(lambda _request: HttpResponse(read()))(request)


def test_a_visitor_reads_from_the_replica_and_writes_to_the_primary():
    assert answered(ASK.get("/")).content == b"replica default"
    assert read() == "default default"


@pytest.mark.parametrize(
    "request_",
    [
        ASK.get("/", headers={"Cookie": "sessionid=1"}),
        ASK.get("/", headers={"Cookie": f"{WROTE}=1"}),
        ASK.get("/api/v1/bots/", headers={"Authorization": "Token 1"}),
        ASK.get("/api/v1/casual-games/abc/"),
        ASK.post("/"),
    ],
)
def test_who_may_have_written_reads_from_the_primary(request_):
    assert answered(request_).content == b"default default"


def test_what_is_sent_in_pieces_is_read_from_there_too():
    pieces = (read().encode() for _piece in range(2))
    response = LateReads(lambda _request: StreamingHttpResponse(pieces))(ASK.get("/"))

    assert list(response.streaming_content) == [b"replica default"] * 2


@pytest.mark.django_db
def test_a_transaction_reads_what_it_has_written():
    with replica.late_reads(), transaction.atomic():
        assert read() == "default default"


def test_a_replica_that_is_far_behind_is_not_read(monkeypatch, caplog):
    assert answered(ASK.get("/")).content == b"replica default"
    monkeypatch.setattr(replica, "lag", lambda: 31.0)
    monkeypatch.setattr(replica, "_LOOK_SECONDS", 0.0)

    assert answered(ASK.get("/")).content == b"default default"
    assert "The replica is 31 s behind." in caplog.text


def test_an_error_that_is_not_the_replicas_is_left_to_others():
    request = ASK.get("/")

    assert LateReads(answered).process_exception(request, OperationalError()) is None
