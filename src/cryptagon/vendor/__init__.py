"""Vendor tools for those who own them: export of a design as a project for Vivado, Quartus or ISE,
and import of the results.
"""

from cryptagon.vendor.importing import import_project, projects_in
from cryptagon.vendor.manifest import Manifest
from cryptagon.vendor.part import part
from cryptagon.vendor.project import ExportRecord, VendorSearch, export_project
from cryptagon.vendor.tools import TOOLS

__all__ = [
    "TOOLS",
    "ExportRecord",
    "Manifest",
    "VendorSearch",
    "export_project",
    "import_project",
    "part",
    "projects_in",
]
