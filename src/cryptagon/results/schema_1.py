"""Records of schema 1, of which there were three kinds, as records of schema 2."""

from typing import Any

CIPHER_CYCLES = {
    "encryption": "cycles_per_block",
    "decryption": "cycles_per_block_decrypt",
    "ad_encryption": "cycles_per_ad_block",
    "ad_decryption": "cycles_per_ad_block_decrypt",
}
KERNEL_CYCLES = {"alone": "cycles", "between": "cycles_between"}
INTERFACE = "caesar-1.0"


def upgraded(old: dict[str, Any]) -> dict[str, Any]:
    """The object of a record of schema 1 as one of schema 2; of one that is broken what can be
    read, for the model to refuse.
    """
    new: dict[str, Any] = {**old, "schema_version": 2}
    if "netlists" in new:
        _cells(new)
    elif "kernel" in new:
        _kernel(new, new.pop("kernel"))
        new.pop("answer", None)
    else:
        _cipher(new, new.pop("algorithm", None))
    new["options"] = _options(new.get("options", {}))
    new["verification"] = [_level(one) for one in new.get("verification", [])]
    return new


def _cells(new: dict[str, Any]) -> None:
    new["implementation"] = "cells"
    kind, name = new.pop("kind", None), new.pop("name", None)
    if kind == "kernel":
        for field in ("block_bits", "cycles_per_block"):
            new.pop(field, None)
        _kernel(new, name)
        return
    for field in ("job", "cycles"):
        new.pop(field, None)
    _cipher(new, name)


def _cipher(new: dict[str, Any], name: object) -> None:
    whole = new.pop("scope", None) == "aead"
    new |= {
        "algorithm_class": "aead",
        "algorithm": name,
        "scope": "unit" if whole else "core",
        "interface": INTERFACE if whole else None,
    }
    new["bus"] = {bus: new.pop(bus) for bus in ("w", "sw") if bus in new}
    new["work"] = {
        "name": "block of plaintext",
        "bits": new.pop("block_bits", None),
        "cycles": "encryption",
    }
    new["cycles"] = _cycles(new, CIPHER_CYCLES)
    new["options"] = {**new.get("options", {}), "supercop": new.pop("variant", "")}


def _kernel(new: dict[str, Any], name: object) -> None:
    cycles = _cycles(new, KERNEL_CYCLES)
    new |= {"algorithm_class": "kernel", "algorithm": name, "scope": "core", "interface": None}
    new |= {
        "work": {"name": new.pop("job", None), "bits": None, "cycles": "alone"},
        "cycles": cycles,
    }


def _cycles(new: dict[str, Any], names: dict[str, str]) -> dict[str, float]:
    found = {name: new.pop(field, None) for name, field in names.items()}
    return {name: float(value) for name, value in found.items() if value is not None}


def _options(old: dict[str, Any]) -> dict[str, Any]:
    return {
        "interface_digest" if name == "shared_hardware_digest" else name: value
        for name, value in old.items()
    }


def _level(one: dict[str, Any]) -> dict[str, Any]:
    return {**one, "level": "unit"} if one.get("level") == "aead" else one
