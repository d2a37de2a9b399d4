"""Texts of classes: looked up each time when somebody reads them."""

from django.utils.functional import lazy

from agents.words.speech import said, say

later = lazy(say, str)
"""The same as `say`, each time when it is read."""

said_later = lazy(said, str)
"""The same as `said`, likewise."""
