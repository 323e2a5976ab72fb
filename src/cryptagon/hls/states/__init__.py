"""Where clock cycles begin, and how many a loop takes."""
