from engine.sentences import *
