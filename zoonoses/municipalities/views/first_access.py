"""The page behind a one-time link: the person sets a password and may then sign in."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from zoonoses.accounts.forms import FirstPasswordForm
from zoonoses.accounts.services import links
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import public


@public
@never_cache
@sensitive_post_parameters("password1", "password2")
def one_time(request, token):
    """Shows the form while the link opens; a GET changes nothing, so a preview of the link does not use it up."""
    now = clock.real_now()
    link = links.find_link(token, at=now)
    if link is None:
        return render(request, "accounts/one_time_closed.html", status=410)
    form = FirstPasswordForm(request.POST or None, user=link.user)
    if request.method == "POST" and form.is_valid():
        if links.use_link(token, password=form.cleaned_data["password1"], at=now) is None:
            return render(request, "accounts/one_time_closed.html", status=410)
        messages.success(request, "Senha definida. Entre com o seu CPF e a nova senha.")
        return redirect("account_login")
    context = {"form": form, "person": link.user}
    return render(request, "accounts/one_time.html", context, status=422 if form.is_bound else 200)
