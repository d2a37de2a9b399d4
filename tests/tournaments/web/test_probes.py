"""What machines ask: /healthz, /readyz and /metrics."""

import re
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from tests.e2e.site import PROJECT
from tests.tournaments.casual import opened, person
from tests.tournaments.factories import (
    FAILING,
    NOW,
    VersionFactory,
    check_match,
    play_out,
    tournament,
)
from tournaments.machinery.messages import broker
from tournaments.models import Delivery, Host, Incident, LastDone, Match
from tournaments.queries.playing import metrics
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db

TOKEN = "figures-for-prometheus"
STRANGE = {"HTTP_HOST": "10.1.2.3:8000"}


@pytest.fixture
def ready(settings):
    """All is well: the tick has been done, a worker is there, and messages have a folder."""
    now = timezone.now()
    LastDone.note(LastDone.Name.TICK, now=now)
    Host.objects.create(name="oak.example", slots=3, speed_index=0.8, started_at=now, seen_at=now)


def readiness(client):
    answer = client.get("/readyz", **STRANGE)
    return answer.status_code, answer.json()


def test_the_process_answers_to_any_name_and_without_the_database(client, settings, monkeypatch):
    settings.SECURE_SSL_REDIRECT = True
    monkeypatch.setattr(connection, "cursor", lambda: pytest.fail("asked the database"))

    answer = client.get("/healthz", **STRANGE)

    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_a_site_that_can_do_its_work_says_so_check_by_check(client, ready):
    checks = ["broker", "database", "migrations", "scheduler", "storage", "workers"]

    assert readiness(client) == (200, {"ready": True, "checks": dict.fromkeys(checks, "ok")})


def test_what_was_never_seen_is_unknown_and_no_hindrance(client):
    status, document = readiness(client)

    assert status == 200
    assert (document["checks"]["scheduler"], document["checks"]["workers"]) == ("unknown",) * 2


def test_a_late_tick_is_not_ok(client, ready):
    LastDone.note(LastDone.Name.TICK, now=timezone.now() - timedelta(minutes=5))

    status, document = readiness(client)

    assert (status, document["checks"]["scheduler"]) == (503, "not ok")


def test_workers_that_fell_silent_are_not_ok(client, ready):
    Host.objects.update(seen_at=timezone.now() - timedelta(minutes=5))

    status, document = readiness(client)

    assert (status, document["checks"]["workers"]) == (503, "not ok")


def test_a_database_that_is_away_is_an_answer_and_no_secret(client, ready, monkeypatch):
    def away():
        raise DatabaseError("connection to oak.example failed for kauri:secret")

    monkeypatch.setattr(connection, "cursor", away)

    answer = client.get("/readyz")

    assert answer.status_code == 503
    assert answer.json()["checks"]["database"] == "not ok"
    assert b"oak.example" not in answer.content


def test_a_broker_that_is_away_is_not_ok(client, ready, settings, monkeypatch):
    settings.ENVIRONMENT = settings.ENVIRONMENT | {"REDIS_URL": "redis://127.0.0.1:1/0"}
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"

    status, document = readiness(client)

    assert (status, document["checks"]["broker"]) == (503, "not ok")


def test_a_migration_that_is_missing_is_not_ok(client, ready):
    MigrationRecorder(connection).migration_qs.filter(app="tournaments").last().delete()

    status, document = readiness(client)

    assert (status, document["checks"]["migrations"]) == (503, "not ok")


def test_a_storage_without_room_is_not_ok(client, ready, monkeypatch):
    monkeypatch.setattr("tournaments.services.upkeep.readiness.LEAST_FREE", 10**18)

    status, document = readiness(client)

    assert (status, document["checks"]["storage"]) == (503, "not ok")


def test_the_figures_are_not_for_everybody(client, alice):
    anonymous = client.get("/metrics")
    client.force_login(alice)

    assert anonymous.status_code == 403
    assert client.get("/metrics").status_code == 403


def test_the_figures_are_for_staff(client, carol):
    client.force_login(carol)

    assert b"kauri_queue_length" in client.get(reverse("metrics")).content


@pytest.fixture
def token(settings):
    settings.ENVIRONMENT = settings.ENVIRONMENT | {"KAURI_METRICS_TOKEN": TOKEN}


def asked(client, given):
    return client.get("/metrics", headers={"Authorization": given}, **STRANGE).status_code


def test_the_figures_are_for_who_has_the_token(client, token):
    assert asked(client, f"Bearer {TOKEN}") == 200


@pytest.mark.parametrize("given", [f"Bearer {TOKEN}x", "Bearer ", "Bearer é", TOKEN, ""])
def test_another_token_opens_nothing(client, token, given):
    assert asked(client, given) >= 400


def test_where_no_token_is_set_an_empty_one_opens_nothing(client):
    assert asked(client, "Bearer ") >= 400


def figures(now=NOW):
    """Values by name and labels."""
    families = text_string_to_metric_families(metrics.exposition(now=now).decode())
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in families
        for sample in family.samples
    }


