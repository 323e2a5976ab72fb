"""The netlist of what is implemented answers known answers: synthesis may read Verilog in another
way than simulation does.
"""

from cryptagon.catalog import Entry, Target
from cryptagon.classes import Setting, class_of
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.fpga import QUICK, Netlist, plan_synthesis, synthesise
from cryptagon.study.designs import core_design, unit_design
from cryptagon.study.plan import contest_of
from cryptagon.timing import check_answers, gates_of, stimulus

ANSWERS = 8
"""Known answers that go through, spread over all there are; those of a cipher are encrypted and
decrypted.
"""


def check_netlist(entry: Entry, core: VerilogCore, setting: Setting, target: Target) -> int:
    """Synthesise the unit, or the core where the setting has no interface, and send answers through
    its cells; how many messages.

    The rules are those of the default contest of the class, the synthesis strategy is the first one
    of the target. Raises CryptagonError for the first wrong answer, and where there is no netlist
    or it cannot be simulated.
    """
    netlist = _synthesised(entry, core, setting, target)
    bench, messages = (
        class_of(entry.algorithm).tests(entry.algorithm, entry.variant, setting).sample(ANSWERS)
    )
    check_answers(gates_of(netlist), stimulus(bench, messages), netlist.core_file)
    return len(messages)


def _synthesised(entry: Entry, core: VerilogCore, setting: Setting, target: Target) -> Netlist:
    unit = setting.interface
    design = (
        unit_design(entry, core, unit, setting.bus_of(entry.algorithm))
        if unit
        else core_design(entry, core)
    )
    (strategy,) = QUICK.strategies_of(target)
    netlist = synthesise(
        plan_synthesis(design, target, strategy, contest_of(entry.algorithm).rules)
    )
    if netlist.problem:
        raise CryptagonError(netlist.problem, where=str(netlist.plan.folder))
    return netlist
