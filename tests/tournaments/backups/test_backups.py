"""The drill: play, back up while a worker plays, restore elsewhere, compare."""

import gzip
import hashlib
import io
import json
import os
import re
import tarfile
import threading
from datetime import timedelta

import pytest
from django.apps import apps
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from tests.tournaments.factories import (
    LEASE,
    NOW,
    PlayerFactory,
    VersionFactory,
    claimed,
    outcome,
    play_out,
    variant,
)
from tournaments import backups, tasks
from tournaments.models import (
    BackupProof,
    Game,
    GameFile,
    Incident,
    LastDone,
    Notice,
    Player,
    RecordFile,
    Version,
)
from tournaments.services.playing import reports
from tournaments.services.upkeep import record_files

pytestmark = pytest.mark.django_db(transaction=True)

STILL = ["Player", "Bot", "Version", "Tournament", "Match", "Variant", "Seat"]
"""Tables whose number of rows does not change while matches are played."""

LOOK = """
import json
import os
from django.apps import apps
from tournaments.models import *
models = apps.get_app_config("tournaments").get_models()
rated = Game.objects.filter(ended_at__isnull=False, match__pairing__isnull=False)
print(json.dumps({
    "rows": {m.__name__: m.objects.count() for m in models},
    "finished": rated.count(),
    "entered": rated.filter(is_waiting=False).count(),
    "entries": LedgerEntry.objects.filter(game__in=rated).count(),
    "archives": [v.sha256 for v in Version.objects.all() if len(v.read_archive()) == v.size],
    "running": Match.objects.filter(status="running").count(),
    "waiting": Match.objects.filter(status="queued").count(),
    "anew": Match.objects.filter(status="queued", replaced_seeds__why="restored").count(),
}))
"""


def test_the_drill(played, backup, elsewhere):
    half = claimed(played[0])
    game = half.games.get(number=1)
    reports.report(half, game, outcome(game), now=NOW, lease=LEASE)
    before = _finished()
    worker = threading.Thread(target=_play, args=(played[1:],))

    worker.start()
    path = backup()
    worker.join()

    done = elsewhere.manage("restore", str(path))
    assert done.returncode == 0, done.stderr
    assert "the ledger equals the live ratings" in done.stdout
    found = json.loads(elsewhere.manage("shell", "--verbosity", "0", "--command", LOOK).stdout)
    assert {name: found["rows"][name] for name in STILL} == _rows()
    assert before <= found["finished"] <= _finished()
    # The last one may have been reported and not yet rated at that moment.
    assert found["finished"] - 1 <= found["entered"] <= found["finished"]
    assert found["entries"] == 2 * found["entered"]
    assert len(found["archives"]) == 3
    assert found["running"] == 0
    assert found["anew"] == found["waiting"] > 0


def _play(matches):
    try:
        for match in matches:
            play_out(match)
    finally:
        connection.close()


def _finished():
    return Game.objects.filter(ended_at__isnull=False).count()


def _rows():
    models = {model.__name__: model for model in apps.get_app_config("tournaments").get_models()}
    return {name: models[name].objects.count() for name in STILL}


def test_what_is_in_use_is_replaced_only_when_told_so(played, backup):
    path = backup()
    Player.objects.create_user("eve")

    with pytest.raises(CommandError, match=r"There are 5 players here already. Add --replace"):
        call_command("restore", str(path))
    assert Player.objects.count() == 5
    restore(path)

    assert not Player.objects.filter(username="eve").exists()
    assert Player.objects.count() == 4


def test_nothing_is_restored_while_a_worker_plays(played, backup):
    path = backup()
    claimed(played[0], now=timezone.now())

    with pytest.raises(CommandError, match=r"Nothing was restored. A worker is playing"):
        call_command("restore", str(path), "--replace")


def test_a_backup_is_noted_and_readable_by_its_owner_alone(played, backup):
    path = backup()

    assert LastDone.when("backup") is not None
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_backup_never_replaces_a_file(played, backup, tmp_path):
    path = backup()

    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", str(path))


def test_nothing_is_left_beside_the_backup(played, backup, tmp_path):
    path = backup()

    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == [path.name]
    assert not list(tmp_path.glob(".kauri*"))


