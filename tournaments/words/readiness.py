"""What is said of the platform's own health, for operators."""

from collections.abc import Sequence

from agents.words.catalogue import Catalogue
from tournaments.words.figures import count, short


def _broker_answers(names: Sequence[str], lengths: Sequence[int]) -> str:
    waiting = (f"{length} in {name}" for name, length in zip(names, lengths, strict=True))
    return f"It answers; messages: {', '.join(waiting)}."


SENTENCES: Catalogue = {
    "not-asked": lambda: "It was not looked at, because the database does not answer.",
    "database-answers": lambda: "It answers.",
    "database-silent": lambda error: f"The database does not answer: {error}",
    "database-refuses": lambda error: f"The database refused to say: {error}",
    "migrations-applied": lambda: "All are applied.",
    "migrations-missing": lambda missing: f"{count(missing, 'migration')} must still be applied.",
    "broker-answers": _broker_answers,
    "broker-silent": lambda error: error,
    "storage-read-only": lambda folder: f"{folder} cannot be written.",
    "storage-unreadable": lambda folder, error: f"{folder} cannot be looked at: {error}",
    "storage-free": lambda free, folder: f"{free / 1e9:.1f} GB are free in {folder}.",
    "storage-fails": lambda error: f"A file cannot be stored and read: {error}",
    "storage-works": lambda: "A file was stored, read and removed.",
    "storage-changes-files": lambda: "A file that was stored came back changed.",
    "bucket-silent": lambda error: f"The bucket does not answer: {error}",
    "bucket-answers": lambda bucket: f"The bucket {bucket} answers.",
    "tick-never": lambda: "The tick has never been done.",
    "tick-last": lambda seconds: f"The tick was last done {short(seconds)} ago.",
    "workers-never": lambda: "No worker has ever reported.",
    "workers-silent": lambda seconds: f"The last worker reported {short(seconds)} ago.",
    "workers-alive": lambda hosts, seconds: (
        f"{count(hosts, 'host')} reported in the last {seconds:.0f} s."
    ),
}
