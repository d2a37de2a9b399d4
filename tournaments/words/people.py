"""What is said of accounts and clubs."""

from agents.words.speech import Catalogue

SENTENCES: Catalogue = {
    # What a teacher reads of a student's bot.
    "student-without-bot": "No bot yet.",
    "student-waits": "{version} is being checked.",
    "student-works": "{version} works.",
    "student-works-but": "{version} works. {why}",
    "student-refused": "{version} was refused: {why}",
    "student-banned": "{version} is banned.",
    "student-paused": "{version} is paused: {why}",
    "student-hidden": "{version} is hidden.",
    "student-plays-other": "{version} does not play {game}.",
    # Accounts: usernames, passwords and tokens.
    "token-scope": "This token may not do that. It takes a token with the scope {scopes}.",
    "username-alike": "A player has this username, or one that looks like it.",
    "player-closes": "Only {player} and staff may close this account.",
    "house-stays": "The house owns the bots of the site, so its account stays.",
    "last-administrator": "You are the last administrator. Make somebody else one first.",
    "organiser-left": "You organise {tournament} now: its organiser left.",
    "signup-code-wrong": "This code lets nobody in now. Ask the staff for another one.",
    "password-ends-tokens": "A new password ends all tokens for the API, and what they set: "
    "webhook, feed, public code.",
    # Clubs: who may join, organise and enter.
    "no-club-with-code": "No club has this code. Ask its organiser for the code of today.",
    "club-full": "{club} has {most} members, which is the most.",
    "too-many-clubs": "You are in {most} clubs, which is the most. Leave one first.",
    "last-club-organiser": "{club} needs an organiser. Make another member one first, or close "
    "the club.",
    "club-organisers-only": "Only the organisers of {club} may do that.",
    "too-many-steps": "{club} has {most} steps, which is the most. Delete one first.",
    "club-removed-you": "You are no longer a member of {club}.",
    "organiser-takes-in": "Only the organiser of {tournament} may make it a tournament of a club.",
    "too-late-for-club": "{tournament} has begun, or the club is closed, so it cannot become the "
    "club's.",
    "entrant-no-member": "{version} is of somebody who is not in the club.",
    "members-only": "{tournament} is for members of {club}.",
}
