"""What the conformance suite needs of Nine Men's Morris."""
