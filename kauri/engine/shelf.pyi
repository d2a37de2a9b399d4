from engine.shelf import *
