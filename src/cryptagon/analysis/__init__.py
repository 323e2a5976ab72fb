"""Ranks, ratios, correlations, plots and the report. The console's table is in `analysis.table`, apart, because it needs rich."""

from cryptagon.analysis.comparison import BAND, Comparison, Group, Ratio, groups
from cryptagon.analysis.metrics import Metric
from cryptagon.analysis.ranking import Agreement, Ranked, agreement, rank

__all__ = ["BAND", "Agreement", "Comparison", "Group", "Metric", "Ranked", "Ratio", "agreement", "groups", "rank"]
