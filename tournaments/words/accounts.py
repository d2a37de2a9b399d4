"""What is said of accounts: usernames and passwords."""

from agents.words.catalogue import Catalogue

SENTENCES: Catalogue = {
    "username-alike": lambda: "A player has this username, or one that looks like it.",
    "player-closes": lambda player: f"Only {player} and staff may close this account.",
    "house-stays": lambda: "The house owns the bots of the site, so its account stays.",
    "last-administrator": lambda: "You are the last administrator. Make somebody else one first.",
    "organiser-left": lambda tournament: f"You organise {tournament} now: its organiser left.",
    "signup-code-wrong": lambda: "This code lets nobody in now. Ask the staff for another one.",
    "password-ends-tokens": lambda: "A new password ends all tokens for the API.",
}
