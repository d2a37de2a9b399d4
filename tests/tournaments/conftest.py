"""Fixed people: Alice and Bob write bots, Carol is of the staff."""

import pytest
from django.core.cache import cache

from tests import object_server
from tests.tournaments.factories import NOW, BotFactory, PlayerFactory, VersionFactory, variant
from tournaments import tasks
from tournaments.machinery import environment
from tournaments.services.bots import trials


@pytest.fixture(autouse=True)
def _private_storage(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "uploads"
    settings.ARCHIVE_CACHE = tmp_path / "archives"
    # A password is hashed slowly, so that it cannot be guessed; tests have none to keep.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Each client starts a site anew; this one looks for a static file when it is asked for it.
    settings.WHITENOISE_AUTOREFRESH = True
    cache.clear()


@pytest.fixture(autouse=True)
def sent(monkeypatch):
    """The names of the tasks that would have been sent: tests play without a broker."""
    names = []
    monkeypatch.setattr(
        "tournaments.dispatch.app.send_task", lambda name, **_options: names.append(name)
    )
    return names


@pytest.fixture(autouse=True)
def have_a_deputy(monkeypatch):
    """How a worker's process gets a deputy; tests play without, in one transaction."""
    wanted = tasks._have_a_deputy
    monkeypatch.setattr(tasks, "_have_a_deputy", lambda: None)
    monkeypatch.setattr(tasks, "_deputy", None)
    return wanted


@pytest.fixture(scope="session")
def object_address():
    """An S3-compatible server."""
    with object_server.object_server() as address:
        yield address


@pytest.fixture
def in_bucket(settings, object_address):
    """Archives lie in a bucket of their own, and this machine keeps those that it has read."""
    given = object_server.bucket(object_address)
    object_server.lead_to(settings, **given)
    settings.ARCHIVE_CACHE_BYTES = environment.archive_cache_bytes(environment.read(given))


@pytest.fixture
def nobody_answers(settings):
    """Archives lie in a bucket that does not answer."""
    object_server.lead_to(settings)


@pytest.fixture
def alice(db):
    return PlayerFactory(username="alice")


@pytest.fixture
def bob(db):
    return PlayerFactory(username="bob")


@pytest.fixture
def carol(db):
    return PlayerFactory(username="carol", is_staff=True)


@pytest.fixture
def versions(alice):
    """Two versions of a bot of Alice's."""
    bot = BotFactory(name="Anna", owner=alice)
    return VersionFactory(bot=bot), VersionFactory(bot=bot)


@pytest.fixture
def begin(alice, versions):
    """Starts a trial of the second version against the first."""

    def start(**terms):
        old, new = versions
        chosen = {"variant": variant("einstein"), "most_pairs": 40, **terms}
        return trials.start(
            challenger=new,
            incumbent=old,
            player=alice,
            now=NOW,
            wanted=trials.TrialConfiguration(**chosen),
        )

    return start
