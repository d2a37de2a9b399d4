"""The Django project and its one application: tournaments of bots, and their ratings."""
