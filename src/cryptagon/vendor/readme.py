"""The README of an exported project: what it is, how to run it, and the way back."""

from cryptagon.vendor.manifest import Manifest


def readme(manifest: Manifest, title: str) -> str:
    """The text, in Markdown."""
    tool, search = manifest.vendor_tool, manifest.search
    rules = [
        f"no {what}"
        for what, forbidden in (
            ("block memory", manifest.no_bram),
            ("multiplier blocks", manifest.no_dsp),
        )
        if forbidden
    ]
    seeds = f", seeds {', '.join(map(str, search['seeds']))}" if tool.seeds else ""
    return f"""# {title} for {tool.title}

Part {manifest.part}, top module `{manifest.top}`. {tool.pins[0].upper()}{tool.pins[1:]}. Rules: {", ".join(rules) or "none"}.

Exported by Cryptagon {manifest.cryptagon}. It was written without {tool.title} at hand and not run with it.

## Run

In this folder:

    {tool.command}

It tries the strategies {", ".join(search["strategies"])}{seeds}, and for each up to {search["rounds"]} clocks,
the first {search["first_mhz"]:g} MHz.
Each run leaves its reports in `runs/`. Stop it when you like: it goes on where it stopped. A run that failed is kept with its
message; delete its folder to try it again.

## Import

Copy the folder to where Cryptagon is (of what the tool made, `runs/` is enough), and there

    cryptagon import FOLDER

Do not change any other file: the import checks that the sources and settings are those that were exported.
"""
