import os

import pytest
from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache
from django.db import connection

from tournaments.machinery.messages.celery import app


@pytest.mark.django_db
def test_the_suite_runs_on_the_database_that_it_says_it_runs_on():
    expected = "postgresql" if os.environ.get("DATABASE_URL") else "sqlite"

    assert connection.vendor == expected


def test_the_suite_runs_on_the_cache_and_broker_that_it_says_it_runs_on():
    on_redis = bool(os.environ.get("REDIS_URL"))

    assert isinstance(caches["default"], RedisCache) == on_redis
    assert app.conf.broker_url.startswith("redis://" if on_redis else "files://")


def test_processes_that_run_tests_at_once_share_no_cache(worker_id):
    number = int(worker_id.removeprefix("gw")) if worker_id.startswith("gw") else 0
    servers = getattr(caches["default"], "_servers", [])

    assert all(server.endswith(f"/{number + 1}") for server in servers)
    assert bool(servers) == bool(os.environ.get("REDIS_URL"))
