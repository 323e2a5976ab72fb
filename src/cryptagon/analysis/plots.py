"""The plots of a study: rankings, throughput against area, cycles beside those published, ratios,
seeds.
"""

from collections.abc import Sequence

from cryptagon.analysis.area_plot import area_plot
from cryptagon.analysis.comparison import Group
from cryptagon.analysis.cycles_plot import cycles_plot
from cryptagon.analysis.figure import Plot
from cryptagon.analysis.metrics import AREA, THROUGHPUT, THROUGHPUT_PER_AREA, TIME
from cryptagon.analysis.published import Published, published_in
from cryptagon.analysis.ranking_plot import ranking_plot
from cryptagon.analysis.ratio_plot import ratio_plot
from cryptagon.analysis.seeds_plot import seeds_plot


def plots(group: Group, published: Sequence[Published] = ()) -> list[Plot]:
    """The plots that the group's results allow: none without a result, no ratios without a pair,
    area alone without frequencies.
    """
    if not any(m.ok for m in group.measurements):
        return []
    found = [cycles_plot(group, published)] if group.jobs or published_in(group, published) else []
    if not group.timed:
        return [*found, ranking_plot(group, AREA)]
    if group.jobs:
        found += [ranking_plot(group, TIME)]
    else:
        found += [
            ranking_plot(group, THROUGHPUT),
            ranking_plot(group, THROUGHPUT_PER_AREA),
            area_plot(group),
        ]
    found += [ratio_plot(group, other) for other in group.others]
    return (
        [*found, seeds_plot(group)]
        if any(len(m.fmax_over_seeds) > 1 for m in group.measurements)
        else found
    )
