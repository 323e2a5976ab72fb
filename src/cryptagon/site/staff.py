"""Who may decide about the queue on the web: said on the console of the site's machine alone."""

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User

from cryptagon.errors import CryptagonError
from cryptagon.site.account_models import note
from cryptagon.site.account_opening import make_account_tables
from cryptagon.site.views.account_views import has_second_factor


def set_moderator(address: str, *, right: bool) -> None:
    """Give an account the right of a moderator, or take it. Raises CryptagonError where no account
    has this address, or nobody confirmed it."""
    make_account_tables()
    found = (
        EmailAddress.objects.filter(email__iexact=address, verified=True)
        .select_related("user")
        .first()
    )
    if found is None:
        fix = "let its owner sign up on the site, and open the link in the mail"
        raise CryptagonError(f"no account has the confirmed address {address}", fix=fix)
    User.objects.filter(pk=found.user.pk).update(is_staff=right)
    note(None, "made moderator" if right else "took right of moderator", found.user.pk)


def moderators() -> list[tuple[str, bool]]:
    """The address of each moderator, and whether a second factor protects the account."""
    make_account_tables()
    return [
        (one.email, has_second_factor(one))
        for one in User.objects.filter(is_staff=True).order_by("email")
    ]
