"""Other HLS tools: a core in C exported for Vitis HLS or Bambu, and what they make of it imported
(docs/other-hls-tools.md).
"""

from cryptagon.hlstools.exporting import HlsCore, export_hls, hls_cores
from cryptagon.hlstools.importing import hls_exports_in, import_hls
from cryptagon.hlstools.tools import HLS_TOOLS

__all__ = ["HLS_TOOLS", "HlsCore", "export_hls", "hls_cores", "hls_exports_in", "import_hls"]
