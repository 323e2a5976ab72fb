"""The queue of moderators: what waits, each with everything it says, and the decision."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from cryptagon.errors import CryptagonError
from cryptagon.site import moderation
from cryptagon.site.account_models import note
from cryptagon.site.attestations import attestation_in
from cryptagon.site.canonical import object_in
from cryptagon.site.details import flattened
from cryptagon.site.models import Result
from cryptagon.site.views.account_views import second_factor_required
from cryptagon.site.views.catalog_views import by_place

View = Callable[..., HttpResponse]
MOST_BESIDE = 10


def _moderator(view: View) -> View:
    """A view for moderators alone: for others there is no such page."""

    @second_factor_required
    @wraps(view)
    def shown(request: HttpRequest, *args: object, **more: object) -> HttpResponse:
        if not request.user.is_staff:  # type: ignore[union-attr] - it is signed in
            raise Http404
        return view(request, *args, **more)

    return shown


@require_safe
@_moderator
def queue(request: HttpRequest) -> HttpResponse:
    """Everything that waits."""
    context = {"waiting": moderation.waiting(), "attested": moderation.waiting_attestations()}
    return render(request, "account_pages/queue.html", context)


@require_safe
@_moderator
def sent(request: HttpRequest, digits: str) -> HttpResponse:
    """One record or attestation of the queue, with all that it says."""
    try:
        if attested := moderation.sent_attestation(digits):
            said = list(flattened(attestation_in(attested.content).model_dump(mode="json")))
            return render(
                request,
                "account_pages/sent.html",
                {"sent": attested, "fields": said, "record": attested.record},
            )
        found = moderation.sent_record(digits)
        measured = moderation.measured_in(found)
    except CryptagonError as fault:
        raise Http404(f"{fault.what}.") from fault
    same = Result.objects.filter(
        algorithm=measured.algorithm, target=measured.place, comparison__isnull=False
    )
    context = {
        "sent": found,
        "listed": moderation.listed(found, measured),
        "fields": list(flattened(object_in(bytes(found.content or b"")))),
        "beside": by_place(
            list(same.select_related("comparison").order_by("-throughput_per_area")[:MOST_BESIDE])
        ),
    }
    return render(request, "account_pages/sent.html", context)


@require_POST
@_moderator
def decide(request: HttpRequest, digits: str) -> HttpResponse:
    """Publish or refuse it."""
    decision = request.POST.get("decision")
    try:
        if decision == "publish":
            done = _let_in(digits)
        elif decision == "refuse":
            moderation.refuse(digits, request.POST.get("reason", ""))
            done = "refused"
        else:
            raise CryptagonError("there is no decision", fix="publish or refuse it")
    except CryptagonError as fault:
        messages.error(request, ". ".join(one for one in (fault.what, fault.why, fault.fix) if one))
        return redirect("queue")
    note(request.user, done, digits)
    messages.success(request, f"{done.capitalize()}: {digits[:12]}.")
    return redirect("queue")


@require_POST
@_moderator
def withdraw(request: HttpRequest) -> HttpResponse:
    """Take a public record out of the rankings."""
    try:
        record = moderation.withdraw(
            request.POST.get("record", "").strip(), request.POST.get("reason", "")
        )
    except CryptagonError as fault:
        messages.error(request, ". ".join(one for one in (fault.what, fault.why, fault.fix) if one))
        return redirect("queue")
    note(request.user, "withdrew", record)
    messages.success(request, f"Withdrawn: {record[:12]}.")
    return redirect("queue")


def _let_in(digits: str) -> str:
    if attested := moderation.sent_attestation(digits):
        moderation.publish_attestation(attested)
        return "attested"
    return next(iter(moderation.publish([digits]).values()))
