"""What is said of clubs: who may join, organise and enter."""

from agents.words.catalogue import Catalogue
from agents.words.speech import say

SENTENCES: Catalogue = {
    "no-club-with-code": lambda: say(
        "No club has this code. Ask its organiser for the code of today."
    ),
    "club-full": lambda club, most: say(
        "{club} has {most} members, which is the most.", club=club, most=most
    ),
    "too-many-clubs": lambda most: say(
        "You are in {most} clubs, which is the most. Leave one first.", most=most
    ),
    "last-club-organiser": lambda club: say(
        "{club} needs an organiser. Make another member one first, or close the club.", club=club
    ),
    "club-organisers-only": lambda club: say(
        "Only the organisers of {club} may do that.", club=club
    ),
    "club-removed-you": lambda club: say("You are no longer a member of {club}.", club=club),
    "organiser-takes-in": lambda tournament: say(
        "Only the organiser of {tournament} may make it a tournament of a club.",
        tournament=tournament,
    ),
    "too-late-for-club": lambda tournament: say(
        "{tournament} has begun, or the club is closed, so it cannot become the club's.",
        tournament=tournament,
    ),
    "entrant-no-member": lambda version: say(
        "{version} is of somebody who is not in the club.", version=version
    ),
    "members-only": lambda tournament, club: say(
        "{tournament} is for members of {club}.", tournament=tournament, club=club
    ),
}
