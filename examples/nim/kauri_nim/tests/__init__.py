"""What the conformance suite needs of Nim."""
