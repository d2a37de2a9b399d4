"""What pages say, as a catalogue for translators."""
