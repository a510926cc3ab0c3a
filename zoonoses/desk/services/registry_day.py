"""What registry and treasury wait for on a day, for "Meu dia": animals under observation, castration, licences,
remittances, instalments in arrears, the bank's money without a debt.

Read from the registry's own rows; nothing here decides. Each part is shown to the roles that do it.
"""

from dataclasses import dataclass, field
from datetime import date

from django.db.models import Count, Q
from django.urls import reverse

from registry.models import CastrationDay, LicenceRequest
from registry.services import bites, clinic_list, licences, licensed
from zoonoses.municipalities.models import Role
from zoonoses.municipalities.templatetags import br
from zoonoses.treasury.models import Charge
from zoonoses.treasury.services import settling

SHOWN = 10


@dataclass(frozen=True)
class Line:
    """A row of the page: who, where, what is next and by when; `people` are those whose data it shows."""

    title: str
    url: str
    subtitle: str
    next: str
    due: date | None = None
    people: tuple = ()


@dataclass(frozen=True)
class Part:
    """One heading with its first lines, and the page that has all of them."""

    code: str
    title: str
    url: str
    lines: list[Line] = field(default_factory=list)
    has_more: bool = False


def observations(municipality, on):
    """Animals that bit and are still under observation, the first to be released on top."""
    rows = bites.observations(municipality).order_by("bitten_on", "pk")
    for row in rows[: SHOWN + 1]:
        tutor = row.animal.tutor
        ended = row.due_on <= on
        yield Line(
            title=f"{row.animal}{f' – {tutor.name}' if tutor else ''}",
            url=reverse("registry:bite", args=[row.pk]),
            subtitle=row.place,
            next="Ver o animal e encerrar a observação" if ended else "Acompanhar a observação",
            due=row.due_on,
            people=(tutor,) if tutor else (),
        )


def castrations(municipality, on):
    """Days of surgery, until this one, whose animals still have no result on record."""
    rows = CastrationDay.objects.of(municipality).filter(on__lte=on)
    rows = rows.annotate(waiting=Count("appointments", filter=Q(appointments__result="")))
    for row in rows.filter(waiting__gt=0).order_by("on", "pk")[: SHOWN + 1]:
        animals = "1 animal chamado" if row.waiting == 1 else f"{row.waiting} animais chamados"
        yield Line(
            title=row.place,
            url=reverse("registry:castration_day", args=[row.pk]),
            subtitle=f"{br.short_date(row.on)} · {animals}",
            next="Hoje: receber os animais" if row.on == on else "Registrar o que foi feito",
        )


def licence_requests(municipality, on):
    """Requests without decision, and what stands and is near its end or past it."""
    rows = LicenceRequest.objects.of(municipality).select_related("holder", "decision")
    visited = Count("inspections", filter=Q(inspections__act__document__annulment=None))
    waiting = licensed.situated(rows, "analise", on).annotate(visited=visited).order_by("requested_on", "pk")
    for row in waiting[: SHOWN + 1]:
        rule = licences.rule_of(row)
        needs_visit = rule is not None and rule.visit_article and not row.visited
        yield _licence(row, rule, "Fazer a vistoria do pedido" if needs_visit else "Decidir o pedido")
    for situation, following in (("vencidas", "Avisar: venceu"), ("a-vencer", "Avisar: renovar o pedido")):
        for row in licensed.situated(rows, situation, on)[: SHOWN + 1]:
            yield _licence(row, licences.rule_of(row), following, row.decision.valid_until)


def _licence(row, rule, following, due=None) -> Line:
    return Line(
        title=f"{rule.label if rule else row.kind} – {row.holder.name}",
        url=reverse("registry:licence", args=[row.pk]),
        subtitle=f"{row.address_line} · pedido em {row.requested_on:%d/%m/%Y}",
        next=following,
        due=due,
        people=(row.holder,),
    )


def late_remittances(municipality, on):
    """Clinics whose vias should have come already."""
    for told in clinic_list.told(clinic_list.for_list(municipality), municipality, on):
        if told["due"] is not None and told["due"] < on:
            yield Line(
                title=told["title"],
                url=reverse("registry:clinic", args=[told["pk"]]),
                subtitle=told["subtitle"],
                next="Cobrar a remessa das vias",
                due=told["due"],
            )


def instalments(municipality, on):
    """Charges paid in instalments of which one is late, the oldest first."""
    rows = Charge.objects.of(municipality).in_instalments().with_due().filter(due_on__lt=on)
    for row in rows.order_by("due_on", "pk")[: SHOWN + 1]:
        yield Line(
            title=row.payer_name,
            url=reverse("treasury:charge", args=[row.pk]),
            subtitle=row.description,
            next="Parcela em atraso: cobrar, ou romper o acordo",
            due=row.due_on,
            people=(row,),
        )


def bank_money(municipality, on):
    """How much of what the bank brought waits for somebody to say what is done with it."""
    counts = settling.figures(municipality)
    told = [
        f"{count} {words}" for count, words in zip(counts.values(), ("a acertar", "a devolver"), strict=True)
    ]
    if any(counts.values()):
        yield Line(
            title="Registros do banco",
            url=reverse("treasury:bank_records") + ("" if counts["to_settle"] else "?situacao=devolver"),
            subtitle=" · ".join(told),
            next="Receber na cobrança certa, ou devolver",
        )


PARTS = (
    ("observations", "Animais em observação", "registry:bites", observations, {Role.AGENT, Role.VET}),
    ("castration", "Castração", "registry:castration_days", castrations, {Role.VET, Role.CLERK}),
    ("licences", "Licenças e laudos", "registry:licences", licence_requests, {Role.AGENT, Role.CLERK}),
    ("remittances", "Remessas em atraso", "registry:clinics", late_remittances, {Role.CLERK}),
    ("instalments", "Parcelas em atraso", "treasury:charges", instalments, {Role.CLERK}),
    ("bank_money", "Dinheiro sem cobrança", "treasury:bank_records", bank_money, {Role.CLERK}),
)


def parts_for(membership, *, on: date) -> list[Part]:
    """The headings that have something for a post on a day; a manager sees all of them."""
    found = []
    for code, title, page, lines_of, roles in PARTS:
        if membership.role != Role.MANAGER and membership.role not in roles:
            continue
        lines = list(lines_of(membership.municipality, on))
        if lines:
            found.append(Part(code, title, reverse(page), lines[:SHOWN], len(lines) > SHOWN))
    return found


def clinic_line(membership, *, on: date) -> Line | None:
    """Of the clinic of a post: until when the next remittance goes, and how many kits are left; None without clinic."""
    clinics = clinic_list.for_list(membership.municipality).filter(members__membership=membership)
    for told in clinic_list.told(clinics, membership.municipality, on):
        home = reverse("registry:clinic_remittance" if told["due"] else "registry:clinic_home")
        return Line(told["title"], home, told["subtitle"], told["next"] or told["tag"], told["due"])
    return None
