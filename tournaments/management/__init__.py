"""Commands for those who run the platform."""
