"""Records whose every text is an attack on a page, a spreadsheet or LaTeX: nothing here was
measured.
"""

from typing import Any

from cryptagon.results import Measurement

PAYLOAD = "=cmd|'/C calc'!A1</script><script>alert(\"x\")</script>{{7*7}}{% now %}&\\input{/etc/passwd}$^^41"
SCRIPT = "<script>alert"
_RUN = {
    "strategy": PAYLOAD,
    "requested_mhz": 160.0,
    "status": "ok",
    "luts": 2000,
    "ffs": 900,
    "brams": 0,
    "dsps": 0,
    "netlist_digest": PAYLOAD,
}

HOSTILE: dict[str, Any] = {
    "schema_version": 2,
    "implementation": "placed",
    **dict.fromkeys(
        (
            "algorithm_class",
            "algorithm",
            "title",
            "variant",
            "approach",
            "interface",
            "target",
            "device",
            "area_unit",
        ),
        PAYLOAD,
    ),
    **dict.fromkeys(("source_digest", "cryptagon", "commit", "best_strategy"), PAYLOAD),
    "scope": "unit",
    "bus": {PAYLOAD: 32},
    "work": {"name": PAYLOAD, "bits": 128, "cycles": PAYLOAD},
    "cycles": {PAYLOAD: 8.0, f"{PAYLOAD}2": 9.0},
    "options": {PAYLOAD: {PAYLOAD: [PAYLOAD, {PAYLOAD: PAYLOAD}]}, "objective": PAYLOAD},
    "tools": {PAYLOAD: PAYLOAD, "yosys": PAYLOAD},
    "source_files": {PAYLOAD: PAYLOAD},
    "known_answer_files": {PAYLOAD: PAYLOAD},
    "verification": [{"level": PAYLOAD, "vectors": 3, "ok": True}],
    "date": "2026-01-02T03:04:05Z",
    **{"luts": 2000, "ffs": 900, "brams": 0, "dsps": 0, "fmax_mhz": 150.0},
    **{"seeds": [1, 2], "best_seed": 1, "best_requested_mhz": 160.0},
    "attempts": [{**_RUN, "seed": 1, "fmax_mhz": 150.0}, {**_RUN, "seed": 2, "fmax_mhz": 140.0}],
    "critical_path": [PAYLOAD, PAYLOAD],
}
FAILED: dict[str, Any] = {
    **HOSTILE,
    "status": PAYLOAD,
    "variant": f"{PAYLOAD}2",
    **dict.fromkeys(
        (
            "luts",
            "ffs",
            "brams",
            "dsps",
            "fmax_mhz",
            "best_seed",
            "best_strategy",
            "best_requested_mhz",
        )
    ),
    "attempts": [],
}


def texts_left_out() -> set[str]:
    """The fields of a record that hold text and no attack."""
    plain = {"scope", "implementation", "origin", "date"}
    return (
        {
            name
            for name, field in Measurement.model_fields.items()
            if field.annotation is str and name not in HOSTILE
        }
        - plain
        - {"status"}
    )
