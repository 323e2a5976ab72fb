"""What the checks find: nothing in right software, and every fault that was put in."""

import pytest
from supercop_toys import CIPHER, HASH

from cryptagon.errors import CryptagonError
from cryptagon.kat import KatRecord, write_kat
from cryptagon.software.calls import Implementation
from cryptagon.software.cipher_checks import CipherChecks, block_bytes
from cryptagon.software.folder import known_answer_files, open_folder
from cryptagon.software.hash_checks import HashChecks, read_answers
from cryptagon.software.outcome import FAILED, PASSED, WARNED

LOOP = "for (unsigned i = 0; i < CRYPTO_ABYTES; i++) difference"


def outcomes(folder, seconds=5.0):
    opened = open_folder(folder)
    code = Implementation(opened, seconds)
    checks = CipherChecks(code) if opened.kind == "aead" else HashChecks(code)
    return checks.all(known_answer_files(opened))


def test_right_software_passes_all():
    assert {one.result for folder in (CIPHER, HASH) for one in outcomes(folder)} == {PASSED}


def test_the_block_is_found():
    assert block_bytes(Implementation(open_folder(CIPHER), 5.0)) == 8


CHANGE_MESSAGE = "((unsigned char *)m)[0] ^= 1;\n    uint32_t state[4];"
CHANGE_KEY = "((unsigned char *)k)[7] ^= 1;\n    uint32_t state[4];"
CLEARING = "for (unsigned long long i = 0; i < length; i++) m[i] = 0;"
MUTANTS = {
    "a byte of the tag": (LOOP, LOOP.replace("i = 0", "i = 1"), "byte 0 of the tag", FAILED),
    "a bit of the tag": ("    if (difference)", "    if (difference & 0xdf)", "bit 5 of byte 0", FAILED),
    "no data": ("i < adlen; i++", "i < adlen - adlen; i++", "associated data is accepted", FAILED),
    "plaintext left": (CLEARING, "", "plaintext is in the buffer", WARNED),
    "one byte less": ("*clen = mlen + CRYPTO_ABYTES", "*clen = mlen + CRYPTO_ABYTES - 1", "says that the ciphertext has 7 bytes", FAILED),
    "no length": ("*clen = mlen + CRYPTO_ABYTES", "(void)clen", "has no bytes", FAILED),
    "message length": ("*mlen = length;", "*mlen = clen;", "decrypted message has 8", FAILED),
    "input changed": ("(void)nsec;\n    uint32_t state[4];", CHANGE_MESSAGE, "encryption changes its message", FAILED),
    "key changed": ("(void)nsec;\n    uint32_t state[4];", CHANGE_KEY, "encryption changes its key", FAILED),
    "past the end": ("    return 0;\n}\n\nint", "    c[*clen] = 0;\n    return 0;\n}\n\nint", "encryption writes past the end", WARNED),
    "short ciphertext": ("if (clen < CRYPTO_ABYTES) return -1;", "if (clen < CRYPTO_ABYTES) return 0;", "a ciphertext of", WARNED),
}  # fmt: skip


@pytest.mark.parametrize("name", MUTANTS)
def test_a_fault_is_found(name, mutant):
    old, new, said, result = MUTANTS[name]
    found = [
        one for one in outcomes(mutant(CIPHER, "encrypt.c", (old, new))) if one.result != PASSED
    ]
    assert said in found[0].found and found[0].result == result


def test_answers_that_hang_on_earlier_calls_are_found(mutant):
    change = (
        "(void)nsec;\n    uint32_t state[4];",
        "static unsigned char calls;\n    calls++;\n    uint32_t state[4];",
    )
    use = (
        "c[i] = byte_of(state, i % RATE);",
        "c[i] = byte_of(state, i % RATE) ^ (mlen == 16 ? calls : 0);",
    )
    found = outcomes(mutant(CIPHER, "encrypt.c", change, use))
    assert FAILED in {one.result for one in found}


