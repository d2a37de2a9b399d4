"""Live streams: an asynchronous program beside the site, which passes on what workers publish."""
