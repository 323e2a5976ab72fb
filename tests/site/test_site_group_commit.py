"""What several threads write at once is one transaction, and each learns of its own work alone."""

import threading
from contextlib import contextmanager

import pytest

from cryptagon.site.group_commit import GroupCommit


class Book:
    """A store whose commit can be held up, and can fail."""

    def __init__(self):
        self.kept, self.open, self.commits = [], [], 0
        self.may_commit, self.fails = threading.Event(), False
        self.may_commit.set()

    @contextmanager
    def whole(self):
        assert not self.open
        try:
            yield
            self.may_commit.wait(20)
            if self.fails:
                raise OSError("the disk is full")
            self.kept += self.open
            self.commits += 1
        finally:
            self.open = []

    @contextmanager
    def part(self):
        before = list(self.open)
        try:
            yield
        except Exception:
            self.open = before
            raise

    def write(self, what):
        self.open.append(what)
        if what == "bad":
            raise ValueError(what)
        return f"wrote {what}"


@pytest.fixture
def book():
    return Book()


def at_once(book, words):
    """The first holds up its commit until all the others wait; what each gave or raised."""
    group, found = GroupCommit(book.whole, book.part), {}

    def do(number, word):
        try:
            found[number] = group.write(lambda: book.write(word))
        except Exception as fault:
            found[number] = fault

    book.may_commit.clear()
    threads = [threading.Thread(target=do, args=one) for one in enumerate(words)]
    threads[0].start()
    while not group._writing.locked() or group._waiting:
        pass
    for one in threads[1:]:
        one.start()
    while len(group._waiting) < len(words) - 1:
        pass
    assert found == {}  # nobody is told before it is kept
    book.may_commit.set()
    for one in threads:
        one.join(20)
    return [found[number] for number in range(len(words))]


def test_those_who_wait_are_one_transaction(book):
    words = [f"{number}" for number in range(9)]
    assert at_once(book, words) == [f"wrote {one}" for one in words]
    assert book.commits == 2 and book.kept[0] == "0" and sorted(book.kept) == words


def test_what_fails_is_undone_alone_and_told_to_its_own_thread(book):
    given = at_once(book, ["a", "b", "bad", "c"])
    assert given[0] == "wrote a" and given[1] == "wrote b" and given[3] == "wrote c"
    assert isinstance(given[2], ValueError) and sorted(book.kept) == ["a", "b", "c"]


def test_a_commit_that_fails_is_told_to_all(book):
    book.fails = True
    given = at_once(book, ["a", "b", "bad", "c"])
    assert all(isinstance(one, OSError) for one in given) and book.kept == []
    book.fails = False
    assert GroupCommit(book.whole, book.part).write(lambda: book.write("d")) == "wrote d"
