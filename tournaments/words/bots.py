"""What is said of bots and versions: names, uploads, checks, pauses and bans."""

from agents.words.speech import Catalogue

SENTENCES: Catalogue = {
    "bot-name-taken": "There is a bot named like “{name}” already. Choose another name.",
    "bot-name-mixed": "Write the name in letters of one script only.",
    "bot-name-reserved": "“{name}” is kept for a page of this site. Choose another name.",
    "bot-name-of-the-house": "“{name}” looks like a house bot. Choose another name.",
    "owner-uploads": "Only {owner} may upload versions of {bot}.",
    "owner-enters": "Only {owner} may enter {bot}.",
    "owner-takes-out": "Only {owner} may take {bot} out.",
    "too-many-bots": "You may have {most} bots. Delete one to make another.",
    "too-many-unchecked": "{waiting} of your versions are still being checked. At most {most} can "
    "wait. Upload again when one is checked.",
    "storage-full": "With this upload your versions would take {held:mib}, compressed. You may "
    "store {most:mib}. Upload less, for example without large data files.",
    "bot-banned": "{bot} is banned: {reason}",
    "was-banned": "{banned} was banned: {reason}",
    "bot-was-unbanned": "{bot} is no longer banned.",
    "bot-banned-cannot-play": "{bot} is banned, so it cannot play.",
    "owner-decides": "Only {author} and staff may do that with {what}.",
    "owner-publishes": "Only {author} may decide who reads the code of {version}.",
    "owner-changes": "Only {author} may change {bot}.",
    "owner-reads-code": "Only {author} may see the code of {version}.",
    "draft-changed": "This draft was changed elsewhere, for example in another tab. Nothing is "
    "lost: save yours as a new draft, or open the other one.",
    "draft-no-text": "{name} is no text, so the workshop cannot open it.",
    "draft-too-large": "A draft has at most {most} KiB of text.",
    "draft-not-files": "A draft is a list of files, each with a name and a text.",
    "too-many-drafts": "You have {most} drafts, which is the most. Delete one to save another.",
    "bot-deleted": "{bot} is deleted, so it takes no uploads.",
    "code-was-deleted": "You have deleted this code, as {version}. Change it to upload it again.",
    "forget-failed": "The code of {row} could not be removed: {error}",
    "ban-without-reason": "A ban needs a reason.",
    "version-banned": "{version} is banned: {reason}",
    "staff-only": "Only staff may do that.",
    "staff-needs-reason": "Give a reason. The trail keeps it.",
    # Versions: their checks, their pauses, and what they may not play.
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
    "remote-needs-open": "{bot} plays remotely. Only a tournament that is open to remote bots "
    "takes it.",
    "version-held-back": "{version} is held back until a trial shows it is better.",
    "version-hidden": "{version} is hidden, so it cannot play.",
    "version-was-deleted": "{version} was deleted.",
    "refusal-forgotten": "Why it was refused was deleted with its code.",
    "archive-deleted": "The code of {version} was deleted.",
    "archive-remote": "{version} plays remotely, so the site has no code of it.",
    "bot-is-remote": "{bot} plays remotely, so the site takes no code of it.",
    "bot-is-hosted": "{bot} is not a remote bot. Its versions are uploads.",
    "version-is-remote": "{version} plays remotely, so the site cannot run it.",
    "remote-games-unknown": "{why}",
    "remote-version-was-deleted": "You have deleted {version}, which has the same identity. Give "
    "another one.",
    "archive-missing": "The archive of {version} is missing: {file}",
    "archive-damaged": "The archive of {version} is damaged: {why}.",
    "archive-unread": "The archive of {version} cannot be read: {why}",
    "archive-unwritten": "The archive of {version} cannot be stored: {why}",
    "storage-away": "The storage of the site's files does not answer. Nothing was changed. Please "
    "try again in a few minutes.",
    "bucket-refuses": "The bucket of the archives refuses: {why}",
    "version-does-not-play": "{version} does not play {game}. It plays {plays:list}.",
    "no-version-plays": "No version of {bot} plays {game}, or the one that does is paused.",
}
