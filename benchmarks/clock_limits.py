"""Clock limits by experiment: routed units with back-annotated delays in simulation, the slow
corner and 20 virtual boards.
"""

from dataclasses import asdict

from common import Row

from cryptagon.study.clock_limits import Findings, LimitRequest, find_limits

TARGET = "ecp5-85f-8"
BOARDS, SEED, ANSWERS = 20, 1, 32
CIPHERS = ("aes128gcm", "ascon128a", "acorn128")
SUBJECTS = (
    *(
        LimitRequest(name, approach, TARGET, quick=True, answers=ANSWERS)
        for name in CIPHERS
        for approach in ("hls", "rtl")
    ),
    LimitRequest("dummy", "rtl", TARGET, quick=True, answers=ANSWERS),
    LimitRequest("ascon_p", "hls", TARGET, variant="basic", quick=True, answers=0),
)


def measure() -> list[Row]:
    """One row for each unit: one synthesis strategy and one placement seed, the same known answers
    at every clock.
    """
    return [
        _row(subject, find_limits(subject, count=BOARDS, seed=SEED, jobs=2, tell=lambda text: None))
        for subject in SUBJECTS
    ]


def _row(subject: LimitRequest, found: Findings) -> Row:
    corner, slow, layout = found.corner, found.corner.slow, found.layout
    row: Row = {
        "design": found.label,
        "name": subject.name,
        "approach": subject.approach,
        "target": found.target,
    }
    row |= {
        "strategy": layout.strategy,
        "seed": layout.seed or 0,
        "luts": layout.luts or 0,
        "fmax_mhz": layout.fmax_mhz or 0.0,
    }
    row |= {
        "settled_mhz": round(corner.settled_mhz, 2),
        "limit_mhz": round(corner.limit_mhz, 2),
        "first_wrong": str(corner.fault),
    }
    row |= {
        "resolution_mhz": round(corner.resolution_mhz, 2),
        "ratio": round(found.corner_ratio, 4),
    }
    row |= {
        "port_paths_mhz": round(1e6 / corner.longest.ports, 1),
        "hold_slack_ps": slow.hold_slack_ps or 0,
    }
    row |= {
        "boards": len(found.boards),
        "board_seed": SEED,
        "ratios": " ".join(f"{one.ratio:.4f}" for one in found.boards),
    }
    if found.spread:
        row |= {key: round(value, 4) for key, value in asdict(found.spread).items()}
    row |= {
        "messages": found.messages,
        "cycles": slow.cycles,
        "events": slow.events,
        "seconds": round(slow.seconds, 3),
    }
    return row | {
        "cycles_per_s": round(slow.cycles / slow.seconds),
        "events_per_s": round(slow.events / slow.seconds),
    }
