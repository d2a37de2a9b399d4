"""The commands of `kauri`: each turns its arguments into one call, and says what came of it."""
