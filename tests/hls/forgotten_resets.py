"""Verilog in which a register forgets its reset."""

import re

from refusals import HEAD

from cryptagon.hls import HlsResult
from cryptagon.hls.source.verilog_names import vector

# What the fourth item leaves behind, nothing before it.
LATE = (
    HEAD
    + """HARDWARE void unit(void) {
    REGISTER uint_t(8) n = 0, late = 3;
    uint_t(8) x = stream_read(in);
    stream_write(out, x ^ late);
    if (n == 3) late = x;
    if (n != 9) n++;
}
"""
)


def forget(made: HlsResult, register: str, *, begins_right: bool = True) -> None:
    """Takes the reset of a register out of the Verilog; `begins_right`: it begins with the value."""
    file = made.core.sources[0]
    verilog = file.read_text()
    update = next(one for one in made.datapath.updates if one.register == register)
    begun = f"reg {vector(update.width)}{register}"
    reset = rf"if \(rst\) {register} <= .+;\n    else "
    assert f"{begun};" in verilog and re.search(reset, verilog)
    verilog = re.sub(reset, "", verilog)
    if begins_right:
        verilog = verilog.replace(f"{begun};", f"{begun} = {update.reset};")
    file.write_text(verilog)