def test_an_archive_that_is_missing_is_named(played, backup, tmp_path):
    version = Version.objects.first()
    version.archive.storage.delete(version.archive.name)

    with pytest.raises(CommandError, match=version.sha256):
        backup()


def test_a_published_file_of_games_is_in_it_and_named_where_it_is_missing(played, backup):
    content = b"games"
    name = default_storage.save("games/00/00.gz", ContentFile(content))
    digest = hashlib.sha256(content).hexdigest()
    GameFile.objects.create(
        variant=variant(), month=NOW.date().replace(day=1), content=name, sha256=digest,
        size=len(content), games=1, withdrawn=0, made_at=NOW,
    )  # fmt: skip

    with tarfile.open(backup()) as tar:
        assert f"uploads/{name}" in tar.getnames()
    default_storage.delete(name)
    with pytest.raises(CommandError, match=name):
        backup()


def test_files_of_records_are_in_it_and_a_restore_looks_for_each(played, backup):
    game = Game.objects.exclude(ended_at=None).first()
    record, path = game.record, backup().parent
    record_files.move(now=NOW + timedelta(days=300))
    file, whole = RecordFile.objects.get(), backup()
    default_storage.delete(str(file))
    before = set(path.glob("*.tar.gz"))
    with pytest.raises(CommandError, match=file.sha256):
        backup()
    (without,) = set(path.glob("*.tar.gz")) - before

    restore(whole)
    assert Game.objects.get(pk=game.pk).record == record

    default_storage.delete(str(file))
    with pytest.raises(CommandError, match=f"missing or damaged: {file}"):
        restore(without)


@pytest.mark.parametrize("wanted", [True, False])
def test_the_secret_key_is_in_it_only_where_asked_for(backup, wanted):
    path = backup(*["--with-secret-key"] * wanted)

    with tarfile.open(path) as tar:
        assert ("secret-key" in tar.getnames()) == wanted


def restore(path):
    call_command("restore", str(path), "--replace", stdout=io.StringIO())


def rewritten(path, **changes):
    """The backup with parts changed (bytes) or left out (None)."""
    with tarfile.open(path) as old:
        parts = {one.name: old.extractfile(one).read() for one in old}
    parts |= {name.replace("__", "."): data for name, data in changes.items()}
    other = path.with_name("changed.tar.gz")
    with tarfile.open(other, "w:gz") as new:
        for name, data in parts.items():
            if data is not None:
                member = tarfile.TarInfo(name)
                member.size = len(data)
                new.addfile(member, io.BytesIO(data))
    return other


def changed_manifest(path, **changes):
    with tarfile.open(path) as tar:
        document = json.load(tar.extractfile("manifest.json"))
    return rewritten(path, manifest__json=json.dumps(document | changes).encode())


def database_part():
    return "database.sqlite3" if connection.vendor == "sqlite" else "database.dump"


def test_a_damaged_database_is_noticed_before_anything_is_touched(played, backup):
    path = rewritten(backup(), **{database_part(): b"not what it was"})

    with pytest.raises(CommandError, match=f"damaged: the checksum of {database_part()}"):
        restore(path)

    assert Player.objects.count() == 4


def test_a_part_that_is_missing_is_named(backup):
    with pytest.raises(CommandError, match=f"{database_part()} is missing"):
        restore(rewritten(backup(), **{database_part(): None}))


def test_a_part_too_many_is_named(backup):
    with pytest.raises(CommandError, match="extra does not belong to it"):
        restore(rewritten(backup(), extra=b"?"))


def test_half_a_file_is_refused(played, backup):
    path = backup()
    path.write_bytes(path.read_bytes()[:-200])

    with pytest.raises(CommandError, match="cannot be read to its end"):
        restore(path)


def test_a_file_that_is_no_backup_is_refused(tmp_path):
    path = tmp_path / "letter.gz"
    path.write_bytes(gzip.compress(b"Dear Alice"))

    with pytest.raises(CommandError, match="cannot be read to its end"):
        restore(path)


