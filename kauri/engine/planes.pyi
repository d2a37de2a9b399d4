from engine.planes import *
