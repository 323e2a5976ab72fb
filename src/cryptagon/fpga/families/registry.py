"""The families that are there, and the tools of each."""

from cryptagon.catalog import Target
from cryptagon.errors import CryptagonError
from cryptagon.fpga.families.base import Family
from cryptagon.registry import Registry

REGISTRY = Registry("cryptagon.fpga.families", "FAMILY", Family, "family")


def families() -> dict[str, Family]:
    """Every family by name, in the order of names."""
    return REGISTRY.members()


def family_of(target: Target) -> Family:
    """The family of a target.

    Raises CryptagonError when Cryptagon cannot implement designs for it.
    """
    family = families().get(target.family)
    if family is None:
        raise CryptagonError(
            f"no back end for the family {target.family!r}",
            where=str(target.path),
            fix=f"known: {', '.join(families())}",
        )
    return family


def tools_of(target: Target) -> tuple[str, ...]:
    """The tools from Verilog to the figures of a target.

    Raises CryptagonError as `family_of` does.
    """
    router = family_of(target).router
    return ("yosys", f"nextpnr-{router}") if router else ("yosys",)
