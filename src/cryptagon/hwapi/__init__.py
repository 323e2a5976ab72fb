"""The CAESAR Hardware API v1.0, whose words the LWC Hardware API v1.2 shares: messages as bus words
and as CipherCore blocks, the test modes and the test-vector files of both.
"""

from cryptagon.hwapi.expansion import ciphertext_bytes, has_marker
from cryptagon.hwapi.forgery import (
    byte_forgeries,
    confusions,
    decrypts_by_tag,
    forgeries,
    forgeries_between,
    known_outputs,
    tag_forgeries,
)
from cryptagon.hwapi.hashing import (
    HASH_LONG_BLOCKS,
    HashFunction,
    KnownHashes,
    among,
    combined_messages,
    generator_hash_lengths,
    hash_message,
    hash_shapes,
)
from cryptagon.hwapi.long_messages import (
    boundary_messages,
    counter_boundaries,
    long_messages,
    many_messages,
    shape_messages,
)
from cryptagon.hwapi.lwc_files import write_lwc_files
from cryptagon.hwapi.message import Cipher, HardwareAlgorithm, Message, bdi_bits
from cryptagon.hwapi.modes import (
    BENCHMARK_BYTES,
    KnownAnswer,
    benchmark_lengths,
    block_pairs,
    corner_lengths,
    corner_messages,
    key_reuse_messages,
    messages_from_kat,
    multi_segment,
    random_messages,
    single_message,
    sized_messages,
)
from cryptagon.hwapi.source import keep_keys
from cryptagon.hwapi.transaction import (
    BdiBlock,
    BdoBlock,
    CoreTransaction,
    SegmentType,
    core_transaction,
)
from cryptagon.hwapi.vector_files import read_vector_file, read_vector_files, write_vector_files
from cryptagon.hwapi.words import ApiWords, Kind, Word, api_words

__all__ = [
    "BENCHMARK_BYTES",
    "HASH_LONG_BLOCKS",
    "ApiWords",
    "BdiBlock",
    "BdoBlock",
    "Cipher",
    "CoreTransaction",
    "HardwareAlgorithm",
    "HashFunction",
    "Kind",
    "KnownAnswer",
    "KnownHashes",
    "Message",
    "SegmentType",
    "Word",
    "among",
    "api_words",
    "bdi_bits",
    "benchmark_lengths",
    "block_pairs",
    "boundary_messages",
    "byte_forgeries",
    "ciphertext_bytes",
    "combined_messages",
    "confusions",
    "core_transaction",
    "corner_lengths",
    "corner_messages",
    "counter_boundaries",
    "decrypts_by_tag",
    "forgeries",
    "forgeries_between",
    "generator_hash_lengths",
    "has_marker",
    "hash_message",
    "hash_shapes",
    "keep_keys",
    "key_reuse_messages",
    "known_outputs",
    "long_messages",
    "many_messages",
    "messages_from_kat",
    "multi_segment",
    "random_messages",
    "read_vector_file",
    "read_vector_files",
    "shape_messages",
    "single_message",
    "sized_messages",
    "tag_forgeries",
    "write_lwc_files",
    "write_vector_files",
]
