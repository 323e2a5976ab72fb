"""Ranks, ratios, correlations, plots and the report.

What needs a heavy library stays in its own module, so that a table does not wait for it: `correlation` (SciPy), `plots` (Matplotlib),
`report` (both), `table` (rich).
"""

from cryptagon.analysis.comparison import BAND, Comparison, Group, Ratio, groups, remarks
from cryptagon.analysis.metrics import Metric
from cryptagon.analysis.ranking import Ranked, rank, ranks_within

__all__ = ["BAND", "Comparison", "Group", "Metric", "Ranked", "Ratio", "groups", "rank", "ranks_within", "remarks"]
