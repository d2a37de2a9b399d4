"""The Django project and its one application: tournaments of bots, and their ratings."""

__version__ = "0.1.0"
