"""What is said of versions: their checks, their pauses, and what they may not play."""

from agents.words.speech import Catalogue

SENTENCES: Catalogue = {
    "bot-fault": lambda kind, summary, detail: f"{summary}\n\n{detail}".strip(),  # noqa: ARG005
    "owner-checks-again": "Only {owner} may have {version} checked again.",
    "owner-resumes": "Only {owner} may have {version} tried again.",
    "could-not-be-checked": "{version} could not be checked, and it is not the bot's fault. Try "
    "again later.",
    "keeps-failing": "{failed} of its last {games} games ended by its own fault.",
    "version-was-paused": "{version} is paused: {why} Its matches wait until you have it tried "
    "again.",
    "version-paused": "{version} is paused: {why}",
    "version-not-accepted": "{version} has not been accepted, so it cannot play.",
    "version-held-back": "{version} is held back until a trial shows it is better.",
    "version-hidden": "{version} is hidden, so it cannot play.",
    "version-was-deleted": "{version} was deleted.",
    "refusal-forgotten": "Why it was refused was deleted with its code.",
    "archive-deleted": "The code of {version} was deleted.",
    "archive-missing": "The archive of {version} is missing: {file}",
    "archive-damaged": "The archive of {version} is damaged: {why}.",
    "archive-unread": "The archive of {version} cannot be read: {why}",
    "archive-unwritten": "The archive of {version} cannot be stored: {why}",
    "storage-away": "The storage of the bots' code does not answer. Nothing was changed. Please "
    "try again in a few minutes.",
    "bucket-refuses": "The bucket of the archives refuses: {why}",
    "version-does-not-play": "{version} does not play {game}. It plays {plays:list}.",
    "no-version-plays": "{bot} has no version that plays {game}.",
}
