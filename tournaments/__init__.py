"""The Django project and its one application: tournaments of bots, and their ratings."""

from engine import __version__ as __version__
