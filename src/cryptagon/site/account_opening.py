"""Makes a site ready for accounts: their tables, its secret, its mail."""

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from cryptagon.site.account_models import Owner, SiteSecret, site_secret
from cryptagon.site.database import make_kept_tables, open_database
from cryptagon.site.mail import Mail
from cryptagon.site.places import Place
from cryptagon.site.second_factors import open_second_factors

OWN = (Owner, SiteSecret)


def make_account_tables() -> None:
    """The tables of accounts in the database that is open to write: those of Django and of
    django-allauth by their own migrations, which also bring those of an older version up to date.
    """
    call_command("migrate", verbosity=0, interactive=False)
    make_kept_tables(OWN)


def open_accounts(place: Place, mail: Mail) -> None:
    """Let people have accounts from now on."""
    open_database(place, writable=True)
    make_account_tables()
    open_second_factors(place)
    Session.objects.filter(expire_date__lt=timezone.now()).delete()
    settings.SECRET_KEY = site_secret()
    mail.use()
    open_database(place)
