from agents.values import *
