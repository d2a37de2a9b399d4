from engine.values import *
