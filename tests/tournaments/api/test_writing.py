import io
import zipfile

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from agents import samples
from agents.bots.archive import UPLOAD_BYTES
from tests.tournaments.factories import BotFactory, VersionFactory, as_player
from tests.tournaments.problems import codes, told
from tournaments.models import Bot, Match, Version
from tournaments.services.bots.uploads import MAX_UNCHECKED

pytestmark = pytest.mark.django_db

CODE = samples.read("random").decode()
PASSWORD = "cowrie shells 9"


@pytest.fixture
def bot(alice):
    return BotFactory(owner=alice, name="Greedy")


@pytest.fixture
def post(client):
    """Posts as a player (nobody when None) and returns the status and the JSON."""

    def send(path, data=None, *, player=None, **options):
        options.setdefault("content_type", "application/json")
        if player:
            options["headers"] = as_player(player)
        response = client.post(f"/api/v1/{path}", data, **options)
        return response.status_code, response.json()

    return send


@pytest.fixture
def send_file(client, alice):
    """Uploads a file as Alice and returns the status and the JSON."""
    headers = as_player(alice)

    def send(path, name, data):
        response = client.post(
            f"/api/v1/{path}",
            {"archive": SimpleUploadedFile(name, data)},
            headers=headers,
        )
        return response.status_code, response.json()

    return send


def zipped(**files):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return target.getvalue()


def with_password(player):
    player.set_password(PASSWORD)
    player.save()
    return player


def test_name_and_password_give_the_token_that_opens_the_rest(post, client, alice):
    with_password(alice)

    status, answer = post("token/", {"username": "alice", "password": PASSWORD})
    headers = {"Authorization": f"Token {answer['token']}"}
    made = client.post(
        "/api/v1/bots/", {"name": "Sower"}, content_type="application/json", headers=headers
    )

    assert (status, list(answer)) == (200, ["token", "expires_at"])
    assert (made.status_code, made.json()["owner"]) == (201, "alice")


@pytest.mark.parametrize("username", ["alice", "nobody"])
def test_a_wrong_password_tells_nothing_about_the_player(post, alice, username):
    with_password(alice)

    answer = post("token/", {"username": username, "password": "wrong"})

    sentence = "There is no active player with this username and password."
    assert (answer[0], answer[1]["code"]) == (401, "authentication_failed")
    assert answer[1]["detail"] == sentence


def test_a_player_who_was_shut_out_gets_no_token(post, alice):
    with_password(alice)
    alice.is_active = False
    alice.save()

    status, _answer = post("token/", {"username": "alice", "password": PASSWORD})

    assert status == 401
    assert not alice.api_tokens.exists()


def test_a_wrong_token_is_told(client):
    response = client.get("/api/v1/bots/", headers={"Authorization": "Token nonsense"})

    answer = response.json()
    assert (response.status_code, answer["code"]) == (401, "authentication_failed")
    assert answer["detail"] == "Invalid token."
    assert response["WWW-Authenticate"] == "Token"


def test_without_a_token_nothing_can_be_written(post, bot):
    for path in ("bots/", "bots/greedy/versions/"):
        status, answer = post(path, {"name": "Search"})
        assert status == 401
        assert answer["detail"] == "Authentication credentials were not provided."
        assert answer["code"] == "not_authenticated"


def test_a_session_alone_cannot_write_without_the_csrf_token(alice):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)

    response = browser.post("/api/v1/bots/", {"name": "Search"}, content_type="application/json")

    assert response.status_code == 403
    assert "CSRF" in response.json()["detail"]
    assert not Bot.objects.exists()


def test_a_new_bot_has_its_address_and_no_version(client, alice):
    client.force_login(alice)
    given = {"name": "My Bot", "description": "Sows.", "open_to_all": False}

    response = client.post("/api/v1/bots/", given, content_type="application/json")

    row = response.json()
    assert (response.status_code, response["Location"]) == (201, row["url"])
    assert client.get(row["url"]).json() == row
    assert {name: row[name] for name in given} == given
    assert (row["newest_accepted"], row["games"]) == (None, [])


