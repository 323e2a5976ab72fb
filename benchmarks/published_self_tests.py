"""Programs that have tests of themselves, with the known answers of their standards inside: those of
B-Con's crypto-algorithms.
"""

from published_program import Program, files

REPOSITORY = ("B-Con/crypto-algorithms", "cfbde48414baacf51fc7c74f275190881f037d32")


def _self_test(title: str, name: str, test: str, wrapper: str = "self_tests.c") -> Program:
    names = (f"{name}.c", f"{name}.h", f"{name}_test.c")
    return Program(
        f"{title}, own tests",
        wrapper,
        files(*REPOSITORY, "", *names),
        [1],
        [1],
        {"SELF_TESTS": test},
    )


SELF_TESTS = {
    "md2_tests": _self_test("MD2", "md2", "md2_test"),
    "md5_tests": _self_test("MD5", "md5", "md5_test"),
    "sha1_tests": _self_test("SHA-1", "sha1", "sha1_test"),
    "sha256_tests": _self_test("SHA-256", "sha256", "sha256_test"),
    "des_tests": _self_test("DES", "des", "des_test", "des_tests.c"),
    "aes_tests": _self_test("AES", "aes", "aes_ecb_test"),
    "arcfour_tests": _self_test("RC4", "arcfour", "rc4_test"),
    "blowfish_tests": _self_test("Blowfish", "blowfish", "blowfish_test"),
}
