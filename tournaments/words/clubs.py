"""What is said of clubs: who may join, organise and enter."""

from agents.words.speech import Catalogue

SENTENCES: Catalogue = {
    "no-club-with-code": "No club has this code. Ask its organiser for the code of today.",
    "club-full": "{club} has {most} members, which is the most.",
    "too-many-clubs": "You are in {most} clubs, which is the most. Leave one first.",
    "last-club-organiser": "{club} needs an organiser. Make another member one first, or close "
    "the club.",
    "club-organisers-only": "Only the organisers of {club} may do that.",
    "club-removed-you": "You are no longer a member of {club}.",
    "organiser-takes-in": "Only the organiser of {tournament} may make it a tournament of a club.",
    "too-late-for-club": "{tournament} has begun, or the club is closed, so it cannot become the "
    "club's.",
    "entrant-no-member": "{version} is of somebody who is not in the club.",
    "members-only": "{tournament} is for members of {club}.",
}
