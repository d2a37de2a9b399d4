"""Removes the code and the logs of deleted versions, and the names of deleted bots from records.

Every step can be repeated: an interrupted run is done again from its beginning, by the next message
or by the nightly job.
"""

from datetime import datetime
from functools import partial

from django.db import connection, transaction
from django.db.models import QuerySet

from tournaments.machinery.caches import archive_cache
from tournaments.models import Game, Version
from tournaments.models.seats import BotSeat
from tournaments.services import incidents
from tournaments.words import Sentence

_BATCH = 200


def forget(*, now: datetime) -> int:
    """Forget every version that has been deleted; return how many there were."""
    rows = Version.objects.to_be_forgotten().select_related("bot").order_by("pk")
    return incidents.each(rows, partial(_forget, now=now), failed="forget-failed", now=now)


def keep_uploads_out() -> None:
    """Block uploads until this transaction is over; SQLite needs no lock for that."""
    if connection.vendor == "postgresql":
        table = connection.ops.quote_name(Version._meta.db_table)  # noqa: SLF001 - Django's own way
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {table} IN SHARE MODE")


def _forget(version: Version, *, now: datetime) -> bool:
    for seats in (version.seats.all(), version.casual_seats.all()):
        remove_logs(seats, now=now)
        _remove_details(seats)
    if version.bot.deleted_at:
        _rename_in_records(version)
    _remove_code(version, now)
    return True


def remove_logs(seats: QuerySet[BotSeat], *, now: datetime) -> int:
    """Remove what bots have printed at these seats; return at how many they had."""
    return seats.exclude(log="").update(log="", log_cuts=None, log_removed_at=now)


def _remove_details(seats: QuerySet[BotSeat]) -> None:
    with_details = seats.filter(fault__isnull=False).exclude(fault__detail="")
    changed = []
    for seat in with_details.only("fault").iterator(chunk_size=_BATCH):
        seat.fault = (seat.fault or {}) | {"detail": ""}
        changed.append(seat)
    seats.bulk_update(changed, ["fault"], batch_size=_BATCH)


def _rename_in_records(version: Version) -> None:
    """Replace the bot's name in the records of its games by its neutral name.

    Records in files have no names.
    """
    games = Game.objects.filter(seats__version=version, record_in_row__isnull=False).distinct()
    for pk in list(games.order_by("pk").values_list("pk", flat=True)):
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=pk)
            numbers = game.seats.filter(version=version).values_list("number", flat=True)
            for number in numbers if game.record_in_row else ():
                game.kept_record["seats"][number]["name"] = version.bot.name
            game.save(update_fields=["record_in_row"])


@transaction.atomic
def _remove_code(version: Version, now: datetime) -> None:
    """Delete the archive, unless another version has the same; then what reveals the code."""
    keep_uploads_out()
    field, name = version.archive, version.archive.name
    others = Version.objects.filter(archive=name, forgotten_at=None).exclude(pk=version.pk)
    if name and not others.exists():
        field.storage.delete(name)
        archive_cache.drop(version.sha256)
    if version.refusal:
        version.refusal = Sentence("refusal-forgotten")
    version.archive, version.stored_size, version.forgotten_at = "", 0, now
    version.save(update_fields=["archive", "stored_size", "refusal", "forgotten_at"])
