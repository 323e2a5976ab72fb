"""Classes of algorithms: authenticated ciphers, hash functions, ...

Each is a package here, found by being there.
"""

from cryptagon.classes.base import AlgorithmClass, Setting, Tests
from cryptagon.classes.registry import algorithm, algorithms, class_named, class_of, classes
from cryptagon.registry import with_own_folders

__all__ = [
    "AlgorithmClass",
    "Setting",
    "Tests",
    "algorithm",
    "algorithms",
    "class_named",
    "class_of",
    "classes",
]

__path__ = with_own_folders(__name__, __path__)
