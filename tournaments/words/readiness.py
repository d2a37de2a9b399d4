"""What is said of the platform's own health, for operators."""

from collections.abc import Sequence

from agents.words.catalogue import Catalogue
from agents.words.speech import number, say
from tournaments.words.figures import count, short


def _broker_answers(names: Sequence[str], lengths: Sequence[int]) -> str:
    waiting = (
        say("{length} in {name}", length=length, name=name)
        for name, length in zip(names, lengths, strict=True)
    )
    return say("It answers; messages: {waiting}.", waiting=", ".join(waiting))


SENTENCES: Catalogue = {
    "not-asked": lambda: say("It was not looked at, because the database does not answer."),
    "database-answers": lambda: say("It answers."),
    "database-silent": lambda error: say("The database does not answer: {error}", error=error),
    "site-database-silent": lambda: say(
        "The site cannot reach its database at the moment. Please try again in a minute."
    ),
    "site-database-refuses": lambda: say(
        "The site cannot use its database at the moment. Please try again in a minute."
    ),
    "site-migrations-missing": lambda: say(
        "This site is being set up or updated. Please try again in a minute."
    ),
    "database-refuses": lambda error: say("The database refused to say: {error}", error=error),
    "migrations-applied": lambda: say("All are applied."),
    "migrations-missing": lambda missing: say(
        "{missing} must still be applied.", missing=count(missing, "migration")
    ),
    "broker-answers": _broker_answers,
    "broker-silent": lambda error: error,
    "storage-read-only": lambda folder: say("{folder} cannot be written.", folder=folder),
    "storage-unreadable": lambda folder, error: say(
        "{folder} cannot be looked at: {error}", folder=folder, error=error
    ),
    "storage-free": lambda free, folder: say(
        "{free} GB are free in {folder}.", free=number(free / 1e9, ".1f"), folder=folder
    ),
    "storage-fails": lambda error: say("A file cannot be stored and read: {error}", error=error),
    "storage-works": lambda: say("A file was stored, read and removed."),
    "storage-changes-files": lambda: say("A file that was stored came back changed."),
    "bucket-silent": lambda error: say("The bucket does not answer: {error}", error=error),
    "bucket-answers": lambda bucket: say("The bucket {bucket} answers.", bucket=bucket),
    "tick-never": lambda: say("The tick has never been done."),
    "tick-last": lambda seconds: say(
        "The tick was last done {seconds} ago.", seconds=short(seconds)
    ),
    "workers-never": lambda: say("No worker has ever reported."),
    "workers-silent": lambda seconds: say(
        "The last worker reported {seconds} ago.", seconds=short(seconds)
    ),
    "workers-alive": lambda hosts, seconds: say(
        "{hosts} reported in the last {seconds} s.",
        hosts=count(hosts, "host"),
        seconds=number(seconds, ".0f"),
    ),
}
