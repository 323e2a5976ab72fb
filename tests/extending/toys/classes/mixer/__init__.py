"""A toy class: words in, mixed words out."""

from cryptagon.classes.mixer.tests import MixerTests

from cryptagon.catalog import AlgorithmFolder
from cryptagon.classes import AlgorithmClass
from cryptagon.results import Work


class MixerFolder(AlgorithmFolder):
    """`width` is that of a word in bits, `mask` what is added to it."""

    width: int
    mask: int


class Mixers(AlgorithmClass):
    """Mixers of words."""

    name = "mixer"
    title = "mixers"
    model = MixerFolder
    module = "Mixer"
    interface = "toy-bus"
    contract = "here"

    def work(self, algorithm):
        return Work(name="word", bits=algorithm.width, cycles="word")

    def known_answer_files(self, algorithm):
        return tuple(sorted((algorithm.folder / "kat").glob("*.txt")))

    def tests(self, algorithm, variant, setting):
        return MixerTests(algorithm, setting)

    def proof(self, algorithm, core):
        raise NotImplementedError


CLASS = Mixers()
