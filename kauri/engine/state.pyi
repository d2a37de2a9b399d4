from engine.state import *
