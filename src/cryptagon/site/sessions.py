"""Sessions whose content is encrypted in the database: that of a new authenticator app is in one
until its first code is typed."""

from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore as PlainStore

from cryptagon.errors import CryptagonError
from cryptagon.site.second_factors import decrypted, encrypted


class SessionStore(PlainStore):
    """Django's own in the database, under the key of the second factors."""

    def encode(self, session_dict: dict[str, Any]) -> str:
        """What is kept."""
        return encrypted(settings.SECOND_FACTOR_KEY, super().encode(session_dict))

    def decode(self, session_data: str | bytes) -> dict[str, Any]:
        """What was kept; nothing of what this site has not encrypted, or while it has no accounts,
        so that its visitor signs in again."""
        text = session_data.decode() if isinstance(session_data, bytes) else session_data
        try:
            return super().decode(decrypted(settings.SECOND_FACTOR_KEY, text))
        except (CryptagonError, ValueError):  # no key: accounts are closed
            return {}
