"""Records of games that have left their rows: files that never change."""

import gzip
import hashlib
import json
import zlib
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, groupby, starmap
from typing import Any

from django.db import models

from tournaments.errors import RecordUnavailable, StorageUnavailable
from tournaments.models import stored_files
from tournaments.models.variants import Variant

BLOCK = 16
"""How many games are compressed as one, and so unpacked for one of them."""


def record_file_name(file: "RecordFile", _filename: str) -> str:
    """The path of a file of records in the storage, by the hash of its content."""
    return f"records/{file.sha256[:2]}/{file.sha256}.gz"


class RecordFile(models.Model):
    """Records of games of a variant that ended in a month of UTC, as gzipped JSON Lines.

    The file is a heading and then blocks of games, each a gzip member of its own. So one record is
    read by a range of bytes. In the place of names it has those of `neutral`: a name may have to
    go, and the file never changes.
    """

    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="record_files")
    month = models.DateField(help_text="its first day")
    content = models.FileField(upload_to=record_file_name, max_length=120)
    sha256 = models.CharField(max_length=64, unique=True, help_text="of the file, compressed")
    size = models.PositiveBigIntegerField(help_text="bytes")
    games = models.PositiveIntegerField()
    starts = models.JSONField(help_text="where each block begins, and where the last one ends")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["variant", "month", "pk"]

    def __str__(self) -> str:
        return str(self.content.name)

    def lines(self, numbers: Collection[int]) -> dict[int, dict[str, Any]]:
        """The lines of games by their numbers in the file; neighbouring blocks in one request.

        Raises RecordUnavailable, and StorageUnavailable.
        """
        blocks = {number // BLOCK for number in numbers}
        try:
            texts = dict(chain.from_iterable(starmap(self._unpacked, _runs(blocks))))
            return {number: json.loads(texts[number]) for number in numbers}
        except FileNotFoundError as error:
            raise RecordUnavailable("record-file-missing", file=str(self)) from error
        except StorageUnavailable:
            raise
        except (OSError, EOFError, zlib.error, ValueError, LookupError) as error:
            raise self.damage from error

    def verify(self) -> None:
        """Read all of it back. Raises RecordUnavailable if it is not what was written."""
        try:
            with self.content.storage.open(str(self)) as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except FileNotFoundError as error:
            raise RecordUnavailable("record-file-missing", file=str(self)) from error
        if digest != self.sha256:
            raise self.damage

    @property
    def damage(self) -> RecordUnavailable:
        """The error that says so."""
        return RecordUnavailable("record-file-damaged", file=str(self))

    def _unpacked(self, first: int, last: int) -> Iterator[tuple[int, bytes]]:
        """The lines of neighbouring blocks, with the numbers of their games."""
        start, stop = self.starts[first], self.starts[last + 1]
        packed = stored_files.piece(self.content.storage, str(self), start, stop)
        return enumerate(gzip.decompress(packed).splitlines(), first * BLOCK)


def neutral(bot: int) -> str:
    """How files that never change name a bot."""
    return f"bot-{bot}"


def with_names(record: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """The record with these names at its seats, each in the place of the one before."""
    seats = [seat | {"name": name} for seat, name in zip(record["seats"], names, strict=True)]
    return record | {"seats": seats}


def _runs(blocks: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of each run of neighbours."""
    for _distance, run in groupby(enumerate(sorted(blocks)), lambda place: place[1] - place[0]):
        numbers = [number for _place, number in run]
        yield numbers[0], numbers[-1]
