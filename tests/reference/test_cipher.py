import gc
import shutil

import pytest

from cryptagon.catalog import algorithm
from cryptagon.errors import CryptagonError
from cryptagon.kat import KatRecord
from cryptagon.reference import ReferenceCipher, ReferenceSizes, check_kat, check_sizes

GOOD = KatRecord(1, b"\1\2", b"\0", b"\5\6", b"\7", bytes([0x05 ^ 1, 0x06 ^ 2, 0x10]))
RETURN = "    *clen = mlen + 1;\n"


def refused(folder, record=GOOD) -> CryptagonError:
    """What check_kat finds wrong in the implementation in `folder`."""
    with pytest.raises(CryptagonError) as caught:
        check_kat(ReferenceCipher.build(folder), [record])
    return caught.value


def test_any_folder_of_the_shape_is_built_and_called(make_folder):
    cipher = ReferenceCipher.build(make_folder())
    assert cipher.sizes == ReferenceSizes(key=2, nsec=0, npub=1, a=1)
    assert cipher.encrypt(GOOD.key, GOOD.nonce, GOOD.ad, GOOD.pt) == GOOD.ct
    assert cipher.decrypt(GOOD.key, GOOD.nonce, GOOD.ad, GOOD.ct) == GOOD.pt
    assert cipher.decrypt(GOOD.key, GOOD.nonce, b"\6", GOOD.ct) is None
    assert check_kat(cipher, [GOOD]) == 1
    long = bytes(range(256)) * 1000
    assert (
        cipher.decrypt(GOOD.key, GOOD.nonce, long, cipher.encrypt(GOOD.key, GOOD.nonce, long, long))
        == long
    )


def test_the_build_is_cached_by_content_and_not_by_place(make_folder, tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path / "build"))
    folder = make_folder()
    ReferenceCipher.build(folder).close()
    programs = list((tmp_path / "build" / "reference").iterdir())
    assert len(programs) == 1
    ReferenceCipher.build(shutil.copytree(folder, tmp_path / "copy")).close()
    assert list((tmp_path / "build" / "reference").iterdir()) == programs
    ReferenceCipher.build(make_folder("mlen + 1", "1 + mlen")).close()
    assert len(list((tmp_path / "build" / "reference").iterdir())) == 2


def test_the_compiler_of_the_system_can_be_chosen(make_folder, tmp_path, monkeypatch):
    if shutil.which("gcc") is None:
        pytest.skip("there is no gcc")
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path / "build"))
    monkeypatch.setenv("CC", "gcc")
    assert check_kat(ReferenceCipher.build(make_folder()), [GOOD]) == 1
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(CryptagonError, match=r"no-such-compiler is not there"):
        ReferenceCipher.build(make_folder())


def test_c_that_does_not_compile_is_named_with_its_line(make_folder):
    folder = make_folder(RETURN, "    *clen = mlen + one;\n")
    fault = refused(folder)
    assert fault.what == "the reference software does not compile"
    assert fault.where == f"{folder / 'encrypt.c'}:14"
    assert "undeclared identifier 'one'" in fault.why


def test_a_missing_function_is_named(make_folder):
    fault = refused(make_folder("int crypto_aead_decrypt", "int decrypt"))
    assert "crypto_aead_decrypt" in fault.why


def test_two_implementations_in_one_folder_are_told(make_folder):
    folder = make_folder()
    shutil.copy(folder / "encrypt.c", folder / "also.c")
    assert "crypto_aead_encrypt" in refused(folder).why


def test_folders_that_are_not_of_the_shape(make_folder, tmp_path):
    folder = make_folder()
    for missing, message in (("encrypt.c", "no C source"), ("api.h", r"no api\.h")):
        (folder / missing).unlink()
        with pytest.raises(CryptagonError, match=message):
            ReferenceCipher.build(folder)
    with pytest.raises(CryptagonError, match="no such folder"):
        ReferenceCipher.build(tmp_path / "gone")


def test_a_size_that_api_h_lacks_is_named(make_folder):
    fault = refused(make_folder(api="#define CRYPTO_KEYBYTES 2\n#define CRYPTO_ABYTES 1\n"))
    assert "api.h does not define CRYPTO_NPUBBYTES" in fault.why


def test_a_wrong_answer_is_shown_with_vector_expected_and_got(make_folder):
    fault = refused(make_folder("^ k[i % 2]", "^ k[0]"))
    assert fault.where.endswith("Count = 1")
    assert "first difference in byte 1" in fault.why
    assert "expected 040410" in fault.why
    assert "got 040710" in fault.why


def test_a_long_wrong_answer_is_shown_around_its_first_difference(make_folder):
    pt = bytes(100)
    ct = ReferenceCipher.build(make_folder()).encrypt(b"\1\2", b"\0", b"", pt)
    fault = refused(
        make_folder("^ npub[0];\n    c[mlen]", "^ (i == 60);\n    c[mlen]"),
        KatRecord(9, b"\1\2", b"\0", pt, b"", ct),
    )
    assert "first difference in byte 60" in fault.why
    assert "..." in fault.why


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("== c[*mlen] ? 0 : -1", "== c[*mlen] ? 1 : -1", "rejects an authentic message"),
        ("== c[*mlen] ? 0 : -1", ">= 0 ? 0 : -1", "flipped bit in its tag"),
        (
            "add(add(add(0, k, 2), ad, adlen), m, *mlen) == c",
            "add(add(add(0, k, 2), ad, adlen), c, 0) != c",
            "flipped bit in its",
        ),
        (
            "m[i] = c[i] ^ k[i % 2] ^ npub[0];\n    return",
            "m[i] = c[i] ^ k[i % 2] ^ npub[0];\n    m[0] = 0; return",
            "rejects an authentic",
        ),
        (RETURN, "    *clen = mlen + 500;\n", "wrong length"),
        (RETURN, "    *clen = mlen + 1; return 7;\n", "refused to encrypt"),
        (RETURN, "    *clen = mlen + 1; c[mlen + 300] = 1;\n", "far outside its buffers"),
        (RETURN, "    *clen = mlen + 1; c[-300] = 1;\n", "far outside its buffers"),
    ],
)
def test_broken_implementations_are_refused(make_folder, old, new, message):
    assert message in refused(make_folder(old, new)).what


