"""Which values become registers, which of them share one, and how wide they are."""
