"""Everything between the web server and the views: each request passes here."""
