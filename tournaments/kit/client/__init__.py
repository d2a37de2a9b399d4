"""A client of a site's API: a method for each of its addresses, each one request.

    with Client("https://kauri.example.org", token) as site:
        version = site.upload("sower", Path("bot.py"))
        while version["status"] == "checking":
            ...

Answers are the JSON that docs/60-api.md describes; lists are iterators that read page by page.
Before its first request a client asks the site for its version, and refuses to go on
where bots speak another protocol.
"""

from tournaments.kit.client.answers import (
    Analysis,
    Bot,
    CasualGame,
    Game,
    Log,
    Match,
    Site,
    Standing,
    Tournament,
    Version,
)
from tournaments.kit.client.bots import Bots
from tournaments.kit.client.matches import Matches
from tournaments.kit.client.notices import Notices
from tournaments.kit.client.people import People
from tournaments.kit.client.ratings import Ratings
from tournaments.kit.client.remote import RemoteBots
from tournaments.kit.client.tournaments import Tournaments

__all__ = [
    "Analysis",
    "Bot",
    "CasualGame",
    "Client",
    "Game",
    "Log",
    "Match",
    "Site",
    "Standing",
    "Tournament",
    "Version",
]


class Client(Bots, Matches, Tournaments, Ratings, People, Notices, RemoteBots):
    """A site, by its address and perhaps a token; a context manager.

    Every call raises Refused with the site's own sentence, Unreachable, or OtherProtocol.
    """
