"""Arrays and structs: where they are accessed, and what becomes of them: registers, RAMs,
tables.
"""
