#!/usr/bin/env python
"""Kauri's command line: `python manage.py help` lists what it can do."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")
    from django.core.management import execute_from_command_line
    from django.db import Error

    from tournaments.machinery.setup.environment import SettingError

    try:
        execute_from_command_line(sys.argv)
    except SettingError as error:
        sys.exit(str(error))
    except Error:
        # Only now: it needs the settings.
        from tournaments.management import preflight

        is_migrating = sys.argv[1] in {"migrate", "run"}
        if trouble := preflight.database_trouble(is_migrating=is_migrating):
            sys.exit(trouble)
        raise
