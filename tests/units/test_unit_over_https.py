"""A repository of others is cloned over https, from a server whose certificate is checked."""

import datetime
import functools
import http.server
import ssl
import subprocess
import threading

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from cryptagon.errors import CryptagonError
from cryptagon.units.checkout import origin_of


@pytest.fixture
def certificate(tmp_path):
    """A certificate of this machine with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file = tmp_path / "certificate.pem"
    file.write_bytes(made.public_bytes(serialization.Encoding.PEM) + private)
    return file


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Says nothing of what it serves."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Nothing."""

    def log_error(self, format: str, *args: object) -> None:  # noqa: A002 - the base class has it
        """Nothing."""


@pytest.fixture
def server(tmp_path, certificate):
    """Serves the folder `served` over https; gives its URL."""
    (tmp_path / "served").mkdir()
    handler = functools.partial(Quiet, directory=str(tmp_path / "served"))
    with http.server.ThreadingHTTPServer(("localhost", 0), handler) as running:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        running.socket = context.wrap_socket(running.socket, server_side=True)
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"https://somebody:secret@localhost:{running.server_port}"
        running.shutdown()


@pytest.fixture
def repository(tmp_path):
    """A repository with one file, as a server of plain files has it; gives its commit."""
    work, bare = tmp_path / "work", tmp_path / "served" / "theirs.git"
    work.mkdir()
    (work / "LICENSE").write_text("all of it")
    git = ["git", "-C", str(work), "-c", "user.name=x", "-c", "user.email=x@y"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "theirs"]):
        subprocess.run([*git, *words], check=True)
    subprocess.run(["git", "clone", "-q", "--bare", work, bare], check=True)
    subprocess.run(["git", "-C", bare, "update-server-info"], check=True)
    return subprocess.run(
        [*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True
    ).stdout.strip()


def test_it_is_cloned_and_the_origin_has_no_password(
    server, repository, certificate, tmp_path, monkeypatch
):
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path / "build"))
    monkeypatch.setenv("GIT_SSL_CAINFO", str(certificate))
    origin = origin_of(f"{server}/theirs.git")
    assert origin.commit == repository
    assert (origin.folder / "LICENSE").read_text() == "all of it"
    assert origin.url == server.replace("somebody:secret@", "") + "/theirs.git"


def test_a_server_that_nobody_vouches_for_is_refused(server, repository, tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path / "build"))
    with pytest.raises(CryptagonError, match="cannot be fetched") as told:
        origin_of(f"{server}/theirs.git")
    assert "certificate" in told.value.why
    assert "secret" not in str(told.value)
