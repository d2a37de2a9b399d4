"""Scripts choose what their player hears, and set up the webhook and the feed."""

import pytest

from tests.tournaments.factories import as_player
from tests.tournaments.services.notices.test_notices import URL, failed
from tournaments.services.notices import hearing_changes

pytestmark = pytest.mark.django_db


@pytest.fixture
def ask(client, alice):
    """The status and the JSON of an address for Alice; with a body it is a POST."""
    headers = as_player(alice)

    def send(path, body=None):
        address = f"/api/v1/notices/{path}"
        if body is None:
            answer = client.get(address, headers=headers)
        else:
            answer = client.post(address, body, "application/json", headers=headers)
        return answer.status_code, answer.json() if answer.content else None

    return send


def test_a_failure_is_listed_with_its_count_and_command_and_read_alone(ask, alice):
    failed(alice, number=1)
    failed(alice, number=2)

    row = ask("")[1]["results"][0]
    status, read = ask(f"{row['id']}/read/", {})

    assert (row["kind"], row["count"]) == ("failure", 2)
    assert row["reproduce"] == "kauri reproduce 2/1 sower/3 --seat 0"
    assert status == 200
    assert read["read_at"] is not None
    assert ask("0/read/", {})[0] == 404


def test_one_way_of_one_kind_is_changed_and_the_others_stay(ask):
    kinds = [row["kind"] for row in ask("choices/")[1]]

    status, rows = ask("choices/", {"kind": "trial", "webhook": True})

    changed = {row.pop("kind"): row for row in rows}
    defaults = {"site": True, "mail": False, "webhook": False, "feed": True}
    assert (status, list(changed)) == (200, kinds)
    assert changed["trial"] == defaults | {"webhook": True}
    assert changed["failure"] == defaults
    assert ask("choices/", {"kind": "delivery", "site": False})[0] == 400


def test_a_webhook_is_set_tested_and_removed(ask, sent):
    assert ask("webhook/")[0] == 404
    assert ask("webhook/test/", {})[1]["code"] == "no-webhook"

    status, hook = ask("webhook/", {"url": URL})
    assert (status, hook["url"]) == (200, URL)
    assert ask("webhook/secret/", {})[1]["secret"] != hook["secret"]

    assert ask("webhook/test/", {})[0] == 200
    (delivery,) = ask("webhook/deliveries/")[1]
    assert (delivery["notice"], delivery["done_at"]) == (None, None)

    assert ask("webhook/remove/", {})[0] == 204
    assert ask("webhook/")[0] == 404


def test_an_address_that_no_webhook_may_have_names_its_field(ask):
    status, problem = ask("webhook/", {"url": "http://example.org/"})

    told = [(one["field"], one["code"]) for one in problem["errors"]]
    assert (status, told) == (400, [("url", "webhook-url")])


def test_a_script_gets_the_address_of_the_feed(ask, alice, client):
    status, feed = ask("feed/", {})

    assert status == 200
    assert client.get(feed["url"].partition("8000")[2]).status_code == 200
    assert ask("feed/remove/", {})[0] == 204
    assert not hearing_changes.remove_feed(alice)
