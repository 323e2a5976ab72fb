"""Reference software that does not compile, or disagrees with its known answers; known-answer files
with faults.
"""


def verify(workplace, *arguments):
    return workplace.cryptagon("verify", "toy", "--level", "reference", *arguments)


def test_reference_that_does_not_compile(workplace):
    source = workplace.toy / "reference" / "encrypt.c"
    lines = len(source.read_text().splitlines())
    source.write_text(source.read_text() + "int broken(void) { return missing; }\n")
    result = verify(workplace)
    assert result.returncode == 1
    assert "the reference software does not compile" in result.stderr
    assert f"encrypt.c:{lines + 1}" in result.stderr and "missing" in result.stderr


def test_reference_that_disagrees_with_a_known_answer(workplace):
    (kat,) = (workplace.toy / "kat").glob("*.txt")
    records = kat.read_text().split("\n\n")
    head, _, last = records[4].rpartition("CT = ")
    records[4] = f"{head}CT = {last[:-1]}{'0' if last[-1] != '0' else '1'}"
    kat.write_text("\n\n".join(records))
    result = verify(workplace)
    assert result.returncode == 1
    assert "disagrees with the known answer" in result.stderr
    assert "Count = 5" in result.stderr and "expected" in result.stderr and "got" in result.stderr


def test_disagreeing_reference_is_recorded_for_each_core(workplace):
    (kat,) = (workplace.toy / "kat").glob("*.txt")
    kat.write_text(kat.read_text().replace("Key = 00", "Key = FF", 1))
    result = workplace.cryptagon("run", "toy", "--quick")
    assert result.returncode == 1
    assert "2 of 2 designs without a result" in result.stderr
    measurements = [path.read_text() for path in workplace.results.glob("*.json")]
    assert len(measurements) == 2 and all('"status": "reference: ' in text for text in measurements)


def test_known_answers_of_another_format(workplace, tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("Count = 1\nKey = 00\nHello\n")
    result = verify(workplace, "--kat", str(file))
    assert result.returncode == 1 and f"{file}:3" in result.stderr


def test_known_answers_of_another_cipher(workplace, tmp_path):
    file = tmp_path / "kat.txt"
    file.write_text("Count = 1\nKey = 0011\nNonce = 00\nPT =\nAD =\nCT = 00\n")
    result = verify(workplace, "--kat", str(file))
    assert result.returncode == 1 and "Traceback" not in result.stderr and "key" in result.stderr
