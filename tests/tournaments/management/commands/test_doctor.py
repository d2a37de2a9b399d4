"""`manage.py doctor`: what it finds, and what it says is to be done."""

import io
import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.core import checks
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.utils import timezone

import engine
from agents import sandbox
from tests.tournaments.factories import VersionFactory, play_all, tournament
from tournaments.machinery.web import fairness
from tournaments.management import diagnosis, watching
from tournaments.management.commands.doctor import LEVELS, lines
from tournaments.models import BackupProof, Host, LastDone, RatingCheck
from tournaments.services.ratings import live
from tournaments.words import Sentence

pytestmark = pytest.mark.django_db

EVERYTHING = {
    *("python", "engine", "settings", "secret key", "database", "migrations", "broker"),
    *("storage", "sandbox", "scheduler", "workers", "ratings", "backup", "slots", "memory"),
}
CAGED = sandbox.Report(ok=True, tier="A", lines=(), missing=())


@pytest.fixture(autouse=True)
def _calm_and_caged(monkeypatch):
    monkeypatch.setattr(sandbox, "check", lambda _isolation: CAGED)
    monkeypatch.setattr(fairness, "findings", lambda: iter([]))


@pytest.fixture
def given(settings):
    """Change what the environment says."""

    def change(**values):
        settings.ENVIRONMENT = settings.ENVIRONMENT | values

    return change


@pytest.fixture
def well(settings, given):
    now = timezone.now()
    for name in LastDone.Name:
        LastDone.note(name, now=now)
    Host.objects.create(name="oak", started_at=now, seen_at=now, engine_version=engine.__version__)
    RatingCheck.objects.create(checked_at=now)
    settings.SLOTS = 1
    given(KAURI_SECRET_KEY="x" * 64)


def found(name, *, now=None):
    """The findings of that name: level and the whole line."""
    everything = diagnosis.findings(now=now or timezone.now())
    return [(LEVELS[one.level], lines(one)) for one in everything if one.obj == name]


def test_where_all_is_well_nothing_is_to_be_done(well):
    said = {one.obj: one for one in diagnosis.findings(now=timezone.now())}

    bad = [lines(one) for one in said.values() if one.level > checks.INFO]
    assert [line for line in bad if "database file" not in line and "interpreted" not in line] == []
    assert set(said) >= EVERYTHING


def test_what_is_not_well_comes_with_what_to_do(well):
    later = timezone.now() + timedelta(days=3)

    for finding in diagnosis.findings(now=later):
        assert bool(finding.hint) == (finding.level > checks.INFO), finding
    ((_level, line),) = found("backup", now=later)
    assert line.splitlines() == [
        "warning  backup: The last is 3 days old.",
        "         Run manage.py backup FILE every night, and keep the files elsewhere.",
    ]


def test_it_says_when_a_backup_was_last_proved(well, settings):
    now = timezone.now()
    assert found("backup proof") == []

    settings.BACKUPS = "/backups"
    ((never, _line),) = found("backup proof")
    BackupProof.objects.create(at=now - timedelta(hours=5), file="kauri.tar.gz")
    ((good, line),) = found("backup proof")
    BackupProof.objects.create(at=now, file="kauri.tar.gz", trouble="It is torn.")
    ((bad, _line),) = found("backup proof")

    assert (never, good, bad) == ("warning", "ok", "problem")
    assert line.endswith("A backup was last restored into nowhere, and well, 5 h ago.")


@pytest.mark.parametrize(
    ("values", "level", "said"),
    [
        ({"KAURI_DEBUG": True}, "warning", "Unset KAURI_DEBUG"),
        ({"KAURI_DEBUG": True, "KAURI_HOSTS": ["kauri.example.org"]}, "problem", "KAURI_DEBUG=1"),
        ({"KAURI_HOSTS": ["*"]}, "problem", "answers to any name"),
        ({"KAURI_HOSTS": ["kauri.example.org"]}, "warning", "set KAURI_HTTPS=1"),
        ({"KAURI_HOSTS": ["kauri.example.org"]}, "warning", "KAURI_EMAIL_HOST"),
        ({"KAURI_ADDRESS": "0.0.0.0"}, "warning", "answers only to localhost"),
        ({"KAURI_ISOLATION": "none"}, "warning", "without a sandbox"),
        ({"KAURI_METRICS_TOKEN": "short"}, "warning", "at least 16 random characters"),
    ],
)
def test_settings_that_are_not_safe_are_named(given, values, level, said):
    given(**values)

    assert any(one == level and said in line for one, line in found("settings"))


def test_a_public_site_with_tls_and_mail_is_safe(given):
    given(KAURI_HOSTS=["kauri.example.org"], KAURI_HTTPS=True, KAURI_EMAIL_HOST="mail.example.org")

    assert [level for level, _line in found("settings")] == ["ok"]


def test_a_short_key_is_a_problem(settings):
    settings.SECRET_KEY = "secret"

    ((level, line),) = found("secret key")

    assert level == "problem"
    assert "token_urlsafe" in line


def test_a_key_that_others_may_read_is_found(settings, tmp_path, given):
    given(KAURI_SECRET_KEY="")
    settings.VAR = tmp_path
    (tmp_path / "secret-key").write_text("x" * 64)
    (tmp_path / "secret-key").chmod(0o644)

    ((level, line),) = found("secret key")

    assert level == "warning"
    assert f"chmod go= {tmp_path}/secret-key" in line


def test_without_a_database_the_rest_is_still_looked_at(monkeypatch):
    def away():
        raise DatabaseError("connection refused\n\tIs the server running?")

    monkeypatch.setattr(connection, "cursor", away)

    ((level, line),) = found("database")

    assert level == "problem"
    assert line.count("\n") == 1
    assert "mend DATABASE_URL" in line
    assert found("migrations") == []
    assert found("sandbox")[0][0] == "ok"


