"""What becomes of each shown command: run by `make test`, run by `make nightly`, or not run, and why."""

QUICK = (
    "cryptagon list",
    "cryptagon list --json",
    "cryptagon doctor",
    "cryptagon doctor --json",
    "cryptagon results",
    "cryptagon results --json",
    "cryptagon results --json > measurements.json",
    "cryptagon results --format csv > measurements.csv",
    "cryptagon results --format latex > table.tex",
    "cryptagon results --sort luts",
    "cryptagon report",
    "cryptagon run contests/first-look.toml --dry-run",
    "cryptagon cache",
    "cryptagon cache --limit 5",
    "cryptagon prove dummy",
    "cryptagon new mycipher",
    "cryptagon new algorithms/kernel/mykernel --like sha1",
)
"""Less than a minute together."""

NIGHTLY = (
    "cryptagon run contests/first-look.toml --quick --dry-run",
    "cryptagon report -o build/report.html",
    "cryptagon report --pictures docs/images",
    "cryptagon hls algorithms/aead/ascon128a/hls/core.c -o build/ascon",
    "cryptagon hls filter.c",
    "cryptagon hls filter.c -o build/filter -D TAPS=8",
    "cryptagon hls filter.c -o build/filter --stimulus items.json",
    "cryptagon hls filter.c -o build/filter --dump stages --dump lowering",
    "cryptagon vectors acorn128 --mode corners -o build/vectors",
    "cryptagon vectors ascon128a --mode corners -o build/vectors",
    "cryptagon vectors acorn128 --mode random --count 100 --seed 7 --w 8 --sw 8 -o build/vectors",
    "cryptagon vectors aes128gcm --mode single --data 00112233 --ad 01 --decrypt -o build/vectors",
    "cryptagon verify ascon128a",
    "cryptagon verify aes128gcm acorn128 --level core --level unit",
    "cryptagon verify ascon128a --kat LWC_AEAD_KAT_128_128.txt",
    "cryptagon verify ascon128a --level unit --bus w=64 --bus sw=64",
    "cryptagon verify sha1",
    "cryptagon verify ascon128a acorn128 --kat COLLECTION",
    "cryptagon verify dummy --thorough",
    "cryptagon mutate dummy",
    "cryptagon mutate dummy --approach rtl --only key-one-behind --only hang-after-forgery",
    "cryptagon prove ascon128a",
    "cryptagon prove ascon128a acorn128 --approach rtl",
    "cryptagon prove sha1 --rule data-stays --json",
    "cryptagon prove sha1 --rule valid-stays --rule data-stays",
    "cryptagon prove aes128gcm --limit 60 --json",
    "cryptagon run sha1 --quick",
    "cryptagon run ascon128a --target ice40-hx8k --json > ascon128a.json",
    "cryptagon asic ascon128a",
    "cryptagon asic contests/first-look.toml --scope core",
    "cryptagon asic ascon128a acorn128 --approach hls --strategy area --strategy fast",
    "cryptagon asic ascon_p --library osu018",
    "cryptagon clock-limit aes128gcm --quick --boards 0",
    "cryptagon clock-limit ascon_p --variant basic --answers 0",
    "cryptagon export ascon128a --approach hls --tool vivado --part xc7a100tcsg324-1 -o ascon-vivado",
    "cryptagon export ascon128a --tool quartus --part 5CSEBA6U23I7 --seed 1 --seed 2 -o ascon-quartus",
    "cryptagon export contests/first-look.toml --tool ise --part xc6vlx240tff1156-1 -o all-ise",
    "cryptagon export sha1 --tool vivado --part xc7a100tcsg324-1 --strategy default -o sha1-vivado",
    "cryptagon reproduce --inputs-only benchmarks/results/*/*.json",
    "cryptagon reproduce benchmarks/results/table1/sha1_basic_rtl_ecp5-85f-8_7ae2404f.json",
    "cryptagon reproduce RESULT.json",
    "cryptagon reproduce --all --verify --json result.json",
    "cryptagon package RESULT.json -o DIR.zip",
)

PACKAGE = (
    "cryptagon package result.json -o acorn128.zip",
    "python3 -m zipfile -e acorn128.zip . && cd acorn128",
    "python3 -m venv tools && tools/bin/pip install -r requirements.txt",
    "PYTHON=tools/bin/python sh run.sh",
)
"""By `make nightly`, one after the other in one shell."""

README = (
    "cryptagon new mycipher --like ascon128a",
    "cryptagon hls mycipher/hls/core.c -o build/core",
    "cryptagon verify ./mycipher",
    "cryptagon run ./mycipher --quick",
    "cryptagon results",
    "cryptagon report",
)
"""From C to a ranked result: by `make nightly`, one after the other in one shell, in a folder of one's own."""

