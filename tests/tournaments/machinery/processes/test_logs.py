"""Log lines: what they are about, and that nobody can write lines of their own into them."""

import json
import logging
import subprocess
import threading

import pytest
from structlog.contextvars import bound_contextvars

from tests import reserved
from tests.tournaments.factories import PlayerFactory, VersionFactory, tournament
from tests.tournaments.services.playing.test_claims import worker
from tournaments.machinery.processes import logs, programs
from tournaments.models import Match
from tournaments.services.playing import play

pytestmark = pytest.mark.once

FORGED = "lost\n12:00:00 ERROR all is lost\r\x1b[2J\u2028end"


@pytest.fixture
def lines():
    """What is logged meanwhile: the entries by their form."""
    said = {"line": [], "json": []}
    handler = logging.Handler()
    handler.emit = lambda record: [
        entries.append(logs.formatter(form).format(record)) for form, entries in said.items()
    ]
    logging.getLogger().addHandler(handler)
    yield said
    logging.getLogger().removeHandler(handler)


def _raise(text):
    raise ValueError(text)


def test_a_line_says_what_it_is_about(lines):
    with bound_contextvars(match=7), bound_contextvars(attempt=2):
        logging.warning("handed back")
    logging.warning("idle")

    inside, outside = lines["line"]

    assert inside.endswith(" WARNING [attempt=2 match=7] handed back")
    assert outside.endswith(" WARNING idle")


def test_a_json_line_has_the_ids_as_fields(lines):
    with bound_contextvars(match=7, attempt=2):
        logging.error("%s failed", "it")

    (entry,) = map(json.loads, lines["json"])

    assert (entry["match"], entry["attempt"]) == (7, 2)
    assert (entry["level"], entry["message"]) == ("ERROR", "it failed")


@pytest.mark.parametrize("form", ["line", "json"])
def test_no_text_makes_a_line_of_its_own(lines, form):
    with bound_contextvars(bot=FORGED):
        logging.warning("%s", FORGED)

    (line,) = lines[form]

    assert len(line.splitlines()) == 1
    assert line.isprintable()


def test_a_traceback_stands_behind_bars(lines):
    try:
        _raise(FORGED)
    except ValueError:
        logging.exception("match failed")

    first, *rest = lines["line"][0].splitlines()

    assert first.endswith("ERROR match failed")
    assert len(rest) > 3
    assert all(line.startswith("  | ") and line.isprintable() for line in rest)


def test_a_traceback_is_one_field_of_a_json_line(lines):
    try:
        _raise(FORGED)
    except ValueError:
        logging.exception("match failed")

    (line,) = lines["json"]

    assert len(line.splitlines()) == 1
    assert json.loads(line)["traceback"].endswith(f"ValueError: {FORGED}")


def test_two_threads_do_not_mix_their_ids(lines):
    with bound_contextvars(match=1):
        other = threading.Thread(target=logging.warning, args=("elsewhere",))
        other.start()
        other.join()

    assert "match" not in lines["line"][0]


@pytest.mark.django_db
def test_every_line_while_a_match_is_played_names_it(lines, monkeypatch):
    tournament([VersionFactory(), VersionFactory()])
    monkeypatch.setattr(play, "_play", lambda _match, _worker: _raise("the disk is full"))

    play.play_next(worker(), validation=False)

    match = Match.objects.get()
    said = [json.loads(line) for line in lines["json"]]
    assert said
    assert {(one.get("match"), one.get("attempt")) for one in said} == {(match.pk, 1)}


@pytest.mark.django_db
def test_a_request_is_logged_under_the_id_that_its_answer_carries(client, lines, caplog):
    with caplog.at_level("INFO", logger="tournaments.requests"):
        answer = client.get("/no-such-page/", headers={"X-Request-ID": "from-a-visitor"})

    said = [json.loads(line) for line in lines["json"]]
    (entry,) = [one for one in said if one["logger"] == "tournaments.requests"]
    assert entry["request"] == answer["X-Request-ID"] != "from-a-visitor"
    assert entry["message"].startswith("GET /no-such-page/ 404 ")
    assert (entry["method"], entry["path"], entry["status"]) == ("GET", "/no-such-page/", 404)
    assert entry["ms"] > 0
    assert {"player", "address"}.isdisjoint(entry)


@pytest.mark.django_db
def test_a_line_names_the_player_and_if_the_operator_wants_it_the_address(
    client, lines, caplog, settings
):
    settings.ENVIRONMENT = {**settings.ENVIRONMENT, "KAURI_LOG_ADDRESSES": True}
    player = PlayerFactory()
    client.force_login(player)

    with caplog.at_level("INFO", logger="tournaments.requests"):
        client.get("/bots/", REMOTE_ADDR="192.0.2.7")

    (entry,) = [one for one in map(json.loads, lines["json"]) if "status" in one]
    assert (entry["player"], entry["address"]) == (player.pk, "192.0.2.7")


@pytest.mark.django_db
@pytest.mark.parametrize(("given", "kept"), [("0123-abcd", True), ("a\tb or longer", False)])
def test_behind_a_proxy_its_id_is_kept_where_it_is_one(client, settings, given, kept):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

    answer = client.get("/no-such-page/", headers={"X-Request-ID": given})

    assert (answer["X-Request-ID"] == given) == kept


def test_the_web_server_says_what_it_says_in_the_same_form(tmp_path):
    command = programs.web(address="127.0.0.1", port=reserved.port())
    command[-1] = "no_such_module:application"

    done = subprocess.run(
        command,
        env={"KAURI_VAR": str(tmp_path), "KAURI_LOG_FORMAT": "json",
             "DJANGO_SETTINGS_MODULE": "tournaments.settings"},
        capture_output=True, text=True, check=False, timeout=60, stdin=subprocess.DEVNULL,
    )  # fmt: skip

    entries = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    assert any("no_such_module" in entry["message"] for entry in entries), done.stderr
