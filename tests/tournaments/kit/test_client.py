"""The client: it says what the site says, and talks to no site of another protocol."""

import gzip

import httpx
import pytest

from agents.inside import protocol
from tournaments.kit.client import Client
from tournaments.kit.errors import OtherProtocol, Refused, Unreachable

SITE = "https://kauri.example.org"
ABOUT = {"version": "0.1.0", "protocol": protocol.VERSION}
HEADING = b'{"kind": "file", "format": 1}\n'
DEEP = HEADING + b"[" * 100_000
BOT = {"slug": "sower", "name": "Sower", "owner": "alice", "newest_accepted": None}


class Answers:
    """A site that answers each request with what a test says, after the first address."""

    def __init__(self, *answers, about=ABOUT):
        self.answers, self.about, self.asked = list(answers), about, []

    def __call__(self, request):
        self.asked.append(request)
        if request.url.path == "/api/v1/":
            return httpx.Response(200, json=self.about)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def client(self, token=""):
        return Client(f"{SITE}/", token, transport=httpx.MockTransport(self))


@pytest.mark.parametrize("theirs", [protocol.VERSION + 1, protocol.VERSION - 1, None])
def test_a_site_of_another_protocol_is_asked_nothing_else(theirs):
    site = Answers(about={"version": "9", "protocol": theirs})

    with pytest.raises(OtherProtocol) as caught:
        site.client("secret").create_bot("Sower")

    assert str(caught.value) == (
        f"{SITE} speaks version {theirs} of the protocol, and this kit version "
        f"{protocol.VERSION}. Install the kit of that site."
    )
    assert [request.url.path for request in site.asked] == ["/api/v1/"]


def test_the_site_is_asked_for_its_protocol_once():
    site = Answers(*[httpx.Response(200, json=BOT)] * 2)
    client = site.client()

    client.bot("sower")
    client.bot("sower")

    assert [request.url.path for request in site.asked].count("/api/v1/") == 1


def test_the_token_goes_with_each_request():
    site = Answers(httpx.Response(200, json=BOT))

    site.client("secret").bot("sower")

    assert {request.headers["Authorization"] for request in site.asked} == {"Token secret"}


def test_a_refusal_has_the_sentences_and_the_codes_of_the_site():
    errors = [
        {"field": "name", "code": "bot-name-taken", "detail": "It is taken."},
        {"field": "name", "code": "odd", "detail": "It is odd."},
    ]
    body = {"code": "invalid", "detail": "name: It is taken. name: It is odd.", "errors": errors}
    site = Answers(httpx.Response(400, json=body))

    with pytest.raises(Refused) as caught:
        site.client().create_bot("Sower")

    assert str(caught.value) == "name: It is taken.\nname: It is odd."
    assert (caught.value.status, caught.value.code) == (400, "invalid")
    assert caught.value.codes == {"name": ["bot-name-taken", "odd"]}


def test_a_refusal_of_the_whole_is_the_sentence_alone():
    site = Answers(httpx.Response(404, json={"code": "x", "detail": "No bot.", "errors": []}))

    with pytest.raises(Refused, match=r"^No bot\.$"):
        site.client().bot("sower")


def test_a_refusal_without_words_names_its_status():
    site = Answers(httpx.Response(418, text="<html>"))

    with pytest.raises(Refused, match=r"^The site refused, with status 418\.$"):
        site.client().bot("sower")


@pytest.mark.parametrize(
    "answer",
    [httpx.Response(502), httpx.Response(200, text="<html>"), httpx.ConnectError("no route")],
)
def test_a_site_that_fails_is_no_refusal(answer):
    with pytest.raises(Unreachable, match=SITE):
        Answers(answer).client().bot("sower")


@pytest.mark.parametrize("line", [b"", b"5\n", b'{"kind": "file"}\n', HEADING + b"[]\n", DEEP])
@pytest.mark.parametrize("size", [3, None])
def test_a_download_that_does_not_hold_is_no_refusal(line, size):
    site = Answers(httpx.Response(200, content=gzip.compress(line)[:size])).client()

    with pytest.raises(Unreachable, match="otherwise than the API describes"):
        list(site.games_of_leaderboard("kalah"))


def test_a_download_that_is_refused_says_what_the_site_says():
    site = Answers(httpx.Response(404, json={"detail": "No leaderboard."})).client()

    with pytest.raises(Refused, match="No leaderboard"):
        list(site.games_of_leaderboard("none"))


def test_an_address_that_is_none_is_said():
    with pytest.raises(Unreachable):
        Client("nonsense").bot("sower")


def test_a_list_is_read_to_its_last_page():
    pages = [
        {"results": [{"id": 1}, {"id": 2}], "next": f"{SITE}/api/v1/tournaments/cup/entries/?c=x"},
        {"results": [{"id": 3}], "next": None},
    ]
    site = Answers(*(httpx.Response(200, json=page) for page in pages))

    assert [one["id"] for one in site.client().entries("cup")] == [1, 2, 3]
    assert site.asked[-1].url.query == b"c=x"
