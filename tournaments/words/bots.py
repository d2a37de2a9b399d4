"""What is said of bots: their names, their uploads, and bans."""

from agents.sizes import mebibytes
from agents.words.catalogue import Catalogue

SENTENCES: Catalogue = {
    "bot-name-taken": lambda name: (
        f"There is a bot named like “{name}” already. Choose another name."
    ),
    "bot-name-reserved": lambda name: (
        f"“{name}” is kept for a page of this site. Choose another name."
    ),
    "bot-name-of-the-house": lambda name: f"“{name}” looks like a house bot. Choose another name.",
    "owner-uploads": lambda owner, bot: f"Only {owner} may upload versions of {bot}.",
    "owner-enters": lambda owner, bot: f"Only {owner} may enter {bot}.",
    "owner-takes-out": lambda owner, bot: f"Only {owner} may take {bot} out.",
    "too-many-bots": lambda most: f"You may have {most} bots. Delete one to make another.",
    "too-many-unchecked": lambda waiting, most: (
        f"{waiting} of your versions are still being checked. At most {most} can wait. "
        "Upload again when one is checked."
    ),
    "storage-full": lambda held, most: (
        f"With this upload your versions would take {mebibytes(held)}, compressed. "
        f"You may store {mebibytes(most)}. Upload less, for example without large data files."
    ),
    "bot-banned": lambda bot, reason: f"{bot} is banned: {reason}",
    "bot-was-banned": lambda bot, reason: f"{bot} was banned: {reason}",
    "bot-was-unbanned": lambda bot: f"{bot} is no longer banned.",
    "bot-banned-cannot-play": lambda bot: f"{bot} is banned, so it cannot play.",
    "owner-decides": lambda author, what: f"Only {author} and staff may do that with {what}.",
    "owner-publishes": lambda author, version: (
        f"Only {author} may decide who reads the code of {version}."
    ),
    "bot-deleted": lambda bot: f"{bot} is deleted, so it takes no uploads.",
    "code-was-deleted": lambda version: (
        f"You have deleted this code, as {version}. Change it to upload it again."
    ),
    "forget-failed": lambda row, error: f"The code of {row} could not be removed: {error}",
    "ban-without-reason": lambda: "A ban needs a reason.",
    "version-was-banned": lambda version, reason: f"{version} was banned: {reason}",
    "version-banned": lambda version, reason: f"{version} is banned: {reason}",
    "staff-only": lambda: "Only staff may do that.",
    "staff-needs-reason": lambda: "Give a reason. The trail keeps it.",
}
