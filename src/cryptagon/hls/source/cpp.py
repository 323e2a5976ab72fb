"""What clang makes of C++, in the form that it gives C: each function once, with a plain name."""

import re
from pathlib import Path

import ziglang

from cryptagon.errors import CryptagonError

SUFFIXES = (".cpp", ".cc", ".cxx")
STANDARD = "c++23"
LIBRARY = Path(ziglang.__file__).parent / "lib" / "libcxx" / "include"
LEFT_OUT = (
    "FILESYSTEM LOCALIZATION MONOTONIC_CLOCK MUSL_LIBC RANDOM_DEVICE TERMINAL THREADS "
    "THREAD_API_EXTERNAL THREAD_API_PTHREAD THREAD_API_WIN32 TIME_ZONE_DATABASE UNICODE "
    "VENDOR_AVAILABILITY_ANNOTATIONS WIDE_CHARACTERS"
)
"""Parts of libc++ that need a system."""
LIBRARY_OPTIONS = (
    *("-D_LIBCPP_ABI_VERSION=1", "-D_LIBCPP_ABI_NAMESPACE=__1", "-D_LIBCPP_PSTL_BACKEND_SERIAL"),
    *("-D_LIBCPP_HARDENING_MODE_DEFAULT=2", "-D_LIBCPP_ASSERTION_SEMANTIC_DEFAULT=2"),  # none
    *(f"-D_LIBCPP_HAS_{part}=0" for part in LEFT_OUT.split()),
    *("-nostdinc++", f"-I{LIBRARY}"),
)
"""Its folder comes before those of C's headers, which its own include in turn."""
OPTIONS = (
    *("-x", "c++", f"-std={STANDARD}", "-ffreestanding"),
    *("-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"),
    *LIBRARY_OPTIONS,
)
"""The language without exceptions, type information and locks: those need a library at run time.
Of the standard library there is what headers alone give.
"""
COMDAT = re.compile(r"^\$\S+ = comdat any\n|(?<=\S),? comdat(?:\(\$[^)]*\))?(?=[ ,])", re.MULTILINE)
IN_RANGE = re.compile(r"(?<=getelementptr inbounds )inrange\(-?\d+, \d+\) ")
"""What the compiler promises of an address in a table of virtual functions."""
PURE = re.compile(r"@__cxa_pure_virtual(?!\()")
"""What such a table has for a function that only derived classes define."""
ONCE = re.compile(r"\b(?:linkonce_odr|weak_odr) (?:(?:dso_local|hidden) )*")
QUOTED = re.compile(r'(?<=[%@])"([^"]*)"')
NAMED_FOR_THE_LINKER = re.compile(r'(?<=@)"\\01(\w+)"')
"""A function whose declaration gives that name, `__asm__("name")`."""
ALIAS = re.compile(r"^@([\w.$]+) = .*\balias .*, ptr @([\w.$]+)\n", re.MULTILINE)
"""Another name of a function."""
RUN_FIRST = "@llvm.global_ctors"
NOTHING_FIRST = re.compile(rf"^{RUN_FIRST} = appending global \[0 x .*\n", re.MULTILINE)


NAMED = re.compile(r'!DI(?:Subprogram|GlobalVariable)\(name: "([^"]*)", linkageName: "([^"]*)"')
STATIC = re.compile(r"_ZZ.*E\d+([A-Za-z_]\w*)")
"""A static variable of a function."""
LINKAGE = re.compile(r"(?<=@)_Z[\w.]+")
LIBRARY_FUNCTIONS = {
    "_Znwm": "new",
    "_Znam": "new",
    "_ZdlPv": "delete",
    "_ZdaPv": "delete",
    "_ZdlPvm": "delete",
    "_ZdaPvm": "delete",
}
CALLING_CONVENTION = "__regcall3__"


def as_c(text: str, source: str) -> str:
    """The LLVM IR text of a C++ source with the linkage and the names that C has.

    A function is called as in the source, with a number where there are several of the name.

    Raises CryptagonError for variables outside of functions that code has to set first.
    """
    if f"\n{RUN_FIRST} = " in text:
        text = _constructed(text, source)
    text = _without_aliases(NAMED_FOR_THE_LINKER.sub(r"\1", text))
    names = _Names(text)
    for pattern, made in ((PURE, "null"), (IN_RANGE, ""), (COMDAT, ""), (ONCE, "internal ")):
        text = pattern.sub(made, text)
    text = QUOTED.sub(lambda found: names.of(found[1]), text)
    return LINKAGE.sub(lambda found: names.of(found[0]), text)


def _constructed(text: str, source: str) -> str:
    """A module whose variables begin with what their constructors compute, where LLVM can tell it.

    Raises CryptagonError where it cannot.
    """
    import llvmlite.binding as llvm  # noqa: PLC0415 - few sources need it, and it is large

    llvm.initialize_native_target()
    module = llvm.parse_assembly(text)
    machine = llvm.Target.from_default_triple().create_target_machine()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=0))
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_opt_pass()
    passes.run(module, builder)
    text = str(module)
    if not (left := NOTHING_FIRST.search(text)):
        raise CryptagonError(
            "a variable outside of functions begins with what a constructor computes",
            where=source,
            why="nothing runs before the hardware function",
            fix="make the constructor constexpr, or declare the variable in the function",
        )
    return text[: left.start()] + text[left.end() :]


def _without_aliases(text: str) -> str:
    """A module in which each function has one name: that of a class's constructor, defined outside
    of the class, has two.
    """
    aliases = dict(ALIAS.findall(text))
    if not aliases:
        return text
    used = re.compile(rf"(?<=@)(?:{'|'.join(map(re.escape, aliases))})(?![\w.$])")
    return used.sub(lambda name: aliases[name[0]], ALIAS.sub("", text))


class _Names:
    """Names of letters, digits and points alone, each its own."""

    def __init__(self, text: str) -> None:
        self.written = {linked: name for name, linked in NAMED.findall(text)}
        self.given: dict[str, str] = {}
        self.taken = set(re.findall(r"[%@]([-\w.]+)", text))

    def of(self, name: str) -> str:
        """The plain name of one."""
        if name not in self.given:
            static = STATIC.fullmatch(name)
            known = static[1] if static else self.written.get(name, name)
            known = LIBRARY_FUNCTIONS.get(name, known)
            plain = re.sub(r"[^A-Za-z0-9_]", "_", known.removeprefix(CALLING_CONVENTION))
            numbered = (plain, *(f"{plain}.{number}" for number in range(2, len(self.taken) + 3)))
            self.given[name] = next(one for one in numbered if one not in self.taken)
            self.taken.add(self.given[name])
        return self.given[name]
