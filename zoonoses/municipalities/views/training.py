"""Training: a municipality with its own date."""

from django.contrib import messages
from django.shortcuts import redirect, render

from zoonoses.municipalities import clock
from zoonoses.municipalities.access import Role, access
from zoonoses.municipalities.forms.training import ForwardForm, TrainingForm
from zoonoses.municipalities.middleware import SESSION_KEY
from zoonoses.municipalities.refusals import Refused
from zoonoses.municipalities.services import laws
from zoonoses.municipalities.services import training as services


@access(Role.MANAGER)
def training(request):
    """In training, its date moved forward; in a real municipality, a new training from it or from nothing."""
    return _forward(request) if request.municipality.is_training else _create(request)


def _forward(request):
    form = ForwardForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.move_forward(
                municipality=request.municipality, real=clock.real_now(), **form.cleaned_data
            )
        except Refused as refusal:
            form.add_error(refusal.field, refusal.sentence)
        else:
            messages.success(request, f"Hoje é {form.cleaned_data['day']:%d/%m/%Y} neste treinamento.")
            return redirect("municipalities:training")
    return render(
        request, "municipalities/training.html", {"form": form}, status=422 if form.is_bound else 200
    )


def _create(request):
    form = TrainingForm(request.POST or None, offered=laws.offered())
    if request.method == "POST" and form.is_valid():
        made = _made(request, form.cleaned_data)
        request.session[SESSION_KEY] = made.memberships.get(user=request.user).pk
        messages.success(request, "Treinamento criado. Você está nele: nada do que fizer aqui tem valor.")
        return redirect("municipalities:training")
    return render(
        request, "municipalities/training_new.html", {"form": form}, status=422 if form.is_bound else 200
    )


def _made(request, data):
    common = {
        "day": data["day"],
        "user": request.user,
        "real": clock.real_now(),
        "position": request.membership.position,
    }
    if data["source"] == TrainingForm.COPY:
        return services.create_from(source=request.municipality, **common)
    wanted = {key: data[key] for key in ("name", "uf", "body_name", "ruleset")}
    return services.create_blank(**wanted, **common)
