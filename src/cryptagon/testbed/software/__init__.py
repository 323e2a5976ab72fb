"""Speed of software, which that of units in the testbed is set beside: measured on
this machine, and by a model of the processor on a Zynq.
"""

from cryptagon.testbed.software.measuring import Software, measure, measure_all, openssl_version

__all__ = ["Software", "measure", "measure_all", "openssl_version"]
