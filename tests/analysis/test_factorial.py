"""What directives cost and gain, alone and together, from invented figures."""

from sample_study import design

from cryptagon.analysis import factorial

CLOCKS = {
    "speed": (10, 1000, 100.0),
    "speed STAGES=2": (20, 1000, 150.0),
    "speed RESTS=1": (11, 1000, 110.0),
    "clock": (22, 900, 200.0),
}


def records(algorithm, factor=1.0):
    return [
        design(
            algorithm,
            "hls",
            variant=variant,
            cycles=dict.fromkeys(("encryption", "decryption"), cycles),
            luts=luts,
            fmax_mhz=mhz * (factor if variant == "clock" else 1.0),
        )
        for variant, (cycles, luts, mhz) in CLOCKS.items()
    ]


def shown(monkeypatch, section, found):
    monkeypatch.setattr(factorial, "committed_records", lambda study: found[study])
    lines = section([], None).splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_effects_are_means_over_the_ciphers(monkeypatch):
    found = {"directives": records("norx"), "directives-factorial": records("morus", 1.21)}
    rows = shown(monkeypatch, factorial.effects, found)
    by_step = {tuple(row[:2]): row[2:] for row in rows}
    assert len(rows) == 5  # without a column a cycle
    assert by_step["none", "`STAGES=2`"][:4] == [
        *("2", "2.00 (2.00 to 2.00)", "1.00 (1.00 to 1.00)", "1.50 (1.50 to 1.50)"),
    ]
    assert by_step["none", "`STAGES=2`, `RESTS=1`"][3] == "2.20 (2.00 to 2.42)"


def test_a_row_a_design_and_the_first_record_of_a_variant_counts(monkeypatch):
    again = [one.model_copy(update={"luts": 1}) for one in records("norx")]
    found = {"directives": records("norx"), "directives-factorial": again}
    rows = shown(monkeypatch, factorial.designs, found)
    assert [row[1] for row in rows] == ["none", "`RESTS=1`", "`STAGES=2`", "`STAGES=2`, `RESTS=1`"]
    assert [row[3] for row in rows] == ["1,000", "1,000", "1,000", "900"]
