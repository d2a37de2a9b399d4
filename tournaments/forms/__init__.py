"""Forms: they check the shape of the input, services decide."""
