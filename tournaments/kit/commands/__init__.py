"""The commands of `kauri`: each turns its arguments into one call, and prints the result."""
