"""The kit for authors and researchers: the command `kauri`, and a client of the API.

It knows no Django: with the engine, `agents` and the mathematics it is a wheel of its own, which
`tools/build-kit` makes and the site serves.
"""
