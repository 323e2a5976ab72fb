"""Programs made from figures: portable C, C for the project's HLS compiler, and their check against the interpreter."""

from cryptagon.spt.code.portable import generate_c

__all__ = ["generate_c"]
