"""Where the runs of a study are made: threads of this process, worker processes of this machine, or
the workers of a Dask cluster.
"""

from cryptagon.cluster.connect import local_machines, open_machines
from cryptagon.cluster.machines import Machines, StoppedError, Threads

__all__ = ["Machines", "StoppedError", "Threads", "local_machines", "open_machines"]