def test_the_queue_is_what_workers_could_claim_and_how_old_it_is():
    tournament([VersionFactory(), VersionFactory()])
    check_match(VersionFactory())
    Match.objects.filter(checks=None).update(queued_at=NOW - timedelta(minutes=2))

    found = figures()

    assert found["kauri_queue_length", "play"] == found["kauri_queue_length", "validation"] == 1
    assert found["kauri_queue_oldest_seconds", "play"] == 120
    assert found["kauri_queue_oldest_seconds", "validation"] == 0


def test_requests_are_counted_by_route_and_log_ins_by_outcome(client, alice):
    before = figures()
    client.get("/bots/no-such-bot/")
    client.login(username=alice.username, password="wrong")
    client.force_login(alice)

    after = figures()

    def more(*name):
        return after[name] - before.get(name, 0)

    assert more("kauri_requests_total", "GET", "bots/<slug:slug>/", "404") == 1
    assert more("kauri_route_seconds_count", "bots/<slug:slug>/") == 1
    assert more("kauri_request_seconds_bucket", "page", "+Inf") == 1
    assert more("kauri_logins_total", "refused") == more("kauri_logins_total", "in") == 1
    assert after["kauri_disk_free_bytes",] > 0


def test_mails_that_wait_are_counted(alice):
    Delivery.objects.create(
        player=alice, way="webhook", created_at=NOW - timedelta(minutes=1), not_before=NOW
    )

    found = figures()

    assert (
        found["kauri_deliveries_waiting", "webhook"],
        found["kauri_deliveries_waiting", "mail"],
    ) == (1, 0)
    assert found["kauri_deliveries_oldest_seconds", "webhook"] == 60


@pytest.mark.parametrize("name", ["kauri-alerts.yml", "kauri-dashboard.json"])
def test_alerts_and_the_dashboard_name_only_figures_that_exist(name):
    text = (PROJECT / "deploy" / "monitoring" / name).read_text()
    families = text_string_to_metric_families(metrics.exposition(now=NOW).decode())
    known = {family.name for family in families}

    named = set(re.findall(r"\bkauri_[a-z_]+", text))

    assert named
    assert {re.sub("_(total|count|sum|bucket)$", "", one) for one in named} <= known


def test_casual_games_wait_in_a_queue_of_their_own(alice):
    opened([VersionFactory(), "me"], who=person(alice))
    opened(["me", VersionFactory()], who=person(alice))

    found = figures(now=NOW + timedelta(seconds=7))

    assert found["kauri_queue_length", "casual"] == 1
    assert found["kauri_queue_oldest_seconds", "casual"] == 7


def test_what_waits_after_a_failure_is_not_due():
    tournament([VersionFactory(), VersionFactory()])
    Match.objects.update(not_before=NOW + timedelta(minutes=1))

    assert figures()["kauri_queue_length", "play"] == 0


def test_games_are_counted_by_their_end_and_matches_by_status():
    tournament([VersionFactory(), VersionFactory()])
    play_out(Match.objects.get())

    found = figures()

    ends = {key[1]: value for key, value in found.items() if key[0] == "kauri_games_total"}
    assert sum(ends.values()) == 2
    assert found["kauri_matches", "finished"] == 1
    assert found["kauri_matches", "running"] == 0
    assert found["kauri_sandboxes_started_total",] == 4


def test_incidents_are_counted_by_kind_and_begin_at_zero():
    Incident.objects.create(
        kind="lease-expired", text=Sentence("worker-silent", worker="w"), at=NOW
    )

    found = figures()

    assert found["kauri_incidents_total", "lease-expired"] == 1
    assert found["kauri_incidents_total", "platform-fault"] == 0


def test_hosts_show_their_speed_while_they_are_heard_of(ready):
    now = timezone.now()

    found = figures(now)
    later = figures(now + timedelta(minutes=5))

    assert (found["kauri_hosts_alive",], later["kauri_hosts_alive",]) == (1, 0)
    assert found["kauri_host_speed_index", "oak.example"] == 0.8
    assert ("kauri_host_speed_index", "oak.example") not in later


def test_a_broker_that_is_away_takes_no_figure_with_it(monkeypatch):
    def away():
        raise broker.BrokerError("away")

    monkeypatch.setattr(broker, "lengths", away)

    found = figures()

    assert found["kauri_broker_up",] == 0
    assert found["kauri_queue_length", "play"] == 0


def test_the_figures_take_few_queries(django_assert_max_num_queries):
    with django_assert_max_num_queries(18):
        metrics.exposition(now=NOW)


def test_a_health_check_says_how_many_messages_wait():
    waiting = broker.lengths()

    assert set(waiting) == {"play", "casual", "validation", "housekeeping", "tick", "luck"}
    assert all(count >= 0 for count in waiting.values())


def test_what_a_paused_version_holds_back_is_not_due():
    versions = [VersionFactory(), VersionFactory()]
    tournament(versions)
    versions[0].pause(reason=FAILING, now=NOW)

    assert figures()["kauri_queue_length", "play"] == 0
