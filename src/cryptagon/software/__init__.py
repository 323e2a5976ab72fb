"""Any folder of the SUPERCOP shape: checked, measured on this machine, and what keeps it from
hardware (docs/software.md).
"""
