"""What is said of the analyses of games."""

from agents.words.speech import Catalogue

SENTENCES: Catalogue = {
    "analysis-without-record": "The record of this game is kept no longer, so it cannot be "
    "analysed.",
    "analysis-without-result": "This game ended without a result, so there is nothing to analyse.",
    "analysis-of-old-rules": "This game followed rules that this engine plays no longer, so it "
    "cannot be analysed.",
    "analysis-failed": "Three attempts to analyse this game failed, by no fault of yours. Staff "
    "can see why.",
    "analyses-wait": "{most} games wait for an analysis. Ask again in some minutes.",
}
