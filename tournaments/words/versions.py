"""What is said of versions: their checks, their pauses, and what they may not play."""

from agents.words.catalogue import Catalogue

SENTENCES: Catalogue = {
    "bot-fault": lambda kind, summary, detail: f"{summary}\n\n{detail}".strip(),  # noqa: ARG005
    "owner-checks-again": lambda owner, version: f"Only {owner} may have {version} checked again.",
    "owner-resumes": lambda owner, version: f"Only {owner} may have {version} tried again.",
    "could-not-be-checked": lambda version: (
        f"{version} could not be checked, and it is not the bot's fault. Try again later."
    ),
    "keeps-failing": lambda failed, games: (
        f"{failed} of its last {games} games ended by its own fault."
    ),
    "version-was-paused": lambda version, why: (
        f"{version} is paused: {why} Its matches wait until you have it tried again."
    ),
    "version-paused": lambda version, why: f"{version} is paused: {why}",
    "version-not-accepted": lambda version: f"{version} has not been accepted, so it cannot play.",
    "version-held-back": lambda version: (
        f"{version} is held back until a trial shows it is better."
    ),
    "version-hidden": lambda version: f"{version} is hidden, so it cannot play.",
    "version-was-deleted": lambda version: f"{version} was deleted.",
    "refusal-forgotten": lambda: "Why it was refused was deleted with its code.",
    "archive-deleted": lambda version: f"The code of {version} was deleted.",
    "archive-missing": lambda version, file: f"The archive of {version} is missing: {file}",
    "archive-damaged": lambda version, why: f"The archive of {version} is damaged: {why}.",
    "archive-unread": lambda version, why: f"The archive of {version} cannot be read: {why}",
    "archive-unwritten": lambda version, why: f"The archive of {version} cannot be stored: {why}",
    "storage-away": lambda: (
        "The storage of the bots' code does not answer. "
        "Nothing was changed. Please try again in a few minutes."
    ),
    "bucket-refuses": lambda why: f"The bucket of the archives refuses: {why}",
    "version-does-not-play": lambda version, game: f"{version} does not play {game}.",
    "no-version-plays": lambda bot, game: (
        f"No version of {bot} that plays {game} has been accepted."
    ),
}