@pytest.mark.parametrize(
    ("given", "field", "said"),
    [
        ({}, "name", "This field is required."),
        ({"name": "greedy"}, "name", "There is a bot named like “greedy” already."),
        ({"name": "new"}, "name", "is kept for a page of this site"),
        ({"name": "Ö" * 41}, "name", "no more than 40 characters"),
        ({"name": "Tide \u043f\u0443\u043b"}, "name", "letters of one script only"),
        ({"name": "-x"}, "name", "A name begins and ends with a letter or digit"),
        ({"name": "x" * 41}, "name", "at most 40 characters"),
        ({"name": 5}, "name", "Not a valid string."),
        ({"name": "x", "description": "x" * 2001}, "description", "no more than 2000 characters"),
        ({"name": "x", "open_to_all": "perhaps"}, "open_to_all", "must be true or false"),
        (
            {"nmae": "x"},
            "nmae",
            "Unknown name; allowed are description, name, on_ladders, open_to_all.",
        ),
        (["x"], "detail", "The body must be a JSON object with named fields."),
    ],
)
def test_a_bot_that_cannot_be_made_says_which_field_is_wrong(post, bot, given, field, said):
    status, answer = post("bots/", given, player=bot.owner)

    assert (status, list(told(answer))) == (400, [field])
    assert said in str(told(answer)[field])


def test_what_is_no_json_is_told(post, alice):
    status, answer = post("bots/", "{'name'", player=alice)

    assert status == 400
    assert answer["detail"].startswith("JSON parse error")


def test_another_content_type_is_told(post, alice):
    status, answer = post("bots/", "name=x", player=alice, content_type="text/plain")

    assert (status, answer["code"]) == (415, "unsupported_media_type")
    assert answer["detail"] == 'Unsupported media type "text/plain" in request.'


def test_uploaded_code_is_checked_and_can_be_polled(client, bot, alice):
    client.force_login(alice)

    response = client.post(
        "/api/v1/bots/greedy/versions/", {"code": CODE}, content_type="application/json"
    )

    row = response.json()
    assert (response.status_code, response["Location"]) == (201, row["url"])
    assert (row["number"], row["status"]) == (1, "checking")
    assert row["check"] == {"match": Match.objects.get().pk, "status": "queued"}
    Version.objects.get().accept()
    assert client.get(row["url"]).json()["status"] == "accepted"


def test_a_file_and_its_text_are_the_same_version(post, send_file, bot, alice):
    first, version = send_file("bots/greedy/versions/", "bot.py", CODE.encode())
    second, same = post("bots/greedy/versions/", {"code": CODE}, player=alice)

    assert (first, second) == (201, 200)
    assert same == version


def test_a_zip_is_taken(send_file, bot):
    archive = zipped(**{"bot.py": "import book\n" + CODE, "book.py": "MOVES = []\n"})

    status, row = send_file("bots/greedy/versions/", "bot.zip", archive)

    assert (status, row["number"]) == (201, 1)


def test_nobody_uploads_to_the_bot_of_another(post, bot, bob, carol):
    for player in (bob, carol):
        status, answer = post("bots/greedy/versions/", {"code": CODE}, player=player)
        assert (status, answer["code"]) == (403, "owner-uploads")
        assert answer["detail"] == "Only alice may upload versions of Greedy."
    assert not Version.objects.exists()


def test_a_bot_that_is_not_there_takes_no_upload(post, alice):
    status, answer = post("bots/none/versions/", {"code": CODE}, player=alice)

    assert (status, answer["code"]) == (404, "not_found")
    assert answer["detail"] == "There is no bot “none”."


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (r'{"code": "\ud800"}', "The body has a surrogate, which is half a character."),
        (r'{"\ud800": "code"}', "The body has a surrogate, which is half a character."),
        ("[" * 100_000, "The body is nested too deeply."),
    ],
)
def test_a_body_that_could_not_be_answered_is_refused(post, bot, body, said):
    status, answer = post("bots/greedy/versions/", body, player=bot.owner)

    assert (status, answer["code"], answer["detail"]) == (400, "parse_error", said)


