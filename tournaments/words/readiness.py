"""What is said of the platform's own health, for operators."""

from collections.abc import Sequence

from agents.words.speech import Catalogue, say


def _broker_answers(names: Sequence[str], lengths: Sequence[int]) -> str:
    waiting = (
        say("{length} in {name}", length=length, name=name)
        for name, length in zip(names, lengths, strict=True)
    )
    return say("It answers; messages: {waiting}.", waiting=", ".join(waiting))


SENTENCES: Catalogue = {
    "not-asked": "It was not looked at, because the database does not answer.",
    "database-answers": "It answers.",
    "database-silent": "The database does not answer: {error}",
    "site-database-silent": "The site cannot reach its database at the moment. Please try again "
    "in a minute.",
    "site-database-refuses": "The site cannot use its database at the moment. Please try again in "
    "a minute.",
    "site-migrations-missing": "This site is being set up or updated. Please try again in a "
    "minute.",
    "database-refuses": "The database refused to say: {error}",
    "migrations-applied": "All are applied.",
    "migrations-missing": "{missing:migrations} must still be applied.",
    "broker-answers": _broker_answers,
    "broker-silent": lambda error: error,
    "storage-read-only": "{folder} cannot be written.",
    "storage-unreadable": "{folder} cannot be looked at: {error}",
    "storage-free": lambda free, folder: say(
        "{free:.1f} GB are free in {folder}.", free=free / 1e9, folder=folder
    ),
    "storage-fails": "A file cannot be stored and read: {error}",
    "storage-works": "A file was stored, read and removed.",
    "storage-changes-files": "A file that was stored came back changed.",
    "bucket-silent": "The bucket does not answer: {error}",
    "bucket-answers": "The bucket {bucket} answers.",
    "tick-never": "The tick has never been done.",
    "tick-last": "The tick was last done {seconds:short} ago.",
    "workers-never": "No worker has ever reported.",
    "workers-silent": "The last worker reported {seconds:short} ago.",
    "workers-alive": "{hosts:hosts} reported in the last {seconds:.0f} s.",
}
