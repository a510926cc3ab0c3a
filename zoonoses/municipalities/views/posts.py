"""Choosing in which municipality, and as what, one acts."""

from django.http import HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from zoonoses.municipalities.access import signed_in
from zoonoses.municipalities.middleware import SESSION_KEY, posts_of


@signed_in
def choose(request):
    """The posts of the person; a POST with one of them makes it the current one."""
    posts = posts_of(request)
    if request.method != "POST":
        return render(
            request, "municipalities/choose.html", {"posts": posts, "next": request.GET.get("next", "")}
        )
    post = next((post for post in posts if str(post.pk) == request.POST.get("post")), None)
    if post is None:
        return HttpResponseBadRequest("Vínculo inexistente.", content_type="text/plain; charset=utf-8")
    request.session[SESSION_KEY] = post.pk
    return redirect(_safe(request, request.POST.get("next", "")) or reverse("desk:today"))


def _safe(request, url):
    allowed = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if allowed else ""
