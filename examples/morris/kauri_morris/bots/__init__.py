"""House bots of Morris."""
