"""Which registers need no reset because nobody can tell what they held."""