def test_a_few_bytes_past_the_buffer_and_prints_are_let_through(make_folder):
    folder = make_folder(RETURN, '    *clen = mlen + 1; c[mlen + 9] = 1; printf("hello");\n')
    (folder / "encrypt.c").write_text("#include <stdio.h>\n" + (folder / "encrypt.c").read_text())
    assert check_kat(ReferenceCipher.build(folder), [GOOD]) == 1


def test_a_crash_ends_the_reference_software_alone(make_folder):
    cipher = ReferenceCipher.build(
        make_folder(RETURN, "    *clen = mlen + 1; if (adlen == 3) __builtin_trap();\n")
    )
    with pytest.raises(CryptagonError, match="crashed") as caught:
        cipher.encrypt(GOOD.key, GOOD.nonce, b"abc", b"")
    assert "SIG" in caught.value.why
    assert check_kat(cipher, [GOOD]) == 1


def test_a_hang_is_ended(make_folder, monkeypatch):
    cipher = ReferenceCipher.build(
        make_folder(RETURN, "    *clen = mlen + 1; for (volatile int i = 1; adlen == 3 && i;) {}\n")
    )
    with monkeypatch.context() as impatient:
        impatient.setattr(cipher._process, "_seconds", 0.5)
        with pytest.raises(CryptagonError, match=r"did not answer within 0\.5 s"):
            cipher.encrypt(GOOD.key, GOOD.nonce, b"abc", b"")
    assert check_kat(cipher, [GOOD]) == 1


def test_the_process_ends_with_the_cipher(make_folder):
    cipher = ReferenceCipher.build(make_folder())
    child = cipher._process._child
    assert child is not None
    assert child.poll() is None
    del cipher
    gc.collect()
    assert child.poll() == 0


def test_lengths_of_key_and_nonce_are_checked(make_folder):
    cipher = ReferenceCipher.build(make_folder())
    with pytest.raises(CryptagonError, match="the key has a wrong length") as caught:
        cipher.encrypt(b"\1", b"\0", b"", b"")
    assert caught.value.why == "it has 1 bytes, and api.h says 2"
    with pytest.raises(CryptagonError, match="the nonce has a wrong length"):
        cipher.decrypt(b"\1\2", b"", b"", b"\0")


def test_sizes_of_api_h_and_algorithm_toml_must_agree(make_folder):
    with pytest.raises(CryptagonError, match="differ in size") as caught:
        check_sizes(ReferenceCipher.build(make_folder()), algorithm("dummy"))
    assert (
        caught.value.why
        == "api.h: CRYPTO_KEYBYTES is 2 bytes; algorithm.toml: sizes.key is 128 bits"
    )


def test_where_ciphertext_expands_api_h_counts_the_padding_too(tmp_path):
    expanding = algorithm("minalpher")
    folder = shutil.copytree(expanding.reference_folder, tmp_path / "copy")
    text = (folder / "api.h").read_text()
    (folder / "api.h").write_text(text.replace("CRYPTO_ABYTES 48", "CRYPTO_ABYTES 49"))
    with pytest.raises(CryptagonError, match="differ in size") as caught:
        check_sizes(ReferenceCipher.build(folder), expanding)
    assert (
        caught.value.why
        == "api.h: CRYPTO_ABYTES is 49 bytes; algorithm.toml: sizes.tag is 128 bits and 32 bytes of padding"
    )


def test_a_secret_message_number_stands_in_front_of_the_text():
    chosen = algorithm("icepole")
    cipher = ReferenceCipher.build(chosen.reference_folder)
    key, nonce, number = bytes(16), bytes(range(16)), bytes(range(16, 32))
    sealed = cipher.encrypt(key, nonce, b"ad", number + b"text")
    assert len(sealed) == 16 + 4 + 16
    assert cipher.decrypt(key, nonce, b"ad", sealed) == number + b"text"
    assert cipher.decrypt(key, nonce, b"ad", bytes([sealed[0] ^ 1]) + sealed[1:]) is None


def test_a_text_without_its_secret_message_number_is_refused():
    cipher = ReferenceCipher.build(algorithm("icepole").reference_folder)
    with pytest.raises(CryptagonError, match="too short") as caught:
        cipher.encrypt(bytes(16), bytes(16), b"", bytes(15))
    assert "has 16 bytes, and it has 15" in caught.value.why


def test_a_cipher_with_a_secret_message_number_is_told_from_one_without(tmp_path):
    chosen = algorithm("icepole")
    without = chosen.sizes.model_copy(update={"nsec": 0})
    with pytest.raises(CryptagonError, match="differ in size") as caught:
        check_sizes(
            ReferenceCipher.build(chosen.reference_folder),
            chosen.model_copy(update={"sizes": without}),
        )
    assert caught.value.why.startswith("api.h: CRYPTO_NSECBYTES is 16 bytes")