def test_a_link_in_a_backup_is_refused(tmp_path):
    path = tmp_path / "links.tar.gz"
    with tarfile.open(path, "w:gz") as tar:
        link = tarfile.TarInfo("uploads/link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)

    with pytest.raises(CommandError, match="'uploads/link' in it is no regular file"):
        restore(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 2}, "It has format 2, and this version of Kauri reads format 1"),
        ({"database": "oracle"}, "It was made of oracle, and this installation uses"),
        ({"migrations": ["tournaments.0999_later"]}, "a newer version of Kauri .* Update Kauri"),
    ],
)
def test_what_this_version_cannot_restore_it_refuses(backup, changes, message):
    with pytest.raises(CommandError, match=message):
        restore(changed_manifest(backup(), **changes))


def test_a_torn_archive_is_reported(backup):
    version = VersionFactory()
    with version.archive.open("wb") as file:
        file.write(b"torn")

    with pytest.raises(CommandError, match="are missing or damaged"):
        backup()


def databases():
    """Our database and those named after it; none on SQLite. Other tests make theirs meanwhile."""
    if connection.vendor == "sqlite":
        return set()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT datname FROM pg_database WHERE starts_with(datname, current_database())"
        )
        return {name for (name,) in cursor.fetchall()}


def test_a_proof_restores_into_nowhere_and_leaves_nothing(played, backup, own_slots, tmp_path):
    path, before, there = backup(), _rows(), databases()
    said = io.StringIO()

    call_command("restore", str(path), "--dry-run", stdout=said)

    assert "was restored into nowhere, and all of it agreed" in said.getvalue()
    assert BackupProof.last_good() == BackupProof.objects.get().at
    assert (_rows(), databases()) == (before, there)
    assert not (tmp_path / "proof").exists()


def test_a_night_proves_the_newest_backup_and_tells_staff_of_a_bad_one(
    backup, own_slots, tmp_path, settings
):
    settings.BACKUPS = str(tmp_path)
    carol, old = PlayerFactory(is_staff=True), backup()
    bad = rewritten(old, **{database_part(): b"not what it was"})
    os.utime(old, (1, 1))

    proof = tasks._last_jobs()["proof"](timezone.now())

    assert (proof.file, BackupProof.last_good()) == (bad.name, None)
    assert "the checksum of" in proof.trouble
    assert f"{bad.name} could not be restored" in str(Incident.objects.get().text)
    assert Notice.objects.get(player=carol).link == proof.get_absolute_url()


def test_a_night_without_a_backup_says_so(own_slots, tmp_path, settings):
    settings.BACKUPS = str(tmp_path)

    assert backups.prove_newest(now=NOW).trouble == f"There is no backup in {tmp_path}."
    settings.BACKUPS = ""
    assert tasks._last_jobs() == {}


def broken_off(path):
    """The backup with half of its database, of which the manifest says nothing."""
    with tarfile.open(path) as tar:
        document = json.load(tar.extractfile("manifest.json"))
        data = tar.extractfile(database_part()).read()
    half = data[: len(data) // 2]
    part = {"sha256": hashlib.sha256(half).hexdigest(), "size": len(half)}
    document["parts"][database_part()] = part
    changes = {database_part(): half, "manifest.json": json.dumps(document).encode()}
    return rewritten(path, **changes)


def test_a_load_that_breaks_off_leaves_what_was_there(played, backup):
    path, before = broken_off(backup()), _rows()

    with pytest.raises(CommandError, match="Nothing was restored"):
        restore(path)

    assert _rows() == before
    restore(backup())  # nothing is in its way


ANY = {"sha256": "", "size": 1}
NO_PARTS = ("uploads/../../x", "uploads//tmp/x", "uploads/", "/tmp/x", "x")


FORGED = [
    {"parts": {}},
    {"parts": [1]},
    {"parts": {"uploads/x": {"size": 1}}},
    {"unknown": 1},
    *({"parts": {"database.sqlite3": ANY, "database.dump": ANY, one: ANY}} for one in NO_PARTS),
]


def test_a_forged_manifest_is_refused_before_anything_is_touched(played, backup):
    before, path, told = _rows(), backup(), []
    for changes in FORGED:
        with pytest.raises(CommandError) as refused:
            restore(changed_manifest(path, **changes))
        told.append((changes, str(refused.value)))
        assert _rows() == before, changes

    said = re.compile(r"manifest is damaged|parts that no backup of Kauri")
    assert [one for one in told if not said.search(one[1])] == []
