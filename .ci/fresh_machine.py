#!/usr/bin/env python3
"""The README's commands on a machine as somebody's new one is: a bare Debian 12 with the packages
that the README names and nothing else.

    .ci/fresh_machine.py                 # everything that the README shows under "Two commands", in a clone of HEAD
    .ci/fresh_machine.py 'make test'     # a command of your own

It makes the machine as a folder (debootstrap), once, and runs the commands in it (chroot). It needs
root, debootstrap, some 3 GB, and a Debian archive: the one of this machine's own apt, unless
--mirror names another. How this machine reaches networks and package indexes is taken over.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
SUITE = "bookworm"
ROOM = TOP / "build" / "fresh-machine"
CHECKOUT = "checkout"
NETWORK_FILES = ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf")
NETWORK_VARIABLES = re.compile(
    r"PIP_\w+|SSL_CERT_\w+|REQUESTS_CA_BUNDLE|(https?|no)_proxy", re.IGNORECASE
)
# The mounts are seen by the commands alone and go with them. The folder becomes their root by
# pivot_root: under chroot alone nobody may make namespaces, and a test does.
INSIDE = """
cd "$1"
mount --rbind . .
cd "$1"
for place in proc sys dev; do mount --rbind "/$place" "$place"; done
mkdir -p .outside
pivot_root . .outside
exec chroot . bash -c 'umount -l /.outside && eval "$0"' "$2"
"""


class NotPossibleError(Exception):
    """Why there can be no fresh machine here, and what to do."""


def packages(readme: str) -> list[str]:
    """What the README has people install on Debian.

    Raises NotPossibleError when it does not say.
    """
    found = re.search(r"`apt install ([^`]+)`", readme)
    if not found:
        raise NotPossibleError("README.md names no `apt install ...`")
    return found[1].split()


def commands(readme: str) -> list[str]:
    """The commands under "Two commands", up to the first text.

    Raises NotPossibleError when there is none.
    """
    block = re.search(r"^## Two commands\n+((?: {4}\S.*\n)+)", readme, re.MULTILINE)
    if not block:
        raise NotPossibleError('README.md shows no commands under "Two commands"')
    return [line.partition("#")[0].strip() for line in block[1].splitlines()]


def mirror(apt_sources: Sequence[str]) -> str:
    """The first package archive in the texts of apt's own files, of either layout.

    Raises NotPossibleError when there is none.
    """
    for text in apt_sources:
        found = re.search(r"^URIs:\s*(\S+)|^deb\s+(?:\[[^]]*\]\s*)?(\S+)", text, re.MULTILINE)
        if found:
            return found[1] or found[2]
    raise NotPossibleError("this machine's apt names no package archive; give one with --mirror")


def own_apt_sources() -> list[str]:
    """The texts of this machine's files."""
    folder = Path("/etc/apt")
    files = [folder / "sources.list", *sorted((folder / "sources.list.d").glob("*"))]
    return [
        file.read_text()
        for file in files
        if file.suffix in (".list", ".sources") and file.is_file()
    ]


def make_room(room: Path, archive: str) -> None:
    """The bare system, unless it is there whole."""
    if (room / "usr/bin/apt-get").exists():
        return
    begun = room.with_name(f"{room.name}.part")
    shutil.rmtree(begun, ignore_errors=True)
    begun.mkdir(parents=True)
    run(
        [
            "debootstrap",
            "--variant=minbase",
            "--include=ca-certificates",
            SUITE,
            str(begun),
            archive,
        ]
    )
    begun.rename(room)


def take_over_network(room: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Copy the files that say how this machine reaches networks, and those that its variables name;
    returns the variables.
    """
    variables = {
        name: value for name, value in environment.items() if NETWORK_VARIABLES.fullmatch(name)
    }
    named = [
        path
        for value in variables.values()
        for path in re.split(r"[: ]", value)
        if path.startswith("/")
    ]
    for path in map(Path, (*NETWORK_FILES, *named)):
        copy = room / path.relative_to("/")
        copy.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(path, copy, ignore_dangling_symlinks=True)
        elif path.is_file():
            copy.unlink(
                missing_ok=True
            )  # what is there may be a link, which would lead out of the room
            shutil.copyfile(path, copy)
    return variables


def inside(room: Path, command: str, variables: Mapping[str, str]) -> None:
    """Run a shell command on the machine."""
    plain = {
        "HOME": "/root",
        "LANG": "C.UTF-8",
        "DEBIAN_FRONTEND": "noninteractive",
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    }
    run(
        ["unshare", "--mount", "sh", "-euc", INSIDE, "sh", str(room), command],
        env={**variables, **plain},
    )


def run(argv: Sequence[str], env: Mapping[str, str] | None = None) -> None:
    """Run a program; its failure ends everything with its exit code."""
    code = subprocess.run(argv, env=env, check=False).returncode
    if code:
        sys.exit(code if code > 0 else 1)


def check_possible() -> None:
    """Raises NotPossibleError where this machine cannot make another."""
    if os.geteuid():
        raise NotPossibleError(
            "a fresh machine is made with debootstrap and chroot, which only root may run"
        )
    for program in ("debootstrap", "unshare", "git"):
        if not shutil.which(program):
            raise NotPossibleError(
                f"{program} is missing; on Debian: apt install {'util-linux' if program == 'unshare' else program}"
            )


def main() -> None:
    """Make the machine, clone HEAD in it, run the commands one after the other."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commands", nargs="*", help="instead of those in the README")
    parser.add_argument(
        "--room",
        type=Path,
        default=ROOM,
        help="the folder of the machine (default: build/fresh-machine)",
    )
    parser.add_argument(
        "--mirror", help="a Debian archive, instead of the one of this machine's apt"
    )
    wanted = parser.parse_args()
    readme = (TOP / "README.md").read_text()
    check_possible()
    room = wanted.room.resolve()
    make_room(room, wanted.mirror or mirror(own_apt_sources()))
    variables = take_over_network(room, os.environ)
    inside(
        room,
        f"apt-get update -qq && apt-get install -y -qq {shlex.join(packages(readme))} >/dev/null",
        variables,
    )
    shutil.rmtree(room / CHECKOUT, ignore_errors=True)
    run(["git", "clone", "--quiet", str(TOP), str(room / CHECKOUT)])
    for command in wanted.commands or commands(readme):
        print(f"fresh machine: {command}", flush=True)
        start = time.monotonic()
        inside(room, f"cd /{CHECKOUT} && {command}", variables)
        print(f"fresh machine: {command}: {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    try:
        main()
    except NotPossibleError as fault:
        sys.exit(f"error: {fault}")
