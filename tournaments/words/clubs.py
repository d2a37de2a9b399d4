"""What is said of clubs: who may join, organise and enter."""

from agents.words.catalogue import Catalogue

SENTENCES: Catalogue = {
    "no-club-with-code": lambda: "No club has this code. Ask its organiser for the code of today.",
    "club-full": lambda club, most: f"{club} has {most} members, which is the most.",
    "too-many-clubs": lambda most: f"You are in {most} clubs, which is the most. Leave one first.",
    "last-club-organiser": lambda club: (
        f"{club} needs an organiser. Make another member one first, or close the club."
    ),
    "club-organisers-only": lambda club: f"Only the organisers of {club} may do that.",
    "club-removed-you": lambda club: f"You are no longer a member of {club}.",
    "organiser-takes-in": lambda tournament: (
        f"Only the organiser of {tournament} may make it a tournament of a club."
    ),
    "too-late-for-club": lambda tournament: (
        f"{tournament} has begun, or the club is closed, so it cannot become the club's."
    ),
    "entrant-no-member": lambda version: f"{version} is of somebody who is not in the club.",
    "members-only": lambda tournament, club: f"{tournament} is for members of {club}.",
}
