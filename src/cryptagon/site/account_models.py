"""The tables of accounts: which user acts for which publisher, the site's secret, and who did
what.
"""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone

from cryptagon.site.accounts import Publisher

CONSOLE = "console"


class Owner(models.Model):
    """A user who acts for a publisher: one for one."""

    publisher = models.OneToOneField(Publisher, models.PROTECT, related_name="owner")
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.PROTECT, related_name="owned")


class SiteSecret(models.Model):
    """The one row with what signs links in mails and the like, so that these hold over a restart.

    Who can read it can read the sessions beside it.
    """

    content = models.TextField()


class Act(models.Model):
    """One line of who did what: `who` is the id of a user or "console", `what` a verb, `about` what
    it was done to.
    """

    date = models.DateTimeField()
    who = models.TextField(db_index=True)
    what = models.TextField()
    about = models.TextField()


def site_secret() -> str:
    """The secret of this site, made where there is none."""
    found = SiteSecret.objects.first() or SiteSecret.objects.create(
        content=secrets.token_urlsafe(48)
    )
    return found.content


def note(who: object, what: str, about: object) -> None:
    """Enter what was done. `who` is a user, or None for the console."""
    Act.objects.create(
        date=timezone.now(), who=str(getattr(who, "pk", CONSOLE)), what=what, about=str(about)
    )
