"""A good bot: computes, keeps a file, reads its input, uses the engine and prints."""

import fractions
import json
import os
import random

import agents.sdk
import engine

OUTCOME = "got ['notes.json']"


def attempt(call):
    with open("/tmp/notes.json", "w") as file:
        json.dump({"games": len(engine.games()), "bot": agents.sdk.Bot.__name__}, file)
    print("thinking", fractions.Fraction(1, 3), random.Random(1).random())
    return os.listdir("/tmp")
