"""The page of one's own account: publisher, tokens, keys, records; and what is done there."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.account.decorators import reauthentication_required, verified_email_required
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from cryptagon.errors import CryptagonError
from cryptagon.site import accounts, key_models
from cryptagon.site.account_models import Act, Owner, note
from cryptagon.site.accounts import Publisher
from cryptagon.site.database import one_change
from cryptagon.site.embargo import embargo_of
from cryptagon.site.log_models import withdrawal_of
from cryptagon.site.own_records import set_embargo, withdraw_own
from cryptagon.site.submission import TAKEN_BACK, UNDECIDED, Submission
from cryptagon.site.views.account_forms import KeyForm, PublisherForm, TokenForm, number_in

SECOND = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
MOST_RECORDS, MOST_ACTS = 200, 20

View = Callable[..., HttpResponse]
_again = cast("Callable[[View], View]", reauthentication_required)
"""A view that asks for the password again when it was given a while ago."""


def has_second_factor(user: User) -> bool:
    """Whether somebody signs in with more than a password. Codes to recover are none."""
    return get_adapter().is_mfa_enabled(user, SECOND)


def second_factor_required(view: View) -> View:
    """A view for who is signed in with a confirmed address and has a second factor; others are led
    to make one.
    """

    @verified_email_required
    @wraps(view)
    def shown(request: HttpRequest, *args: object, **more: object) -> HttpResponse:
        if has_second_factor(request.user):  # type: ignore[arg-type] - it is signed in
            return view(request, *args, **more)
        messages.warning(request, "This takes a second factor: an authenticator app, or a passkey.")
        return redirect("mfa_index")

    return shown


@require_safe
@verified_email_required
def home(request: HttpRequest) -> HttpResponse:
    """Everything of one's own."""
    user, publisher = request.user, publisher_of(request)
    context: dict[str, Any] = {"publisher": publisher, "second": has_second_factor(user)}  # type: ignore[arg-type]
    context["acts"] = Act.objects.filter(who=str(user.pk)).order_by("-pk")[:MOST_ACTS]
    context["publisher_form"] = PublisherForm()
    if publisher:
        own = (
            Submission.objects.filter(publisher=publisher)
            .exclude(state=TAKEN_BACK)
            .order_by("-received")
        )
        context |= {
            "tokens": publisher.tokens.order_by("-pk"),
            "keys": key_models.Key.objects.filter(publisher=publisher).order_by("-pk"),
            "records": [
                (one, one.state in UNDECIDED, withdrawal_of(one.pk)) for one in own[:MOST_RECORDS]
            ],
            "record_count": own.count(),
            "token_form": TokenForm(auto_id="token_%s"),
            "key_form": KeyForm(auto_id="key_%s"),
        }
    return render(request, "account_pages/home.html", context)


def publisher_of(request: HttpRequest) -> Publisher | None:
    """The publisher that who is signed in acts for."""
    found = Owner.objects.select_related("publisher").filter(user_id=request.user.pk).first()
    return found.publisher if found else None


def _own(view: View) -> View:
    """A form of the account page: for a publisher with a second factor.

    What it gets wrong is told on that page.
    """

    @require_POST
    @second_factor_required
    @wraps(view)
    def shown(request: HttpRequest, *args: object, **more: object) -> HttpResponse:
        publisher = publisher_of(request)
        if publisher is None:
            raise Http404("You act for no publisher.")
        try:
            if any("\0" in text for text in request.POST.values()):
                raise CryptagonError("there is a NUL in the form")
            return view(request, publisher, *args, **more)
        except CryptagonError as fault:
            return _told(request, fault)

    return shown


@require_POST
@second_factor_required
def take_name(request: HttpRequest) -> HttpResponse:
    """Become a publisher: of a name that nobody has."""
    if publisher_of(request):
        return _told(request, CryptagonError("you act for a publisher already"))
    try:
        with one_change():
            made = accounts.add_publisher(request.POST.get("name", ""))
            Owner.objects.create(publisher=made, user_id=request.user.pk)
            note(request.user, "became publisher", made.name)
    except CryptagonError as fault:
        return _told(request, fault)
    messages.success(request, f"You publish as {made.name} from now on.")
    return redirect("account_home")


@_own
@_again
def add_token(request: HttpRequest, publisher: Publisher) -> HttpResponse:
    """Make a token, and show it this once."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _told(request, CryptagonError("no token was made", why=form.errors.as_text()))
    made, secret = accounts.add_token(
        publisher, form.cleaned_data["days"], form.cleaned_data["scope"]
    )
    note(request.user, "made token", made.pk)
    return render(request, "account_pages/token.html", {"token": made, "secret": secret})


@_own
def revoke_token(request: HttpRequest, publisher: Publisher) -> HttpResponse:
    """Make one's own token worthless."""
    found = publisher.tokens.filter(pk=number_in(request.POST)).first()
    if found is None:
        raise CryptagonError(f"{publisher.name} has no such token")
    accounts.revoke(found.pk)
    return _done(request, "revoked token", found.pk)


@_own
@_again
def add_key(request: HttpRequest, publisher: Publisher) -> HttpResponse:
    """Sign with a key from now on."""
    form = KeyForm(request.POST)
    if not form.is_valid():
        return _told(request, CryptagonError("no key was added", why=form.errors.as_text()))
    made = key_models.add_key(publisher, form.cleaned_data["public"], form.cleaned_data["days"])
    return _done(request, "added key", made.public)


@_own
def revoke_key(request: HttpRequest, publisher: Publisher) -> HttpResponse:
    """Make one's own key worthless."""
    found = key_models.Key.objects.filter(publisher=publisher, pk=number_in(request.POST)).first()
    if found is None:
        raise CryptagonError(f"{publisher.name} has no such key")
    key_models.revoke_key(found.pk)
    return _done(request, "revoked key", found.public)


@_own
def withdraw_record(request: HttpRequest, publisher: Publisher) -> HttpResponse:
    """Take one's own record out of the queue or of the rankings."""
    record = request.POST.get("record", "")
    state = withdraw_own(publisher, record, request.POST.get("reason", ""))
    return _done(request, "withdrew record" if state == "withdrawn" else "took back record", record)


@_own
def embargo_record(request: HttpRequest, publisher: Publisher) -> HttpResponse:
    """Give one's own record that is not public the date at which it becomes so, or none."""
    record = request.POST.get("record", "")
    until = embargo_of(request.POST.get("until", ""))
    set_embargo(publisher, record, until)
    return _done(
        request, f"embargo until {until:%Y-%m-%d %H:%M} UTC" if until else "no embargo", record
    )


def _done(request: HttpRequest, what: str, about: object) -> HttpResponse:
    note(request.user, what, about)
    messages.success(request, f"Done: {what} {str(about)[:60]}.")
    return redirect("account_home")


def _told(request: HttpRequest, fault: CryptagonError) -> HttpResponse:
    messages.error(request, ". ".join(one for one in (fault.what, fault.why, fault.fix) if one))
    return redirect("account_home")
