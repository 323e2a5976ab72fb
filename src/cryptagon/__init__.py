"""Cryptagon: open hardware benchmarking of cryptographic algorithms, from C to ranked results after
place and route.
"""

__version__ = "0.1.0"
