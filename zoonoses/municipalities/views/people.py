"""Who works in the municipality."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from zoonoses.municipalities import clock
from zoonoses.municipalities.access import Role, access
from zoonoses.municipalities.forms.people import PersonEditForm, PersonForm, PostForm
from zoonoses.municipalities.models import Membership
from zoonoses.municipalities.paging import page_of
from zoonoses.municipalities.refusals import Refused
from zoonoses.municipalities.services import people as services


@access(Role.MANAGER)
def users(request):
    """Everybody with a post here, those in service first."""
    posts = Membership.objects.of(request.municipality).select_related("user")
    page = page_of(posts.order_by("-is_active", "user__name", "pk"), request.GET.get("page", 1))
    return render(request, "municipalities/users.html", {"page": page})


@access(Role.MANAGER)
def user_new(request):
    """A post for somebody new here, known by CPF."""
    form = PersonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            post, is_new = services.add_person(municipality=request.municipality, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(refusal.field, refusal.sentence)
        else:
            if is_new:
                messages.success(
                    request, f"{post.user.name} está cadastrado. Falta o link para definir a senha."
                )
            else:
                messages.success(
                    request, f"{post.user.name} já tinha conta e ganhou este vínculo. A senha é a mesma."
                )
            return redirect("municipalities:user", pk=post.pk)
    return render(
        request, "municipalities/user_new.html", {"form": form}, status=422 if form.is_bound else 200
    )


@access(Role.MANAGER)
def user(request, pk):
    """One post, and the account behind it where it is in this municipality's care."""
    post = _post(request, pk)
    cares = services.cares_for(request.municipality, post.user)
    form = _form(request.POST or None, post, cares)
    if request.method == "POST" and form.is_valid():
        try:
            services.change_post(post=post, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(refusal.field, refusal.sentence)
        else:
            messages.success(request, "Alterações guardadas.")
            return redirect("municipalities:user", pk=pk)
    status = 422 if form.is_bound else 200
    post = _post(request, pk)
    return _page(request, post, form, cares, status=status)


@access(Role.MANAGER)
@require_POST
def user_switch(request, pk):
    """Switches a post off or on."""
    post = _post(request, pk)
    try:
        if request.POST.get("para") == "on":
            services.switch_on(post=post)
            messages.success(request, f"{post.user.name} pode entrar de novo.")
        else:
            services.switch_off(post=post)
            messages.success(request, f"{post.user.name} foi desligado. O que fez continua em seu nome.")
    except Refused as refusal:
        return _refused(request, post, refusal)
    if post.pk == request.membership.pk:
        return redirect("municipalities:choose")
    return redirect("municipalities:user", pk=pk)


@access(Role.MANAGER)
@require_POST
@never_cache
def user_link(request, pk):
    """A one-time link to set a password, shown this once."""
    post = _post(request, pk)
    try:
        token = services.one_time_link(post=post, by=request.user, at=clock.real_now())
    except Refused as refusal:
        return _refused(request, post, refusal)
    link = request.build_absolute_uri(reverse("one_time", args=[token]))
    return render(request, "municipalities/user_link.html", {"post": post, "link": link})


def _post(request, pk):
    return get_object_or_404(Membership.objects.of(request.municipality).select_related("user"), pk=pk)


def _form(data, post, cares):
    initial = {"role": post.role, "position": post.position, "badge": post.badge, "crmv": post.crmv}
    if not cares:
        return PostForm(data, initial=initial)
    return PersonEditForm(data, initial={**initial, "name": post.user.name, "email": post.user.email})


def _page(request, post, form, cares, **kwargs):
    context = {"post": post, "form": form, "cares": cares, "account_elsewhere": services.ACCOUNT_ELSEWHERE}
    context["refusal"] = kwargs.pop("refusal", None)
    return render(request, "municipalities/user.html", context, **kwargs)


def _refused(request, post, refusal):
    cares = services.cares_for(request.municipality, post.user)
    post.refresh_from_db()
    return _page(request, post, _form(None, post, cares), cares, refusal=refusal, status=409)
