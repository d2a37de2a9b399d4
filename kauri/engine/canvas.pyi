from engine.canvas import *
