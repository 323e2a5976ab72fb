"""What a mixer must answer."""

from dataclasses import dataclass

from cryptagon.catalog import AlgorithmFolder, StreamPort
from cryptagon.classes.base import UNIT, Setting, Tests
from cryptagon.interfaces import interface
from cryptagon.simulate import StreamBench, measure_streams, verify_streams


def ports(width):
    both = (("word", "in"), ("mixed", "out"))
    return tuple(
        StreamPort(name=name, direction=direction, fields={"data": width})
        for name, direction in both
    )


@dataclass(frozen=True)
class Answer:
    """A word, and what comes of it."""

    title: str
    word: int
    mixed: int

    def items(self, port):
        return [{"data": self.word if port.direction == "in" else self.mixed}]


@dataclass(frozen=True)
class MixerTests(Tests):
    """The known answers: lines of two hexadecimal words."""

    algorithm: AlgorithmFolder
    setting: Setting

    @property
    def answers(self):
        lines = (self.algorithm.folder / "kat" / "answers.txt").read_text().split("\n")
        pairs = (line.split() for line in lines if line)
        return [Answer(word, int(word, 16), int(mixed, 16)) for word, mixed in pairs]

    def check_reference(self):
        assert all(one.word ^ self.algorithm.mask == one.mixed for one in self.answers)
        return len(self.answers)

    def check_program(self, source, folder):
        raise NotImplementedError

    def bench(self, level):
        if level == UNIT:
            return interface(self.setting.interface).testbench(
                self.algorithm, self.setting.bus_of(self.algorithm)
            )
        return StreamBench(self.algorithm.name, "Mixer", ports(self.algorithm.width), "here")

    def verify(self, core, level):
        return verify_streams(core, self.bench(level), self.answers)

    def cycles(self, core):
        first = self.answers[0]
        return {"word": measure_streams(core, self.bench(UNIT), first, first).between}

    def sample(self, count):
        return self.bench(UNIT), self.answers
