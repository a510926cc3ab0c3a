"""In which municipality, and as what, the request acts; and the guard of every URL."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from zoonoses.municipalities.access import rule_of
from zoonoses.municipalities.models import Membership, Role

SESSION_KEY = "membership_id"
SECOND_FACTOR_VIEWS = (
    "mfa_",
    "account_logout",
    "account_reauthenticate",
    "usersessions_",
    "municipalities:crest",
)


def posts_of(request):
    """The posts in which the user can act now, asked once per request."""
    if not request.user.is_authenticated:
        return []
    if not hasattr(request, "active_posts"):
        posts = Membership.objects.active().filter(user=request.user, municipality__is_active=True)
        request.active_posts = list(
            posts.select_related("municipality", "user").order_by("municipality__name", "pk")
        )
    return request.active_posts


def active_membership(request):
    """The post in which the user acts: the one chosen in this session, or the only one. Checked at each request."""
    posts = posts_of(request)
    chosen = request.session.get(SESSION_KEY)
    for post in posts:
        if post.pk == chosen:
            return post
    return posts[0] if len(posts) == 1 else None


class MembershipMiddleware:
    """Sets `request.membership` and `request.municipality`, and the local time zone of the pages."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        request.membership = active_membership(request)
        request.municipality = request.membership.municipality if request.membership else None
        if request.municipality is None:
            return self.get_response(request)
        with timezone.override(request.municipality.time_zone):
            return self.get_response(request)


class AccessMiddleware:
    """Refuses every view that has no rule, and every user whom the rule does not admit."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_view(self, request, view_func, view_args, view_kwargs):
        name = request.resolver_match.view_name
        rule = rule_of(view_func, name)
        if rule is None:
            raise PermissionDenied
        if not rule.needs_user:
            return None
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if self._lacks_second_factor(request, name):
            messages.warning(request, "Gestores entram com um segundo fator. Configure o seu para continuar.")
            return redirect("mfa_index")
        if rule.roles and request.membership is None:
            return redirect(
                f"{reverse('municipalities:choose')}?{urlencode({'next': request.get_full_path()})}"
            )
        if not rule.admits(request.membership):
            raise PermissionDenied
        return None

    @staticmethod
    def _lacks_second_factor(request, name):
        """A manager without a second factor is sent to set one up, where the installation demands it."""
        if not settings.ZOONOSES_REQUIRE_MFA_FOR_MANAGERS or name.startswith(SECOND_FACTOR_VIEWS):
            return False
        from allauth.mfa.utils import is_mfa_enabled  # needs the app registry

        is_manager = any(post.role == Role.MANAGER for post in posts_of(request))
        return is_manager and not is_mfa_enabled(request.user)
