"""Without a database that can be used, every page and the API say so, and the log in one line."""

import json
import os
import sqlite3
import subprocess
import sys

import psycopg
import pytest
from django.db import OperationalError

pytestmark = pytest.mark.xdist_group("failures")

ABSENT = "postgresql://kauri:secret@127.0.0.1:1/kauri"
ASK_ALL = """
import json, django
django.setup()
from django.test import Client
from django.urls import get_resolver

client = Client(raise_request_exception=False)
client.cookies["sessionid"] = "x" * 32
names = [name for name in get_resolver().reverse_dict if isinstance(name, str)]
plain = [form[0] for name in names for form, *_ in get_resolver().reverse_dict.getlist(name)]
paths = sorted({"/" + path for path, fields in plain if not fields})
paths += ["/api/v1/bots/", "/api/v1/tournaments/", "/readyz", "/healthz"]
answers = {path: client.get(path) for path in paths}
print(json.dumps({path: (one.status_code, one.get("Content-Type", ""), one.getvalue().decode())
                  for path, one in answers.items()}))
"""


@pytest.fixture(scope="module", params=["absent", "unmigrated"])
def site(request, tmp_path_factory):
    """The state of the database, what a site answers at each address, and what it logs."""
    own = {"KAURI_VAR": str(tmp_path_factory.mktemp("var")), "KAURI_HOSTS": "testserver"}
    url = {"DATABASE_URL": ABSENT if request.param == "absent" else ""}
    settings = {"DJANGO_SETTINGS_MODULE": "tournaments.settings", "REDIS_URL": ""}
    done = subprocess.run(
        [sys.executable, "-c", ASK_ALL],
        env={**os.environ, **settings, **own, **url},
        capture_output=True,
        text=True,
        check=True,
    )
    return request.param, json.loads(done.stdout), done.stderr


def test_no_page_fails_and_those_that_need_the_database_are_503(site):
    _state, answers, _log = site

    assert {path for path, (status, *_) in answers.items() if status == 500} == set()
    assert {"/", "/bots/", "/tournaments/", "/leaderboards/", "/accounts/login/"} <= {
        path for path, (status, *_) in answers.items() if status == 503
    }


def test_a_page_says_in_plain_words_what_is_the_matter(site):
    state, answers, _log = site
    words = {"absent": "cannot reach its database", "unmigrated": "is being set up or updated"}

    _status, _type, page = answers["/"]
    assert words[state] in page
    assert "127.0.0.1" not in page
    assert "migrat" not in page


def test_the_api_answers_with_a_problem(site):
    _state, answers, _log = site

    status, form, document = answers["/api/v1/bots/"]
    assert (status, form) == (503, "application/problem+json")
    assert json.loads(document)["code"] == "database_away"


def test_the_log_says_in_one_line_what_to_look_at(site):
    state, _answers, log = site
    words = {"absent": "The database does not answer: ", "unmigrated": " must still be applied."}

    assert "Traceback" not in log
    lines = [line for line in log.splitlines() if "ERROR" in line and "/readyz" not in line]
    assert lines
    assert all(words[state] in line for line in lines)
    assert "secret" not in log


def test_what_asks_whether_the_site_is_ready_is_told(site):
    state, answers, _log = site
    check = {"absent": "database", "unmigrated": "migrations"}[state]

    assert answers["/healthz"][0] == 200
    status, _type, document = answers["/readyz"]
    assert (status, json.loads(document)["checks"][check]) == (503, "not ok")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("cause", "status"),
    [
        (sqlite3.OperationalError("database is locked"), 500),
        (psycopg.errors.LockNotAvailable("lock timeout"), 500),
        (psycopg.OperationalError("connection failed"), 503),
        (psycopg.errors.AdminShutdown("terminating connection"), 503),
    ],
)
def test_only_a_connection_that_broke_says_that_the_database_was_away(
    client, monkeypatch, cause, status
):
    client.raise_request_exception = False

    def fails(*_arguments):
        raise OperationalError(str(cause)) from cause

    monkeypatch.setattr("tournaments.web.reading.Readers.__call__", fails)

    assert client.get("/bots/").status_code == status
