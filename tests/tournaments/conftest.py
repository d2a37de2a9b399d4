"""Fixed people: Alice and Bob write bots, Carol is of the staff. Rows that a file makes once."""

import copy
import random
import shutil

import pytest
from allauth.mfa.totp.internal import auth
from django.core.cache import cache
from django.db import transaction
from django.test import override_settings

from agents.judge import analysis
from tests import object_server
from tests.tournaments.factories import (
    NOW,
    BotFactory,
    PlayerFactory,
    VersionFactory,
    play_all,
    tournament,
    variant,
)
from tournaments import tasks
from tournaments.machinery.setup import environment
from tournaments.models import Game, Player, seeds
from tournaments.services.bots import trials
from tournaments.services.tournaments import create


@pytest.fixture(scope="session", autouse=True)
def _what_all_tests_share():
    """Set once: each change of a setting is told to all that have read one."""
    with override_settings(
        # A password is hashed slowly, so that it cannot be guessed; tests have none to keep.
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        # Each client starts a site anew; this one looks for a static file when asked for it.
        WHITENOISE_AUTOREFRESH=True,
    ):
        yield


LOTS = random.Random()
"""What dice and drawings of lots come from, the same in each run of a test."""


@pytest.fixture(scope="session", autouse=True)
def _known_lots():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seeds, "token_bytes", LOTS.randbytes)
        patch.setattr(create, "randbits", LOTS.getrandbits)
        yield


@pytest.fixture(scope="session", autouse=True)
def _codes_of_one_moment():
    """An app's code is right for half a minute, which may end between a test's lines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(auth, "yield_hotp_counters_from_time", lambda: iter([59_000_000]))
        yield


@pytest.fixture(autouse=True)
def _lots_of_the_test(request):
    LOTS.seed(request.node.nodeid)


@pytest.fixture(autouse=True)
def _private_storage(tmp_path):
    cache.clear()
    with override_settings(
        MEDIA_ROOT=tmp_path / "uploads", ARCHIVE_CACHE=tmp_path / "archives", KIT=tmp_path / "kit"
    ):
        yield


@pytest.fixture
def own_slots(settings, tmp_path):
    """Slots for this test alone: a host has few, and the suite's other processes play as well."""
    settings.VAR = tmp_path


@pytest.fixture(scope="module")
def _made_once(request, django_db_setup, django_db_blocker, tmp_path_factory):
    """What `make_once` of the file makes, and its uploads; undone after the file's last test."""
    uploads = tmp_path_factory.mktemp("made-once")
    LOTS.seed(request.node.nodeid)
    with django_db_blocker.unblock(), transaction.atomic():
        with override_settings(MEDIA_ROOT=uploads):
            made = request.module.make_once()
        yield made, uploads
        transaction.set_rollback(True)


@pytest.fixture
def made(_made_once, db, settings):
    """A copy of what `make_once` of the file makes; what the test changes is undone after it."""
    made, uploads = _made_once
    shutil.copytree(uploads, settings.MEDIA_ROOT)
    return copy.deepcopy(made)


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


def person(username, **facts):
    """The player of that name, whom the file may have made once."""
    known = Player.objects.filter(username=username).first()
    return known or PlayerFactory(username=username, **facts)


@pytest.fixture
def alice(db):
    return person("alice")


@pytest.fixture
def bob(db):
    return person("bob")


@pytest.fixture
def carol(db):
    return person("carol", is_staff=True)


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
            config=trials.TrialConfiguration(**chosen),
        )

    return start


@pytest.fixture
def quick_judge(monkeypatch):
    """A judge that searches little."""
    monkeypatch.setattr(analysis, "BUDGET", 200)
    monkeypatch.setattr(analysis, "LEAST", 4)
    monkeypatch.setattr(analysis, "END", 100)


@pytest.fixture
def einstein_played():
    """A finished game."""
    play_all(tournament([VersionFactory(), VersionFactory()], key="einstein"))
    return Game.objects.finished().first()
