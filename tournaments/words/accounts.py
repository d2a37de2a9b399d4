"""What is said of accounts: usernames and passwords."""

from agents.words.speech import Catalogue

SENTENCES: Catalogue = {
    "token-scope": "This token may not do that. It takes a token with the scope {scopes}.",
    "username-alike": "A player has this username, or one that looks like it.",
    "player-closes": "Only {player} and staff may close this account.",
    "house-stays": "The house owns the bots of the site, so its account stays.",
    "last-administrator": "You are the last administrator. Make somebody else one first.",
    "organiser-left": "You organise {tournament} now: its organiser left.",
    "signup-code-wrong": "This code lets nobody in now. Ask the staff for another one.",
    "password-ends-tokens": "A new password ends all tokens for the API, and what they set: "
    "webhook, feed, public code.",
}
