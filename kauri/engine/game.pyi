from engine.game import *
