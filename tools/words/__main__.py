"""usage: python -m tools.words update | missing

`update` writes all that pages say into locale/de/LC_MESSAGES/django.po: new texts without German,
the others with what they have, and none that nothing says any more. `missing` lists the texts that
have no German yet. docs/71-german.md tells how to go on.
"""

import importlib
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")
django.setup()
# It imports the models, for which Django must be set up.
sys.exit(importlib.import_module("tools.words.catalogue").main(sys.argv[1:], __doc__))
