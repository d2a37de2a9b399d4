from engine.gametype import *
