"""Exploration: which variants and directives of an algorithm give the best throughput for each
area.
"""

from cryptagon.explore.budget import Budget
from cryptagon.explore.exploration import Explored, Explorer, Studio, Tried
from cryptagon.explore.space import Point, Space, space_of

__all__ = ["Budget", "Explored", "Explorer", "Point", "Space", "Studio", "Tried", "space_of"]
