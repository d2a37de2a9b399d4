"""Redis may vanish at any moment: pages and API answer, and limits hold all the same."""

import contextlib

import pytest
from django.core.cache import cache
from django.urls import reverse
from rest_framework.throttling import SimpleRateThrottle

from tests import servers

NOWHERE = "redis://127.0.0.1:1/0"


def use(settings, address):
    backend = "tournaments.machinery.caches.redis_cache.PatientRedisCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": address}}


@pytest.fixture
def away(settings):
    use(settings, NOWHERE)
    yield
    cache.clear()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["home", "login", "api:bots", "api:root"])
def test_the_site_answers_without_it(client, away, name):
    assert client.get(reverse(name)).status_code == 200


@pytest.mark.django_db
def test_what_is_asked_too_often_is_refused_without_it(client, away, monkeypatch):
    few = SimpleRateThrottle.THROTTLE_RATES | {"anon": "2/min"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", few)

    asked = [client.get(reverse("api:bots")).status_code for _ in range(3)]

    assert asked == [200, 200, 429]


@pytest.mark.django_db
def test_passwords_cannot_be_tried_without_end_without_it(client, away):
    given = {"login": "dora", "password": "wrong"}

    asked = [client.post(reverse("login"), given).status_code for _ in range(6)]

    assert asked == [200] * 5 + [429]


def test_when_it_is_back_it_is_asked_again(settings, caplog):
    with servers.redis_server() as redis:
        use(settings, redis.url)
        cache.set("kept", "in Redis")
        redis.stop()
        cache.set("kept", "here")
        alone = cache.get("kept")
        redis.start()

        assert (alone, cache.get("kept")) == ("here", None)
    assert "does without Redis" in caplog.text


def test_every_way_to_use_it_works_both_ways(settings):
    with contextlib.ExitStack() as stack:
        redis = stack.enter_context(servers.redis_server())
        for address in (redis.url, NOWHERE):
            use(settings, address)
            assert cache.add("one", 1)
            assert not cache.add("one", 2)
            assert cache.incr("one") == 2
            assert cache.touch("one")
            assert cache.set_many({"two": 2, "three": 3}) == []
            assert cache.get_many(["one", "two", "four"]) == {"one": 2, "two": 2}
            cache.delete_many(["two", "three"])
            assert "two" not in cache
            assert cache.delete("one")
            assert cache.get("one") is None
            cache.set("five", 5)
            cache.clear()
            assert cache.get("five") is None
