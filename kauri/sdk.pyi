from agents.sdk import *
