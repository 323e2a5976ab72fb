"""Real boards: a project to build and run there, and its log read back (docs/testbed.md)."""
