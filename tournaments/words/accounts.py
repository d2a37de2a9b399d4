"""What is said of accounts: usernames and passwords."""

from agents.words.catalogue import Catalogue
from agents.words.speech import say

SENTENCES: Catalogue = {
    "token-scope": lambda scopes: say(
        "This token may not do that. It takes a token with the scope {scopes}.", scopes=scopes
    ),
    "username-alike": lambda: say("A player has this username, or one that looks like it."),
    "player-closes": lambda player: say(
        "Only {player} and staff may close this account.", player=player
    ),
    "house-stays": lambda: say("The house owns the bots of the site, so its account stays."),
    "last-administrator": lambda: say(
        "You are the last administrator. Make somebody else one first."
    ),
    "organiser-left": lambda tournament: say(
        "You organise {tournament} now: its organiser left.", tournament=tournament
    ),
    "signup-code-wrong": lambda: say(
        "This code lets nobody in now. Ask the staff for another one."
    ),
    "password-ends-tokens": lambda: say(
        "A new password ends all tokens for the API, and what they set: webhook, feed, public code."
    ),
}
