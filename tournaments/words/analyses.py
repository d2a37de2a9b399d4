"""What is said of the analyses of games."""

from agents.words.catalogue import Catalogue
from agents.words.speech import say

SENTENCES: Catalogue = {
    "analysis-without-record": lambda: say(
        "The record of this game is kept no longer, so it cannot be analysed."
    ),
    "analysis-without-result": lambda: say(
        "This game ended without a result, so there is nothing to analyse."
    ),
    "analysis-of-old-rules": lambda: say(
        "This game followed rules that this engine plays no longer, so it cannot be analysed."
    ),
    "analysis-failed": lambda: say(
        "Three attempts to analyse this game failed, by no fault of yours. Staff can see why."
    ),
    "analyses-wait": lambda most: say(
        "{most} games wait for an analysis. Ask again in some minutes.", most=most
    ),
}
