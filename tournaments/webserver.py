"""The web server's own log lines, in the form of all others."""

import logging.config
from typing import Any

from django.conf import settings
from gunicorn import glogging


class Logger(glogging.Logger):
    """Gunicorn's errors and notices, through the handler that the settings name."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for log in (self.error_log, self.access_log):
            for handler in list(log.handlers):
                log.removeHandler(handler)
            log.propagate = True
        # The master loads no site, which would do that.
        logging.config.dictConfig(settings.LOGGING)
        self.error_log.setLevel(self.loglevel)
