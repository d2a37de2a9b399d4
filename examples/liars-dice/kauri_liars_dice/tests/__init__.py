"""What the conformance suite needs of Liar's Dice."""
