"""A bucket in the place of the folder of archives: it does what a folder does."""

import io
from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage, storages
from django.core.management import CommandError, call_command
from django.utils import timezone

from agents.bots.archive import TornArchive
from agents.sandbox import Isolation
from tests import object_server
from tests.tournaments.factories import (
    LEASE,
    NOW,
    VersionFactory,
    check_match,
    play_out,
    tournament,
)
from tournaments.errors import StorageUnavailable
from tournaments.machinery.setup.object_storage import ObjectStorage
from tournaments.management import diagnosis
from tournaments.models import Game, Incident, Match, Version
from tournaments.services.playing import play, workers
from tournaments.services.upkeep import readiness, record_files, retention

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("object-storage")]


@pytest.mark.once
def test_an_archive_lies_in_the_bucket_and_in_no_folder(in_bucket, settings):
    version = VersionFactory()

    assert default_storage.size(version.archive.name) == version.stored_size
    assert len(version.fetch_archive()) == version.size
    assert not settings.MEDIA_ROOT.exists()


@pytest.mark.once
def test_what_is_stored_again_replaces_what_was_there(in_bucket):
    for text in (b"old", b"new"):
        assert default_storage.save("archives/ab/abcd", ContentFile(text)) == "archives/ab/abcd"

    with default_storage.open("archives/ab/abcd") as file:
        assert file.read() == b"new"


@pytest.mark.once
def test_all_objects_begin_with_the_prefix(in_bucket, settings):
    whole = storages["default"]
    options = settings.STORAGES["default"]["OPTIONS"] | {"location": "site-one"}
    settings.STORAGES = settings.STORAGES | {
        "default": settings.STORAGES["default"] | {"OPTIONS": options}
    }

    default_storage.save("archives/ab/abcd", ContentFile(b"x"))

    assert whole.exists("site-one/archives/ab/abcd")
    assert default_storage.listdir("archives/ab") == ([], ["abcd"])
    assert default_storage.piece("archives/ab/abcd", 0, 1) == b"x"


@pytest.mark.once
def test_a_missing_archive_is_named(in_bucket):
    version = VersionFactory()
    default_storage.delete(version.archive.name)

    with pytest.raises(TornArchive, match="is missing"):
        version.fetch_archive()


@pytest.mark.once
@pytest.mark.parametrize("question", ["size", "get_modified_time", "open"])
def test_a_missing_object_is_a_missing_file(in_bucket, question):
    with pytest.raises(FileNotFoundError):
        getattr(default_storage, question)("archives/ab/none")


