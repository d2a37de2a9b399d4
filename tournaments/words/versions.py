"""What is said of versions: their checks, their pauses, and what they may not play."""

from agents.words.catalogue import Catalogue
from agents.words.speech import listed, say

SENTENCES: Catalogue = {
    "bot-fault": lambda kind, summary, detail: f"{summary}\n\n{detail}".strip(),  # noqa: ARG005
    "owner-checks-again": lambda owner, version: say(
        "Only {owner} may have {version} checked again.", owner=owner, version=version
    ),
    "owner-resumes": lambda owner, version: say(
        "Only {owner} may have {version} tried again.", owner=owner, version=version
    ),
    "could-not-be-checked": lambda version: say(
        "{version} could not be checked, and it is not the bot's fault. Try again later.",
        version=version,
    ),
    "keeps-failing": lambda failed, games: say(
        "{failed} of its last {games} games ended by its own fault.", failed=failed, games=games
    ),
    "version-was-paused": lambda version, why: say(
        "{version} is paused: {why} Its matches wait until you have it tried again.",
        version=version,
        why=why,
    ),
    "version-paused": lambda version, why: say(
        "{version} is paused: {why}", version=version, why=why
    ),
    "version-not-accepted": lambda version: say(
        "{version} has not been accepted, so it cannot play.", version=version
    ),
    "version-held-back": lambda version: say(
        "{version} is held back until a trial shows it is better.", version=version
    ),
    "version-hidden": lambda version: say(
        "{version} is hidden, so it cannot play.", version=version
    ),
    "version-was-deleted": lambda version: say("{version} was deleted.", version=version),
    "refusal-forgotten": lambda: say("Why it was refused was deleted with its code."),
    "archive-deleted": lambda version: say("The code of {version} was deleted.", version=version),
    "archive-missing": lambda version, file: say(
        "The archive of {version} is missing: {file}", version=version, file=file
    ),
    "archive-damaged": lambda version, why: say(
        "The archive of {version} is damaged: {why}.", version=version, why=why
    ),
    "archive-unread": lambda version, why: say(
        "The archive of {version} cannot be read: {why}", version=version, why=why
    ),
    "archive-unwritten": lambda version, why: say(
        "The archive of {version} cannot be stored: {why}", version=version, why=why
    ),
    "storage-away": lambda: say(
        "The storage of the bots' code does not answer. Nothing was changed. Please try "
        "again in a few minutes."
    ),
    "bucket-refuses": lambda why: say("The bucket of the archives refuses: {why}", why=why),
    "version-does-not-play": lambda version, game, plays: say(
        "{version} does not play {game}. It plays {plays}.",
        version=version,
        game=game,
        plays=listed(plays),
    ),
    "no-version-plays": lambda bot, game: say(
        "{bot} has no version that plays {game}.", bot=bot, game=game
    ),
}