@pytest.mark.parametrize(
    ("given", "field", "said"),
    [
        ({}, "archive", "Send either a file in `archive` or the text of a bot.py in `code`."),
        ({"file": CODE}, "file", "Unknown name; allowed are archive, code, held_back, notes."),
        ({"code": ""}, "code", "The file is empty."),
        ({"code": "\0"}, "code", "Null characters are not allowed."),
        ({"code": 5}, "code", "Not a valid string."),
        ({"code": "PK\x03\x04"}, "code", "The zip is damaged"),
        ({"archive": "x"}, "archive", "The submitted data was not a file."),
    ],
)
def test_code_that_cannot_be_a_bot_is_told_by_its_field(post, bot, given, field, said):
    status, answer = post("bots/greedy/versions/", given, player=bot.owner)

    assert (status, list(told(answer))) == (400, [field])
    assert said in str(told(answer)[field])


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("bot.py", b"", "The file is empty."),
        ("bot.py", b"\x80", "The file is not UTF-8 text"),
        ("bot.zip", b"PK nonsense", "The zip is damaged"),
        ("bot.zip", zipped(**{"player.py": CODE}), "neither bot.py nor bot.wasm at its root"),
        ("bot.zip", zipped(**{"bot.py": CODE, "../evil.py": "x"}), "'..' in it"),
        ("bot.py", b"#" * (UPLOAD_BYTES + 1), "an upload may have 10 MiB at the most"),
    ],
)
def test_a_file_that_cannot_be_a_bot_is_told(send_file, bot, name, data, said):
    status, answer = send_file("bots/greedy/versions/", name, data)

    assert (status, list(told(answer))) == (400, ["archive"])
    assert said in told(answer)["archive"][0]
    assert not Version.objects.exists()


def test_a_refused_file_has_a_code_for_what_is_wrong_with_it(send_file, bot):
    _, answer = send_file("bots/greedy/versions/", "bot.zip", zipped(**{"player.py": CODE}))

    assert codes(answer) == {"archive": ["no-main"]}


def test_a_request_beyond_all_limits_is_refused_unread(client, bot, alice):
    client.force_login(alice)
    length = settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1

    response = client.post(
        "/api/v1/bots/greedy/versions/",
        {"code": CODE},
        content_type="application/json",
        CONTENT_LENGTH=length,
    )

    assert response.status_code == 413
    assert f"The request has {length:,} bytes." in response.json()["detail"]


def test_a_player_waits_when_too_many_versions_are_unchecked(post, bot, alice):
    for _ in range(MAX_UNCHECKED):
        VersionFactory(bot=bot, status=Version.Status.CHECKING)

    status, answer = post("bots/greedy/versions/", {"code": CODE + "\n"}, player=alice)

    assert (status, list(told(answer))) == (400, ["code"])
    assert f"At most {MAX_UNCHECKED} can wait" in told(answer)["code"][0]


@pytest.fixture
def rates(monkeypatch):
    """Rates to change for one test."""
    changed = dict(SimpleRateThrottle.THROTTLE_RATES)
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", changed)
    return changed


def test_uploads_are_throttled_and_reading_goes_on(post, client, bot, alice, rates):
    rates["uploads"] = "2/hour"
    statuses = [
        post("bots/greedy/versions/", {"code": CODE}, player=alice)[0] for _attempt in range(3)
    ]

    assert statuses == [201, 200, 429]
    assert client.get("/api/v1/bots/greedy/versions/").status_code == 200


def test_passwords_cannot_be_tried_without_end(post, alice, rates):
    rates["token"] = "2/min"
    guesses = [post("token/", {"username": "alice", "password": str(n)}) for n in range(3)]

    assert [status for status, _answer in guesses] == [401, 401, 429]
    assert "Request was throttled." in guesses[2][1]["detail"]


def test_a_visitor_cannot_pass_for_another_by_a_header(client, rates):
    rates["anon"] = "2/min"
    statuses = [
        client.get("/api/v1/bots/", headers={"X-Forwarded-For": f"10.0.0.{n}"}).status_code
        for n in range(3)
    ]

    assert statuses == [200, 200, 429]
