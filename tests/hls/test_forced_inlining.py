"""A native run inlines by force only where a function has no definition otherwise: a core with a
hundred S-boxes takes minutes so.
"""

import pytest

from cryptagon.hls.native import NativeDesign, program

SOURCE = """#include <cryptagon.h>
STREAM_IN(uint_t(8), taken);
STREAM_OUT(uint_t(8), given);
%s unsigned turned(unsigned x) { return x << 1 ^ x >> 7; }
HARDWARE void unit(void) { stream_write(given, turned(stream_read(taken))); }
"""


@pytest.mark.parametrize(("kind", "forced"), [("static inline", False), ("inline", True)])
def test_functions_are_inlined_by_force_where_one_has_no_definition(
    kind, forced, tmp_path, monkeypatch
):
    asked = []

    def compiled(source, glue, folder, beside, arguments, *, apart):
        asked.extend(arguments(source))

    monkeypatch.setattr(program, "_compile", compiled)
    file = tmp_path / "unit.c"
    file.write_text(SOURCE % kind)
    NativeDesign.build(file, tmp_path)
    assert ("-inlinehint-threshold=1000000" in asked) == forced