def test_faults_of_hash_functions_are_found(mutant, tmp_path):
    short = outcomes(mutant(HASH, "hash.c", ("i < CRYPTO_BYTES; i++", "i < CRYPTO_BYTES - 1; i++")))
    assert "byte 15 of 16" in next(one.found for one in short if one.result == FAILED)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("i < inlen; i++", "i + 1 < inlen; i++", "does not matter"),
        ("    return 0;", "    out[16] = 0;\n    return 0;", "writes past CRYPTO_BYTES"),
        ("    return 0;", "    if (inlen) ((unsigned char *)in)[0]++;\n    return 0;", "changes its message"),
        ("    return 0;", "    return inlen == 17;", "returned 1"),
    ],
)  # fmt: skip
def test_more_faults_of_hash_functions_are_found(old, new, said, mutant):
    found = [
        one.found for one in outcomes(mutant(HASH, "hash.c", (old, new))) if one.result != PASSED
    ]
    assert any(said in one for one in found)


@pytest.mark.parametrize("right", [True, False])
def test_known_answers_are_compared(right, mutant):
    folder = mutant(CIPHER, "encrypt.c")
    code = Implementation(open_folder(folder), 5.0)
    key, nonce, ad, message = bytes(range(8)), bytes(8), b"data", b"a message"
    sealed = code.encrypt(key, nonce, ad, message).output
    record = KatRecord(1, key, nonce, message, ad, sealed if right else bytes(len(sealed)))
    write_kat(folder.parent / "LWC_AEAD_KAT_64_64.txt", [record])
    (one,) = [one for one in outcomes(folder) if one.name.startswith("known answers")]
    assert (one.result, one.cases) == (PASSED if right else FAILED, 1)


def test_known_answers_of_hash_functions_are_compared(mutant):
    folder = mutant(HASH, "hash.c")
    digest = Implementation(open_folder(folder), 5.0).digest(b"\1").output
    file = folder / "LWC_HASH_KAT_128.txt"
    file.write_text(f"Count = 1\nMsg = 01\nMD = {digest.hex()}\n\nCount = 2\nMsg = \nMD = 00\n")
    (one,) = [one for one in outcomes(folder) if one.name.startswith("known answers")]
    assert one.result == FAILED and "Count = 2" in one.found
    file.write_text("Count = 1\nMsg = 0\n")
    with pytest.raises(CryptagonError, match="no known answer"):
        read_answers(file)


def test_a_crash_says_what_was_done(mutant):
    crash = mutant(
        CIPHER, "mix.c", ("state[2] += state[3];", "state[2] += *(volatile uint32_t *)16;")
    )
    with pytest.raises(CryptagonError, match="crashed") as fault:
        outcomes(crash)
    assert "encrypting 0 bytes" in fault.value.why and fault.value.fix


def test_an_endless_loop_ends(mutant):
    endless = mutant(
        CIPHER, "mix.c", ("round < 8; round++", "round < 8; round += state[0] != 5 ? 0 : 1")
    )
    with pytest.raises(CryptagonError, match="did not answer within 1 s") as fault:
        outcomes(endless, 1.0)
    assert "encrypting 0 bytes" in fault.value.why


BROKEN = [
    (CIPHER, "api.h", "#define CRYPTO_ABYTES 8\n", "", "does not define CRYPTO_ABYTES"),
    (HASH, "api.h", "#define CRYPTO_BYTES 16", "", "does not define CRYPTO_BYTES"),
    (CIPHER, "encrypt.c", "crypto_aead_decrypt", "decrypt", "crypto_aead_decrypt is missing"),
    (CIPHER, "mix.c", "void mix(", "void mixed(", "does not compile"),
    (CIPHER, "mix.c", "state[0] +=", "state[0] =+ nothing", "does not compile"),
]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken[-1])
def test_what_is_no_implementation_is_told(broken, mutant):
    source, file, old, new, said = broken
    folder = mutant(source, file, (old, new))
    with pytest.raises(CryptagonError, match=said) as fault:
        outcomes(folder)
    assert str(folder) in fault.value.where and fault.value.why


def test_a_folder_above_is_told_the_one_below(tmp_path):
    with pytest.raises(CryptagonError, match="no api") as fault:
        open_folder(CIPHER.parent)
    assert "ref" in fault.value.fix
    with pytest.raises(CryptagonError, match="no such folder"):
        open_folder(tmp_path / "nothing")
    (tmp_path / "api.h").touch()
    with pytest.raises(CryptagonError, match="no C source"):
        open_folder(tmp_path)
    (tmp_path / "a.c").touch()
    with pytest.raises(CryptagonError, match="neither"):
        open_folder(tmp_path)
