"""What is said of bots: their names, their uploads, and bans."""

from agents.words.catalogue import Catalogue
from agents.words.speech import mebibytes, say

SENTENCES: Catalogue = {
    "bot-name-taken": lambda name: say(
        "There is a bot named like “{name}” already. Choose another name.", name=name
    ),
    "bot-name-reserved": lambda name: say(
        "“{name}” is kept for a page of this site. Choose another name.", name=name
    ),
    "bot-name-of-the-house": lambda name: say(
        "“{name}” looks like a house bot. Choose another name.", name=name
    ),
    "owner-uploads": lambda owner, bot: say(
        "Only {owner} may upload versions of {bot}.", owner=owner, bot=bot
    ),
    "owner-enters": lambda owner, bot: say("Only {owner} may enter {bot}.", owner=owner, bot=bot),
    "owner-takes-out": lambda owner, bot: say(
        "Only {owner} may take {bot} out.", owner=owner, bot=bot
    ),
    "too-many-bots": lambda most: say(
        "You may have {most} bots. Delete one to make another.", most=most
    ),
    "too-many-unchecked": lambda waiting, most: say(
        "{waiting} of your versions are still being checked. At most {most} can wait. Upload "
        "again when one is checked.",
        waiting=waiting,
        most=most,
    ),
    "storage-full": lambda held, most: say(
        "With this upload your versions would take {held}, compressed. You may store {most}. "
        "Upload less, for example without large data files.",
        held=mebibytes(held),
        most=mebibytes(most),
    ),
    "bot-banned": lambda bot, reason: say("{bot} is banned: {reason}", bot=bot, reason=reason),
    "bot-was-banned": lambda bot, reason: say("{bot} was banned: {reason}", bot=bot, reason=reason),
    "bot-was-unbanned": lambda bot: say("{bot} is no longer banned.", bot=bot),
    "bot-banned-cannot-play": lambda bot: say("{bot} is banned, so it cannot play.", bot=bot),
    "owner-decides": lambda author, what: say(
        "Only {author} and staff may do that with {what}.", author=author, what=what
    ),
    "owner-publishes": lambda author, version: say(
        "Only {author} may decide who reads the code of {version}.", author=author, version=version
    ),
    "owner-changes": lambda author, bot: say(
        "Only {author} may change {bot}.", author=author, bot=bot
    ),
    "owner-reads-code": lambda author, version: say(
        "Only {author} may see the code of {version}.", author=author, version=version
    ),
    "bot-deleted": lambda bot: say("{bot} is deleted, so it takes no uploads.", bot=bot),
    "code-was-deleted": lambda version: say(
        "You have deleted this code, as {version}. Change it to upload it again.", version=version
    ),
    "forget-failed": lambda row, error: say(
        "The code of {row} could not be removed: {error}", row=row, error=error
    ),
    "ban-without-reason": lambda: say("A ban needs a reason."),
    "version-was-banned": lambda version, reason: say(
        "{version} was banned: {reason}", version=version, reason=reason
    ),
    "version-banned": lambda version, reason: say(
        "{version} is banned: {reason}", version=version, reason=reason
    ),
    "staff-only": lambda: say("Only staff may do that."),
    "staff-needs-reason": lambda: say("Give a reason. The trail keeps it."),
}
