from engine.machine import *