_HOURS = "takes hours; the same command with --quick, or of one algorithm, is run"
_VENDOR = "needs a tool that is not in a package registry; tests/vendor has stand-ins"
_CLUSTER = "needs a cluster; tests/cluster has one of this machine"
_CONTRIBUTING = "run by tests/study/test_contributing.py, with the whole page"
_OWN_CELLS = "needs a cell library of one's own; tests/asic has one"
_INSTALLED = "run by tests/package, in an empty virtual environment"
_NIGHTLY = "`make nightly` runs it beside these tests"
_OWN_RESULT = "the file is a result of one's own run; the same command is run on a committed one"

NOT_RUN = {
    "make bench": _HOURS,
    "make test": "these tests",
    "source .venv/bin/activate": "these tests have that environment",
    "cryptagon run contests/first-look.toml": _HOURS,
    "cryptagon run contests/first-look.toml --quick": _HOURS,
    "cryptagon run contests/first-look.toml --target ecp5-85f-8 --refine": _HOURS,
    "cryptagon run contests/first-look.toml --quick --jobs 2": _HOURS,
    "cryptagon run contests/first-look.toml --jobs 8": _HOURS,
    "cryptagon run contests/first-look.toml --effort thorough --target ecp5-85f-8 --target ice40-hx8k": _HOURS,
    "cryptagon run contests/table1.toml": _HOURS,
    "cryptagon run ascon128a": _HOURS,
    "cryptagon run algorithms/aead/ascon128a": _HOURS,
    "cryptagon clock-limit ascon128a": _HOURS,
    "cryptagon mutate ascon128a": _NIGHTLY,
    "cryptagon mutate acorn128 --kind gates --kind c --count 100 --seed 7": _HOURS,
    "cryptagon clock-limit acorn128 --approach rtl --boards 20 --json": _HOURS,
    "cryptagon clock-limit ascon128a --approach hls --boards 20 --json > ascon128a-limit.json": _HOURS,
    "cryptagon reproduce benchmarks/results/first-look/*.json": "this is `make reproduce`, and takes long",
    "cryptagon run contests/first-look.toml --cluster tcp://host:8786": _CLUSTER,
    "cryptagon run contests/first-look.toml --cluster slurm --jobs 40": _CLUSTER,
    "vivado -mode batch -source search.tcl": _VENDOR,
    "cryptagon import ascon-vivado": "needs the reports of a vendor's tool; tests/vendor makes some up",
    "cryptagon import ascon-vivado --dry-run": "needs the reports of a vendor's tool; tests/vendor makes some up",
    "cryptagon import all-ise": "needs the reports of a vendor's tool; tests/vendor makes some up",
    "cryptagon asic ascon128a --liberty my-cells.lib --json": _OWN_CELLS,
    "cryptagon asic ascon128a --liberty my-cells.lib --json > ascon128a-cells.json": _OWN_CELLS,
    "cd build/fpga/ascon128a/synth-narrow-...": "the name of the folder has a digest, which the page leaves out",
    "python -m cryptagon.toolchain.yosys synth.ys": "in the folder of the line before it",
    "cryptagon package results/acorn128_acorn128v3_rtl_ecp5-85f-8_aead_e5161c08.json": _OWN_RESULT,
    "cryptagon package results/acorn128_acorn128v3_rtl_ecp5-85f-8_aead_e5161c08.json -o acorn128.zip": _OWN_RESULT,
    "cryptagon reproduce results/acorn128_acorn128v3_rtl_ecp5-85f-8_aead_e5161c08.json": _OWN_RESULT,
    "cryptagon new algorithms/aead/toy": _CONTRIBUTING,
    "python -m hatchling build": _INSTALLED,
    "pip install dist/*.whl": _INSTALLED,
    "cryptagon hls my.c": _INSTALLED,
    "cryptagon run ascon128a --quick": _INSTALLED,
    "mkdir mywork": "one step of several",
    "cd mywork": "one step of several",
    "cryptagon new algorithms/aead/mycipher": "as `cryptagon new mycipher`, which is run",
    "cryptagon verify toy": _CONTRIBUTING,
    "cryptagon run toy --quick": _CONTRIBUTING,
    "cryptagon vectors toy --mode corners -o build/toy": _CONTRIBUTING,
    "cp build/toy/LWC_AEAD_KAT_128_128.txt algorithms/aead/toy/kat/": _CONTRIBUTING,
    "cryptagon hls algorithms/aead/toy/hls/core.c -o build/toy/verilog": _CONTRIBUTING,
}  # fmt: skip
