import errno
import gc
import subprocess
import sys
from datetime import timedelta

import pytest
from celery.signals import worker_init
from django.utils import timezone
from kombu.exceptions import OperationalError

from agents import samples
from agents.terms.limits import Limits
from tests.tournaments.factories import BotFactory, VersionFactory, check_match, tournament
from tournaments import dispatch, tasks
from tournaments.machinery.messages.celery import app
from tournaments.machinery.processes import garbage, programs
from tournaments.models import Match, RatingCheck, Tournament
from tournaments.services.bots import uploads
from tournaments.services.playing.publishing import Publisher
from tournaments.services.upkeep import nightly

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_slots")]


def test_every_name_that_is_sent_is_a_registered_task():
    app.loader.import_default_modules()

    assert set(dispatch.NAMES) <= set(app.tasks)


def test_every_scheduled_task_is_registered(settings):
    app.loader.import_default_modules()

    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} <= set(app.tasks)


def test_every_task_ends_at_a_soft_limit_and_is_killed_at_a_hard_one(settings):
    app.loader.import_default_modules()
    ours = [task for name, task in app.tasks.items() if name.startswith("kauri.")]

    assert {task.name for task in ours} == set(settings.CELERY_TASK_ANNOTATIONS)
    for task in ours:
        assert 0 < task.soft_time_limit < task.time_limit < settings.VISIBILITY_SECONDS


def test_a_worker_takes_one_message_at_a_time_and_confirms_it_when_it_is_done():
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.task_acks_late


def test_redis_sends_nothing_again_that_may_still_be_at_work(tmp_path, settings):
    told = "print(app.conf.broker_transport_options['visibility_timeout'])"
    visible = subprocess.run(
        [sys.executable, "-c", f"from tournaments.machinery.messages.celery import app; {told}"],
        env={"KAURI_VAR": str(tmp_path), "REDIS_URL": "redis://127.0.0.1:1/0"},
        capture_output=True,
        text=True,
        check=True,
    )

    limits = [limits["time_limit"] for limits in settings.CELERY_TASK_ANNOTATIONS.values()]
    assert int(visible.stdout) > max(limits)


def test_the_tick_wakes_workers_for_what_waits(sent, django_capture_on_commit_callbacks):
    tournament([VersionFactory(), VersionFactory()])
    check_match(VersionFactory())

    with django_capture_on_commit_callbacks(execute=True):
        tasks.tick()

    assert sorted(sent) == ["kauri.play", "kauri.validate"]


def test_the_tick_starts_what_is_due():
    soon = timezone.now() + timedelta(hours=1)
    row = tournament([VersionFactory(), VersionFactory()], starts_at=soon)
    Tournament.objects.update(starts_at=timezone.now())

    tasks.tick()

    row.refresh_from_db()
    assert row.status == Tournament.Status.RUNNING


def test_workers_play_within_the_limits_of_the_settings(settings):
    settings.LIMITS = Limits(open_files=40)

    assert tasks._worker(Publisher()).limits == Limits(open_files=40)


@pytest.mark.django_db(transaction=True)
def test_one_message_plays_what_waits(sent):
    tournament([VersionFactory() for _ in range(3)])
    sent.clear()

    tasks.play_match()

    assert not Match.objects.exclude(status=Match.Status.FINISHED).exists()
    assert sent == ["kauri.advance"] * 3


@pytest.mark.django_db(transaction=True)
def test_a_process_keeps_its_deputy_which_reports_its_games(have_a_deputy, monkeypatch):
    monkeypatch.setattr(tasks, "_have_a_deputy", have_a_deputy)
    tournament([VersionFactory(), VersionFactory()])

    tasks.play_match()
    first = tasks._deputy
    tasks.play_match()

    assert not Match.objects.exclude(status=Match.Status.FINISHED).exists()
    assert tasks._deputy is first
    assert not first.gone
    first.close()


@pytest.mark.django_db(transaction=True)
def test_a_process_replaces_a_deputy_that_has_gone(have_a_deputy):
    have_a_deputy()
    first = tasks._deputy
    first.close()
    first.gone = True

    have_a_deputy()

    assert tasks._deputy.pid != first.pid
    tasks._deputy.close()


@pytest.mark.django_db(transaction=True)
def test_after_a_while_another_message_goes_on(sent, monkeypatch):
    monkeypatch.setattr(tasks, "STRETCH_SECONDS", 0)
    tournament([VersionFactory() for _ in range(3)])
    sent.clear()

    tasks.play_match()

    assert Match.objects.filter(status=Match.Status.FINISHED).count() == 1
    assert sent == ["kauri.advance", "kauri.play"]


def test_with_nothing_left_no_message_is_sent(sent, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        tasks.play_match()
        tasks.validate_version()

    assert sent == []


@pytest.mark.parametrize(
    "error",
    [OperationalError("connection refused"), OSError(errno.ENOSPC, "No space left on device")],
    ids=["Redis is away", "the disk of the messages is full"],
)
def test_a_broker_that_is_down_loses_no_upload(
    error, monkeypatch, caplog, django_capture_on_commit_callbacks
):
    def down(*_args, **_kwargs):
        raise error

    monkeypatch.setattr("tournaments.dispatch.app.send_task", down)
    bot = BotFactory()

    with django_capture_on_commit_callbacks(execute=True):
        uploads.upload(
            bot=bot,
            player=bot.owner,
            code=uploads.CodeFile("bot.py", samples.read("random")),
            now=timezone.now(),
        )

    assert bot.versions.get().checks.get().status == Match.Status.QUEUED
    assert "the next tick sends it" in caplog.text


def test_the_tick_has_a_process_that_no_other_task_may_use():
    app.loader.import_default_modules()

    assert [name for name in app.tasks if _queue(name) in programs.TICK] == ["kauri.tick"]
    assert set(programs.TICK).isdisjoint({*programs.PLAY, *programs.CASUAL, *programs.BACKGROUND})


def _queue(task):
    return app.amqp.router.route({}, task)["queue"].name


def test_the_nightly_jobs_are_done_one_a_message_and_each_wakes_the_next(monkeypatch):
    sent = []
    monkeypatch.setattr(dispatch, "wake", lambda name, **_times: sent.append(name))

    for _job in nightly.JOBS:
        tasks.do_nightly()
    tasks.do_nightly()

    assert sent == [dispatch.NIGHTLY] * len(nightly.JOBS)
    assert RatingCheck.objects.get().differences == []


@pytest.fixture
def collector():
    """Python's collector, which is put back as it was."""
    before = gc.get_threshold()
    yield gc
    gc.unfreeze()
    gc.set_threshold(*before)


def test_a_workers_collector_leaves_what_its_processes_share(collector):
    shared = [object()]

    tasks.share_what_is_loaded()

    assert not any(one is shared for one in collector.get_objects())
    assert collector.get_threshold()[0] == garbage.OBJECTS
    assert tasks.share_what_is_loaded in [receiver() for _key, receiver in worker_init.receivers]
