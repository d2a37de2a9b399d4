from engine.facts import *
