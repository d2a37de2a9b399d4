"""Live streams: the asynchronous part of the site, which passes on what workers publish."""
