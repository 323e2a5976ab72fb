"""How the site sends mail, by one address."""

from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit

from django.conf import settings

from cryptagon.errors import CryptagonError

_FORMS = "smtp://USER:PASSWORD@HOST:587?from=ADDRESS, smtps://… for TLS from the start, or file:///FOLDER?from=ADDRESS"
_BACKENDS = "django.core.mail.backends."
_LOCAL = ("localhost", "127.0.0.1", "::1")
_SECONDS = 20


@dataclass(frozen=True)
class Mail:
    """Where mail goes to: settings of Django, by name."""

    given: dict[str, object] = field(repr=False)

    def use(self) -> None:
        """Send mail so from now on."""
        for name, value in self.given.items():
            setattr(settings, name, value)


def mail_at(address: str) -> Mail:
    """The mail of an address such as
    smtps://user:password@mail.example.org?from=results@example.org.

    By smtp:// the connection is made secret (STARTTLS) before anything is told, unless the host is
    this machine. With file:// every mail becomes a file of a folder. Raises CryptagonError, which
    does not repeat a password.
    """
    try:
        split = urlsplit(address)
        port = split.port
    except ValueError as fault:
        raise _refused("it is no address") from fault
    sender = parse_qs(split.query).get("from", [""])[0]
    if "@" not in sender or not sender.isprintable():
        raise _refused("it names no sender")
    if split.scheme == "file" and split.path.strip("/"):
        return Mail(
            {
                "EMAIL_BACKEND": f"{_BACKENDS}filebased.EmailBackend",
                "EMAIL_FILE_PATH": unquote(split.path),
                **_from(sender),
            }
        )
    if split.scheme not in ("smtp", "smtps") or not split.hostname:
        raise _refused("it names no server")
    whole = split.scheme == "smtps"
    own = {
        **{
            "EMAIL_BACKEND": f"{_BACKENDS}smtp.EmailBackend",
            "EMAIL_HOST": split.hostname,
            "EMAIL_TIMEOUT": _SECONDS,
        },
        **{"EMAIL_PORT": port or (465 if whole else 587), "EMAIL_USE_SSL": whole},
        **{"EMAIL_USE_TLS": not whole and split.hostname not in _LOCAL},
        **{
            "EMAIL_HOST_USER": unquote(split.username or ""),
            "EMAIL_HOST_PASSWORD": unquote(split.password or ""),
        },
    }
    return Mail({**own, **_from(sender)})


def _from(sender: str) -> dict[str, object]:
    return {"DEFAULT_FROM_EMAIL": sender, "SERVER_EMAIL": sender}


def _refused(why: str) -> CryptagonError:
    return CryptagonError("mail cannot be sent so", why=why, fix=f"write {_FORMS}")
