"""A C source: clang and what it says, ports, annotations, and the C that cannot become hardware."""
