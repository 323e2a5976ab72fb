"""The console.

Each command lies in a module of its own, imported when it is asked for, so that `--help` is there
at once.
"""

import sys

try:
    import logging

    import click

    from cryptagon import __version__
    from cryptagon.cli.group import CommandGroup
except KeyboardInterrupt:  # in the first moments, when there is nobody yet who could say it
    sys.stderr.write("\ninterrupted: nothing was begun\n")
    sys.exit(130)

# name: (module, attribute, what it does in a line)
COMMANDS = {
    "run": (
        "cryptagon.cli.run",
        "run",
        "Run a contest, or one algorithm, from source to ranked results.",
    ),
    "verify": (
        "cryptagon.cli.verify",
        "verify",
        "Check algorithms against known answers at every level.",
    ),
    "mutate": (
        "cryptagon.cli.mutate",
        "mutate",
        "Make wrong cores, and tell which of them verification finds.",
    ),
    "prove": (
        "cryptagon.cli.prove",
        "prove_command",
        "Prove that cores keep the rules of the handshake.",
    ),
    "clock-limit": (
        "cryptagon.cli.clock_limit",
        "clock_limit",
        "Find the clock limit of a routed unit in timing simulation.",
    ),
    "testbed": (
        "cryptagon.cli.testbed",
        "testbed",
        "Run units as on a board with two clocks, DMA and a timer.",
    ),
    "hls": ("cryptagon.cli.hls", "hls", "Compile C for hardware to Verilog."),
    "spt": ("cryptagon.cli.spt", "spt", "Read ciphers that were drawn in UMLet or draw.io."),
    "area": (
        "cryptagon.cli.area",
        "area",
        "Show the area of cores alone, by synthesis, in seconds.",
    ),
    "explore": (
        "cryptagon.cli.explore",
        "explore",
        "Search the directives of a core in C for the best throughput for each area.",
    ),
    "asic": (
        "cryptagon.cli.asic",
        "asic",
        "Map cores to standard cells: gate equivalents and a clock, before layout.",
    ),
    "new": (
        "cryptagon.cli.new",
        "new",
        "Begin an algorithm of your own with a dummy of its class.",
    ),
    "software": (
        "cryptagon.cli.software",
        "software",
        "Check and measure C with the SUPERCOP interface, and lead it to hardware.",
    ),
    "vectors": (
        "cryptagon.cli.vectors",
        "vectors",
        "Write test vectors of the hardware API, and known answers.",
    ),
    "export": (
        "cryptagon.cli.export",
        "export",
        "Write a project for Vivado, Quartus or ISE, or C for Vitis HLS or Bambu.",
    ),
    "import": (
        "cryptagon.cli.import_results",
        "import_results",
        "Import the results of a vendor's tool or another HLS tool.",
    ),
    "unit": (
        "cryptagon.cli.unit",
        "unit",
        "Measure finished units of others, VHDL or Verilog, beside ours.",
    ),
    "reproduce": (
        "cryptagon.cli.reproduce",
        "reproduce",
        "Make results again from their records, and say what differs.",
    ),
    "package": (
        "cryptagon.cli.package",
        "package",
        "Pack a result so that others can make it again without Cryptagon.",
    ),
    "results": ("cryptagon.cli.results", "results", "Show all measurements so far."),
    "diff": (
        "cryptagon.cli.diff",
        "diff",
        "Show what changed between two sets of results, and whether seeds explain it.",
    ),
    "report": (
        "cryptagon.cli.results",
        "report",
        "Write the HTML report of all measurements so far.",
    ),
    "serve": (
        "cryptagon.cli.serve",
        "serve",
        "Show all results in a local site: rankings, plots, every record, an API.",
    ),
    "publish": ("cryptagon.cli.publish", "publish", "Send results to a site, with a token."),
    "attest": (
        "cryptagon.cli.attest",
        "attest",
        "Make a result again in a sandbox, and say under one's signature what came of it.",
    ),
    "key": ("cryptagon.cli.key", "key", "Make a key to sign what is published."),
    "mirror": (
        "cryptagon.cli.mirror",
        "mirror",
        "Fetch a whole site as one file, and check such a file.",
    ),
    "site": (
        "cryptagon.cli.site_admin",
        "site",
        "Administer a site: publishers, tokens, the queue of records.",
    ),
    "list": (
        "cryptagon.cli.algorithms",
        "list_algorithms",
        "List the algorithms, targets, cell libraries and contests that are here.",
    ),
    "cache": (
        "cryptagon.cli.cache",
        "cache",
        "Show how much of what was made is kept, and bound it.",
    ),
    "doctor": (
        "cryptagon.cli.doctor",
        "doctor",
        "Check the tools: what is here, what is missing and how to get it.",
    ),
}


@click.group(
    cls=CommandGroup,
    table=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("-v", "--verbose", is_flag=True, help="Tell on stderr what each stage does.")
@click.version_option(__version__, prog_name="cryptagon")
def main(verbose: bool) -> None:
    """Open hardware benchmarking of cryptographic algorithms.

    C or hand-written RTL goes in; ranked measurements after place and route come out.
    """
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING, format="%(name)s: %(message)s"
    )
