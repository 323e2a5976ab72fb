"""Writes the committed schemas of the formats of figures: `python -m cryptagon.spt.schemas`."""

import json

from cryptagon.spt import dml_json, sml

FORMATS = (dml_json.FORMAT, sml.FORMAT)


def main() -> None:
    """Make each schema anew, of the models that read its documents."""
    for one in FORMATS:
        one.schema_file.write_text(json.dumps(one.schema(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
