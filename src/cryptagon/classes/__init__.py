"""Classes of algorithms: authenticated ciphers, hash functions, ... Each is a package here, found by being there."""

from cryptagon.classes.base import AlgorithmClass, Setting, Tests
from cryptagon.classes.registry import algorithm, algorithms, class_named, class_of, classes

__all__ = ["AlgorithmClass", "Setting", "Tests", "algorithm", "algorithms", "class_named", "class_of", "classes"]