def test_a_sandbox_that_does_not_hold_is_a_problem(monkeypatch):
    report = sandbox.Report(ok=False, tier="none", lines=(), missing=("No user namespaces.",))
    monkeypatch.setattr(sandbox, "check", lambda _isolation: report)

    ((level, line),) = found("sandbox")

    assert level == "problem"
    assert "No user namespaces." in line


def test_a_sandbox_that_fell_to_a_weaker_tier_is_a_warning(monkeypatch):
    report = sandbox.Report(
        ok=True,
        tier="C",
        lines=(),
        missing=(),
        isolation=sandbox.Isolation.CHROOT,
        notes=("bwrap is missing",),
        passed_over=sandbox.Isolation.BUBBLEWRAP,
    )
    monkeypatch.setattr(sandbox, "check", lambda _isolation: report)

    ((level, line),) = found("sandbox")

    assert level == "warning"
    assert "tier C, as bubblewrap does not hold: bwrap is missing" in line
    assert "KAURI_ISOLATION=chroot" in line


def test_a_worker_of_another_version_is_named(well):
    Host.objects.update(engine_version="0.0.1")

    assert any("oak runs engine 0.0.1" in line for _level, line in found("workers"))


def test_ratings_that_disagree_are_a_problem(well):
    drift = Sentence("ratings-drifted", variant="Kalah", drift=1)
    RatingCheck.objects.create(checked_at=timezone.now(), differences=[drift.stored()])

    assert found("ratings")[0][0] == "problem"


def test_games_that_long_wait_to_be_rated_are_a_warning(well, monkeypatch):
    monkeypatch.setattr(live, "enter", lambda _game: None)
    play_all(tournament([VersionFactory(), VersionFactory()]))

    assert [level for level, _line in found("ratings")] == ["ok", "warning"]


def test_archives_that_are_torn_or_missing_are_a_problem(well):
    torn, missing, _whole = VersionFactory(), VersionFactory(), VersionFactory()
    with torn.archive.open("r+b") as file:
        file.truncate(40)
    missing.archive.storage.delete(missing.archive.name)

    ((level, said),) = found("archives")

    assert level == "problem"
    assert f"2 archives are lost. The archive of {torn} is damaged" in said
    assert f"The archive of {missing} is missing" in said


def test_more_matches_than_cores_are_a_warning(settings):
    settings.SLOTS = 500

    assert found("slots")[0][0] == found("memory")[0][0] == "warning"


def test_the_clock_is_compared_with_the_servers(monkeypatch):
    real = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() + timedelta(minutes=10))

    clock = found("clock", now=real())

    assert [level for level, _line in clock] == ["problem"] * (connection.vendor != "sqlite")


def doctor(*options):
    """What the command says, and its exit status."""
    said = io.StringIO()
    try:
        call_command("doctor", *options, stdout=said)
    except SystemExit as exit_:
        return said.getvalue(), exit_.code
    return said.getvalue(), 0


def test_warnings_alone_are_no_failure(well):
    LastDone.objects.filter(name="backup").delete()

    said, status = doctor()

    assert status == 0
    assert said.splitlines()[-1].startswith("0 problems, ")


def test_a_problem_is_a_failure(well, given):
    given(KAURI_HOSTS=["*"])

    said, status = doctor("--json")

    assert status == 1
    assert {one["level"] for one in json.loads(said)} >= {"ok", "problem"}


def test_a_setting_that_is_not_known_stops_it_with_a_sentence(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor"],
        cwd=Path(__file__).parents[4],
        env={"KAURI_VAR": str(tmp_path), "KAURI_PROT": "1"},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip

    assert done.returncode == 1
    assert done.stderr.startswith("unknown setting KAURI_PROT; allowed are ")
    assert "Traceback" not in done.stderr


@pytest.fixture
def look(well, given, tmp_path):
    """Look as `doctor --watch` does."""
    given(KAURI_OPERATORS=["ops@example.org"])
    return lambda: watching.look("oak", tmp_path / "told", now=timezone.now())


def _set_backup(*, days):
    LastDone.note(LastDone.Name.BACKUP, now=timezone.now() - timedelta(days=days))


@pytest.mark.once  # the interpreted engine is advice as well
def test_watching_mails_new_advice_once_and_says_when_it_is_over(look, mailoutbox):
    look()
    assert mailoutbox == []

    for days in (3, 4):
        _set_backup(days=days)
        look()
    (new,) = mailoutbox
    assert (new.to, new.subject) == (["ops@example.org"], "Kauri on oak: 1 to do, 0 over")
    assert new.body.startswith("To do:\n\nbackup: The last is 3 days old.\nRun manage.py backup")

    _set_backup(days=0)
    look()
    look()
    (_new, over) = mailoutbox
    assert over.subject == "Kauri on oak: 0 to do, 1 over"
    assert over.body.startswith("No longer found:\n\nbackup: The last is 3 days old.")


def test_a_mail_that_was_not_sent_is_sent_at_the_next_look(look, monkeypatch, mailoutbox, caplog):
    _set_backup(days=3)
    with monkeypatch.context() as patch:
        patch.setattr(EmailMessage, "send", _refuse)
        look()
    assert "the operators got no mail: no route" in caplog.text

    look()

    assert len(mailoutbox) == 1


def _refuse(_mail):
    raise OSError("no route")


def test_nobody_to_write_to_is_said_at_once():
    with pytest.raises(CommandError, match="Set KAURI_OPERATORS"):
        call_command("doctor", "--watch")
