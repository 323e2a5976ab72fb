"""How much of what others send is taken."""

MOST_BYTES = 1 << 20
"""Of one record."""
MOST_WAITING = 500
"""Records of one publisher in quarantine."""
MOST_FAULTS = 20
"""Faults of one record that are told."""
MOST_TEXT = 20_000
"""Characters of one text in a record."""
HEADER = "Cryptagon-Signature"
"""The header of a request that has the base64 of the envelope of its signature."""
EMBARGO = "Cryptagon-Embargo"
"""The header that has the date of an embargo."""
MOST_NAME = 200
"""Characters of the names that lead to it."""
