"""What is made and kept goes through `toolchain.complete`: nothing else makes a folder beside its
place to move it in.
"""

from pathlib import Path

import cryptagon

PACKAGE = Path(cryptagon.__file__).parent
# A fresh build folder is none that is looked up again.
OTHERS = {"toolchain/cache.py", "toolchain/cache_size.py", "reproduce/fresh.py"}


def test_no_other_file_keeps_a_cache_of_its_own():
    files = {
        file.relative_to(PACKAGE).as_posix(): file.read_text(encoding="utf-8")
        for file in PACKAGE.rglob("*.py")
    }
    assert {name for name, text in files.items() if "mkdtemp" in text} == OTHERS
