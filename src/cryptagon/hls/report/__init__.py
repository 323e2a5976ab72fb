"""The report of a compilation, for people (one HTML page) and for programs (one JSON file)."""

from cryptagon.hls.report.collect import report_of
from cryptagon.hls.report.content import Report
from cryptagon.hls.report.writing import write_report

__all__ = ["Report", "report_of", "write_report"]
