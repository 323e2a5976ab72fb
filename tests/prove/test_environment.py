"""What is supposed of messages is not too much: those that the hardware API makes pass the monitor,
and no core is blamed for them.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from selection import one_of, only

from cryptagon.approaches import made
from cryptagon.catalog import Algorithm, Entry, algorithm, algorithms
from cryptagon.core import VerilogCore
from cryptagon.hwapi import Message, core_transaction, hash_message
from cryptagon.hwapi.expansion import ciphertext_bytes, is_padded, marker
from cryptagon.hwapi.source import Case, message_of
from cryptagon.prove.aiger import reached
from cryptagon.prove.holding import evaluated
from cryptagon.prove.model import Model, build_model
from cryptagon.prove.subject import Stream, Subject, cipher

PATIENCE = 200  # cycles for which a block may wait
EVERY_DAY = {"ascon128", *(name for name in algorithms() if name.startswith("dummy"))}
"""Every kind of cipher once, in seconds."""


def messages(one: Algorithm) -> Iterator[Message]:
    """Both directions, with lengths around the block of every padding case."""
    block, sizes = one.sizes.block // 8, one.sizes
    key, nonce, nsec, tag = (
        bytes(size // 8) for size in (sizes.key, sizes.npub, sizes.nsec, sizes.tag)
    )
    for number, (ad, data) in enumerate(
        [(0, 0), (1, 0), (0, block), (block, 1), (2 * block, block + 1)]
    ):
        for decrypt in (False, True):
            new_key = number % 2 == 0 and not decrypt
            end = marker(one, is_padded(one, data))
            sealed = nsec + bytes(ciphertext_bytes(one, data)) + tag + end
            case = Case(key, nonce, bytes(ad), bytes(data), nsec)
            yield replace(message_of(one, case, sealed, decrypt, ""), new_key=new_key)


def messages_to_hash(one: Algorithm) -> Iterator[Message]:
    """With lengths around the block of every padding case."""
    assert one.hash
    block, digest = one.hash.block // 8, bytes(one.hash.digest // 8)
    for length in (0, 1, block, 2 * block + 1):
        yield hash_message(bytes(length), digest)


def item(stream: Stream, values: dict[str, int]) -> int:
    packed = 0
    for port, bits in stream.ports.items():
        packed = packed << bits | values[port]
    return packed


def offers(subject: Subject, one: Algorithm, message: Message) -> Iterator[tuple[Stream, int]]:
    key, bdi, *_ = subject.inputs
    transaction = core_transaction(one, message)
    if transaction.key is not None:
        yield key, int.from_bytes(transaction.key, "big")
    for block in transaction.bdi:
        names = ("type", "eot", "eoi", "partial", "size", "valid_bytes", "pad_loc")
        fields = {f"bdi_{name}": int(getattr(block, name)) for name in names}
        yield (
            bdi,
            item(
                bdi,
                {
                    "bdi": int.from_bytes(block.data, "big"),
                    **fields,
                    "decrypt": int(message.decrypt),
                },
            ),
        )


class Run:
    """The model, cycle by cycle, from 0 in every register that has no reset value; what a core of
    two passes gives to its FIFO comes back at once.
    """

    def __init__(self, model: Model, block: int) -> None:
        self.model = model
        two_pass = "fdo_valid" in model.outputs
        self.items = model.port("fdo", block) if two_pass else []
        self.fifo: list[list[int]] = []
        self.watched = (
            "well_formed",
            "bdo_unasked",
            "verdict_unasked",
            "key_unasked",
            "key_passed_over",
            "key_ready",
            "bdi_ready",
            *(("item_left", "fdi_valid", "fdi_ready") if two_pass else ()),
        )
        self.seen = {"bdo_valid": 0, "msg_auth_valid": 0} | ({"fdo_valid": 0} if two_pass else {})
        wanted = [model.outputs[name] for name in (*self.watched, *self.seen)] + self.items
        self.registers = reached(model.graph, model.graph.any_of(wanted), model.registers)
        initial = dict(zip(model.registers, model.initial))
        self.state = {register.node: initial[register] or 0 for register in self.registers}

    def cycle(self, offered: Stream | None, value: int) -> dict[str, int]:
        inputs = {"bdo_ready": 1, "msg_auth_ready": 1}
        if self.items:
            inputs |= {"fdo_ready": 1, "fdi_offer": int(bool(self.fifo))}
        if self.fifo:
            inputs |= {f"fdi_item[{place}]": bit for place, bit in enumerate(self.fifo[0])}
        if offered:
            inputs[f"{offered.name}_offer"] = 1
            inputs |= {
                f"{offered.name}_item[{place}]": value >> place & 1 for place in range(offered.bits)
            }
            inputs["announce"] = int(offered.name == "key")
        values = {self.model.inputs[name] >> 1: bit for name, bit in inputs.items()} | self.state
        names = [*self.watched, *self.seen]
        literals = [
            *(self.model.outputs[name] for name in names),
            *self.items,
            *(register.next for register in self.registers),
        ]
        found = evaluated(self.model.graph, literals, values)
        now = dict(zip(names, found))
        item, following = (
            found[len(names) :][: len(self.items)],
            found[len(names) + len(self.items) :],
        )
        self.state = {register.node: bit for register, bit in zip(self.registers, following)}
        if now.get("fdi_valid") and now["fdi_ready"]:
            self.fifo.pop(0)
        if now.get("fdo_valid"):
            self.fifo.append(item)
        self.seen = {name: count + now[name] for name, count in self.seen.items()}
        return now


@pytest.mark.parametrize("name", only(EVERY_DAY, algorithms()))
def test_real_messages_are_well_formed_and_answered(tmp_path, name):
    one = algorithms()[name]
    check_answers(one, VerilogCore(one.rtl_sources), list(messages(one)), tmp_path)


@pytest.mark.parametrize("name", one_of(2, ["xoodyak", "ascon_aead128"]))
def test_messages_to_hash_are_well_formed_and_answered(tmp_path, name):
    one = algorithm(name)
    core = made(Entry(one, "rtl", one.variant("with_hash")), "CipherCore").core
    mixed = [message for pair in zip(messages(one), messages_to_hash(one)) for message in pair]
    check_answers(one, core, mixed, tmp_path)


def check_answers(one: Algorithm, core: VerilogCore, sent: list[Message], folder: Path) -> None:
    """Each message passes the monitor, breaks no rule, and has as many answers as it asks for."""
    subject = cipher(one, core)
    run = Run(build_model(subject, folder, cut=True), one.sizes.block)
    expected = {"bdo_valid": 0, "msg_auth_valid": 0}
    for message in sent:
        transaction = core_transaction(one, message)
        expected["bdo_valid"] += len(transaction.bdo)
        expected["msg_auth_valid"] += int(message.decrypt)
        for stream, value in offers(subject, one, message):
            for _ in range(PATIENCE):
                now = run.cycle(stream, value)
                assert now["well_formed"] and not any(now[fault.signal] for fault in subject.faults)
                if now[f"{stream.name}_ready"]:
                    break
            else:
                pytest.fail(f"{stream.name} is not taken")
    for _ in range(PATIENCE):
        run.cycle(None, 0)
    assert not run.fifo
    assert {name: run.seen[name] for name in expected} == expected
