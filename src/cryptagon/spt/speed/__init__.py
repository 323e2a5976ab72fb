"""How fast C from figures is on this machine, beside other C and beside OpenSSL."""

from cryptagon.spt.speed.bench import Report, Row, bench, fastest

__all__ = ["Report", "Row", "bench", "fastest"]