def test_a_record_in_a_file_is_read_by_a_range_of_its_object(in_bucket, monkeypatch):
    tournament([VersionFactory(), VersionFactory()])
    play_out(Match.objects.get())
    records = [game.record for game in Game.objects.order_by("pk")]

    assert record_files.move(now=NOW + timedelta(days=300)) == 2

    monkeypatch.setattr(ObjectStorage, "_open", lambda *_of: 1 // 0)
    assert [game.record for game in Game.objects.order_by("pk")] == records


@pytest.mark.parametrize(
    ("start", "stop", "piece"), [(0, 3, b"abc"), (2, 4, b"cd"), (4, 6, b"ef"), (4, 99, b"ef")]
)
def test_a_piece_of_an_object_has_its_bytes_and_no_others(in_bucket, start, stop, piece):
    default_storage.save("games/kalah.jsonl", ContentFile(b"abcdef"))

    assert default_storage.piece("games/kalah.jsonl", start, stop) == piece


def test_a_piece_of_a_missing_object_is_a_missing_file(in_bucket):
    with pytest.raises(FileNotFoundError):
        default_storage.piece("games/none.jsonl", 0, 3)


@pytest.mark.once
def test_a_torn_archive_is_named(in_bucket):
    version = VersionFactory()
    default_storage.save(version.archive.name, ContentFile(b"half of i"))

    with pytest.raises(TornArchive, match="is damaged"):
        version.fetch_archive()


@pytest.mark.once
def test_a_bucket_that_does_not_answer_is_no_torn_archive(in_bucket, settings):
    version = VersionFactory()
    object_server.lead_to(settings)

    with pytest.raises(StorageUnavailable, match="cannot be read: The bucket of the archives"):
        version.fetch_archive()


def test_archives_that_no_version_has_are_found_in_a_bucket_too(in_bucket):
    kept = VersionFactory()
    default_storage.save("archives/ab/abcd.zip.z", ContentFile(b"left by a crash"))

    young = retention.prune(now=timezone.now())
    old = retention.prune(now=timezone.now() + timedelta(days=2))

    counts = [
        next(one.count for one in found if str(one.what) == "archives that no version has")
        for found in (young, old)
    ]
    assert counts == [0, 1]
    assert not default_storage.exists("archives/ab/abcd.zip.z")
    assert kept.fetch_archive()


@pytest.mark.once
def test_a_bucket_that_answers_is_ready(in_bucket):
    assert readiness.storage().well
    assert readiness.written_and_read().well
    assert default_storage.listdir("") == ([], [])


@pytest.mark.once
def test_a_bucket_that_is_not_there_is_not_ready(in_bucket, settings, object_address):
    object_server.lead_to(settings, KAURI_S3_ENDPOINT=object_address)

    assert "NoSuchBucket" in str(readiness.storage().text)
    assert not readiness.storage().well


@pytest.mark.once
def test_a_bucket_that_does_not_answer_is_not_ready(nobody_answers):
    assert not readiness.storage().well
    assert not readiness.written_and_read().well


@pytest.mark.once
def test_doctor_says_what_to_mend(nobody_answers):
    (finding,) = [one for one in diagnosis.findings(now=timezone.now()) if one.obj == "storage"]

    assert finding.is_serious()
    assert "KAURI_S3_BUCKET" in finding.hint


@pytest.mark.once
def test_doctor_stores_and_reads_a_file(in_bucket):
    (finding,) = [one for one in diagnosis.findings(now=timezone.now()) if one.obj == "storage"]

    assert "A file was stored, read and removed." in finding.msg


def test_a_backup_holds_what_lies_in_the_bucket(in_bucket, tmp_path):
    for _number in range(2):
        VersionFactory()
    told = io.StringIO()

    call_command("backup", str(tmp_path / "backup.tar.gz"), stdout=told)

    assert Version.objects.count() == 2
    assert "and 2 archives" in told.getvalue()


def test_no_backup_is_written_while_the_bucket_does_not_answer(in_bucket, settings, tmp_path):
    VersionFactory()
    object_server.lead_to(settings)

    with pytest.raises(CommandError, match=r"No backup was written\. The bucket of the archives"):
        call_command("backup", str(tmp_path / "backup.tar.gz"))

    assert list(tmp_path.glob("*.tar.gz")) == []


@pytest.mark.parametrize("validation", [True, False])
def test_a_worker_that_reaches_no_bucket_hands_its_match_back_as_it_was(
    in_bucket, settings, validation
):
    if validation:
        match = check_match(VersionFactory(status=Version.Status.CHECKING))
    else:
        match = tournament([VersionFactory(), VersionFactory()]).matches.get()
    object_server.lead_to(settings)
    cage, now = Isolation.BUBBLEWRAP, lambda: NOW
    worker = workers.Worker(name="worker-1", host="oak", isolation=cage, lease=LEASE, now=now)

    went_on = play.play_next(worker, validation=validation)

    match.refresh_from_db()
    assert (went_on, match.status, match.failures) == (False, Match.Status.QUEUED, 0)
    assert not Version.objects.filter(status=Version.Status.REFUSED).exists()
    assert "oak plays nothing: it cannot read the archives" in str(Incident.objects.get().text)
