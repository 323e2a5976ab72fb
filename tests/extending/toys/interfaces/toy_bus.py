"""A toy interface: a register behind the core."""

import types

from cryptagon.classes.mixer.tests import ports

from cryptagon import paths
from cryptagon.interfaces import Interface
from cryptagon.simulate import StreamBench


class ToyBus(Interface):
    """One word a cycle."""

    name = "toy-bus"
    title = "Toy bus"
    algorithm_class = "mixer"
    top = "ToyUnit"
    buses = types.MappingProxyType({"w": 8})

    def parameters(self, algorithm, bus):
        return {"W": bus["w"]}

    def testbench(self, algorithm, bus):
        return StreamBench(
            algorithm.name,
            "ToyUnit",
            ports(bus["w"]),
            "here",
            name="unit",
            library=paths.hardware_of("toy-bus"),
        )


INTERFACE = ToyBus()
