"""Simulador: anyone asks a law a question and reads the answer with its articles. Nothing is kept."""

from django.shortcuts import render

from zoonoses.municipalities.access import public
from zoonoses.portal.forms_simulator import ChooseForm, FactsForm
from zoonoses.portal.services import simulator


@public
def simulate(request):
    """Law and question, then its facts, then the answer: one address, by GET, so that an answer can be sent on."""
    asked = request.GET
    rules = simulator.ruleset_of(asked.get("law", ""))
    question = asked.get("question", "")
    choose = ChooseForm(asked if "law" in asked else None, rules=rules, question=question)
    context = {"choose": choose, "form": None, "outcome": None, "rules": rules, "step": 1}
    ready = rules is not None and question in dict(simulator.questions_of(rules))
    subject = asked.get("subject", "")
    if ready and question in simulator.SUBJECT_KEYS:
        ready = subject in dict(simulator.subjects_of(rules, question))
        if not ready and "subject" not in asked:
            # The subject is asked for now: its absence is no mistake yet.
            context["choose"] = ChooseForm(initial=asked.dict(), rules=rules, question=question)
    if not ready:
        status = 422 if context["choose"].is_bound and not context["choose"].is_valid() else 200
        return render(request, "portal/simulator.html", context, status=status)
    answering = "responder" in asked
    form = FactsForm(asked if answering else None, rules=rules, question=question, subject=subject)
    context |= {"form": form, "step": 2, "repeated": _repeated(question, subject, asked)}
    if answering and not form.is_valid():
        return render(request, "portal/simulator.html", context, status=422)
    if answering:
        given = form.given()
        if question in simulator.SUBJECT_KEYS:
            given[simulator.SUBJECT_KEYS[question][0]] = subject
        context["outcome"] = simulator.ask(
            rules,
            question,
            given,
            readings=form.readings(),
            own_holidays=form.cleaned_data["holidays"],
            official=form.cleaned_data["official"],
        )
        context["step"] = 3
    return render(request, "portal/simulator.html", context)


def _repeated(question, subject, asked):
    pairs = [("law", asked["law"]), ("question", question)]
    return [*pairs, ("subject", subject)] if subject else pairs
