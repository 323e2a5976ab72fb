"""Programs that encrypt over and over and say how long it took: a layout, C by hand with the same
functions, OpenSSL.
"""

import platform
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.layouts.cipher import Cipher
from cryptagon.spt.code.portable import size
from cryptagon.toolchain import Tool, ToolError, find, run

FLAGS = ("-std=c11", "-O3", "-march=native", "-pthread")
TIMED = """#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
{include}

/* Of one thread what it had of a processor, of several what went by. */
static double now(int threads) {{
    struct timespec time;
    clock_gettime(threads > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}}

/* Arguments: ctr or ecb, threads, bytes of the message, seconds. Prints how many bytes were encrypted in a second. */
int main(int count, char **given) {{
    if (count != 5) return 1;
    const int counts = !strcmp(given[1], "ctr"), threads = atoi(given[2]);
    const size_t bytes = (size_t)atol(given[3]);
    const double seconds = atof(given[4]);
    uint8_t *message = malloc(bytes);
    if (!message) return 1;
    memset(message, 0x5a, bytes);
    {setup}
    double start = now(threads), time = 0;
    long done = -1;
    while (time < seconds) {{
        {work}
        if (done < 0) start = now(threads);
        time = now(threads) - start;
        done++;
    }}
    printf("%.0f\\n", (double)done * (double)bytes / time);
    return 0;
}}
"""
OURS = """static uint8_t {declared}, counter[{block}];
    static {name}_keys keys;
    {name}_schedule(&keys{arguments});"""
OUR_WORK = """if (counts)
            {name}_ctr(&keys, counter, message, message, bytes, threads);
        else
            {name}_ecb(&keys, message, message, bytes / {block}, threads);"""
OPENSSL = """static uint8_t key[64], counter[64];
    char name[64];
    snprintf(name, sizeof name, "%s-%s", "{cipher}", counts ? "CTR" : "ECB");
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, name, NULL);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int made = 0;
    if (!cipher || !context || !EVP_EncryptInit_ex2(context, cipher, key, counter, NULL)) return 1;"""
OPENSSL_WORK = "if (!EVP_EncryptUpdate(context, message, &made, message, (int)bytes)) return 1;"
CIPHERS = {"aes128": "AES-128", "camellia128": "CAMELLIA-128"}
"""What OpenSSL calls the figures that it has."""
WITHOUT_AES = {"OPENSSL_ia32cap": "~0x200000200000000"}
"""For OpenSSL: the processor's instructions for AES and for products without carries are not used;
those for vectors are.
"""


@dataclass(frozen=True)
class Contestant:
    """A command, and the environment that it runs in. `threads`: whether it can have several; where
    it is told by a variable of the environment how many, that is `told`.

    `gpu`: whether it runs on one; `peak` is then what its memory allows, in bytes a second, or 0.
    """

    name: str
    command: tuple[str | Path, ...]
    threads: bool = True
    told: str = ""
    env: Mapping[str, str] = field(default_factory=dict)
    gpu: bool = False
    peak: float = 0


def c_compiler() -> Tool:
    """The system's gcc, which is there on most machines; else the one of the pinned ziglang."""
    if not (path := shutil.which("gcc")):
        return find("zig-cc")
    version = run([path, "-dumpfullversion"], cwd=Path.cwd()).stdout.strip()
    return Tool("gcc", (path,), {}, version)


def of_sources(
    cipher: Cipher, name: str, folder: Path, source: Path, place: Path, *, threads: bool = True
) -> Contestant:
    """A layout, or C by hand: a source with `NAME_schedule`, `NAME_ecb` and `NAME_ctr`, whose
    header NAME.h is in `folder`.

    Raises CryptagonError where it does not compile.
    """
    figure = cipher.figure.name
    sizes = {f"key{number}": size(one.type) for number, one in enumerate(cipher.keys)}
    setup = OURS.format(
        name=figure, block=cipher.block, declared=", ".join(f"{key}[{count}]" for key, count in sizes.items()) or "nothing[1]",
        arguments="".join(f", {key}" for key in sizes),
    )  # fmt: skip
    work = OUR_WORK.format(name=figure, block=cipher.block)
    text = TIMED.format(include=f'#include "{figure}.h"', setup=setup, work=work)
    return Contestant(
        name, (compiled(name, text, [f"-I{folder.resolve()}", source.resolve()], place),), threads
    )


def openssl(figure: str, place: Path) -> list[Contestant]:
    """OpenSSL with and without the instructions for AES; none where it, or the cipher, is not
    there.
    """
    if figure not in CIPHERS:
        return []
    text = TIMED.format(
        include="#include <openssl/evp.h>",
        setup=OPENSSL.format(cipher=CIPHERS[figure]),
        work=OPENSSL_WORK,
    )
    try:
        program = compiled("openssl", text, ["-lcrypto"], place)
    except ToolError:
        return []
    if figure != "aes128" or platform.machine() != "x86_64":
        return [Contestant("OpenSSL", (program,), threads=False)]
    off = Contestant("OpenSSL, AES instructions off", (program,), threads=False, env=WITHOUT_AES)
    return [off, Contestant("OpenSSL, AES instructions on", (program,), threads=False)]


def openssl_version() -> str:
    """As `openssl version` says; "" where it is not there."""
    if not (path := shutil.which("openssl")):
        return ""
    return run([path, "version"], cwd=Path.cwd()).stdout.strip()


def compiled(name: str, text: str, more: Sequence[str | Path], place: Path) -> Path:
    """A program of this text."""
    compiler, stem = c_compiler(), "".join(one if one.isalnum() else "_" for one in name)
    (place / f"{stem}.c").write_text(text, encoding="utf-8")
    run(
        [*compiler.argv, *FLAGS, "-o", f"{stem}_timed", f"{stem}.c", *more],
        cwd=place,
        env=compiler.env,
    )
    return place / f"{stem}_timed"


def speed(one: Contestant, mode: str, threads: int, size_: int, seconds: float) -> float:
    """Bytes a second of a run."""
    try:
        done = run(
            [*one.command, mode, str(threads), str(size_), str(seconds)],
            cwd=Path.cwd(),
            env={**one.env, **({one.told: str(threads)} if one.told else {})},
        )
    except ToolError as fault:
        raise CryptagonError(f"{one.name} could not be timed", why=fault.why) from fault
    return float(done.stdout)
