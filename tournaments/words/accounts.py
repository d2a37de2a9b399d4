"""What is said of accounts: usernames and passwords."""

from agents.words.catalogue import Catalogue

SENTENCES: Catalogue = {
    "username-alike": lambda: "A player has this username, or one that looks like it.",
    "password-ends-tokens": lambda: "A new password ends all tokens for the API.",
}
