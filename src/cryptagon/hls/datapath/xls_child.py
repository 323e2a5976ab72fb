"""XLS's optimiser as a program: `xls_child.py TOP SECONDS BYTES` reads IR and writes it optimised,
and ends where it needs more than that.

It is a file that is run and not a module that is imported, so that nothing but XLS is loaded.
"""

import resource
import sys


def main() -> None:
    """Standard input to standard output; what XLS refuses is told on standard error, with exit code
    1.
    """
    top, seconds, size = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    size = size if hard == resource.RLIM_INFINITY else min(size, hard)
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    import xls  # noqa: PLC0415 - within the limits

    try:
        sys.stdout.write(xls.optimize_ir(sys.stdin.read(), top))
    except RuntimeError as error:  # what the binding raises, with XLS's status text
        sys.exit(str(error))


if __name__ == "__main__":
    main()
