"""Any folder of the SUPERCOP shape: checked, measured on this machine, and what stands between it and
hardware (docs/software.md).
"""
