"""What happened to a charge, in order, as the timeline shows it and the file of a process keeps it."""

from django.urls import reverse

from zoonoses.municipalities.templatetags import br


def entries(charge) -> list[dict]:
    """Charge, guides, payments, voids, dívida ativa and cancellation, oldest first, in a constant number of queries."""
    found = [
        _entry(charge.charged_on, 0, f"Cobrança de {br.money(charge.amount)} lançada", charge.charged_by)
    ]
    for guide in charge.guides.select_related(
        "document__issued_by__user", "document__annulment", "replaced_by"
    ):
        document = guide.document
        title = f"{document}: {br.money(guide.amount)}, vence em {guide.due_on:%d/%m/%Y}"
        entry = _entry(guide.issued_on, guide.document.issued_at, title, document.issued_by, document)
        found.append(entry | {"void": hasattr(guide, "replaced_by") or hasattr(document, "annulment")})
    payments = charge.payments.select_related("receipt", "received_by__user", "void__voided_by__user")
    for payment in payments:
        title = f"Recebidos {br.money(payment.amount)} ({payment.get_means_display()})"
        if payment.additions:
            title += f", dos quais {br.money(payment.additions)} de acréscimos"
        entry = _entry(payment.paid_on, payment.received_at, title, payment.received_by, payment.receipt)
        void = getattr(payment, "void", None)
        entry |= {"void": void is not None, "payment": payment}
        found.append(entry)
        if void:
            undone = f"Pagamento de {br.money(payment.amount)} estornado"
            found.append(
                _entry(void.voided_on, void.voided_at, undone, void.voided_by) | {"note": void.reason}
            )
    found += _at_active_debt(charge)
    found += _agreements(charge)
    found.sort(key=lambda entry: (entry["on"], str(entry.pop("order"))))
    if charge.cancelled_on:
        found.append(
            {"title": "Cobrança cancelada", "on": charge.cancelled_on, "note": charge.cancelled_reason}
        )
    return found


def _at_active_debt(charge) -> list[dict]:
    """Each remittance to the dívida ativa, the inscription, and the way back."""
    found = []
    for debt in charge.sent_debts.select_related("remittance__sent_by__user", "withdrawn_by__user"):
        sent, page = debt.remittance, reverse("treasury:debt", args=[debt.pk])
        title = f"Enviada à dívida ativa: {sent}, {br.money(debt.total)}"
        found.append(
            _entry(sent.sent_on, sent.sent_at, title, sent.sent_by) | {"url": page, "note": debt.reason}
        )
        if debt.inscription:
            title = f"Inscrita em dívida ativa sob o nº {debt.inscription}"
            found.append(_entry(debt.inscribed_on, f"{debt.inscribed_on} 24", title))
        if debt.withdrawn_on:
            entry = _entry(
                debt.withdrawn_on, f"{debt.withdrawn_on} 25", "Retirada da dívida ativa", debt.withdrawn_by
            )
            found.append(entry | {"note": debt.withdrawn_reason})
    return found


def _agreements(charge):
    """Agreements of instalments and their ends."""
    for plan in charge.plans.select_related("document", "agreed_by__user", "ended_by__user"):
        title = f"{plan.document}: {plan.instalments.count()} parcelas"
        entry = _entry(plan.agreed_on, plan.agreed_at, title, plan.agreed_by, plan.document)
        yield entry | {"url": reverse("treasury:plan", args=[plan.pk]), "void": plan.ended_on is not None}
        if plan.ended_on:
            entry = _entry(plan.ended_on, plan.agreed_at, "Parcelamento encerrado", plan.ended_by)
            yield entry | {"note": plan.ended_reason}


def _entry(on, order, title, by=None, document=None):
    entry = {"title": title, "on": on, "order": order, "by": by.user.get_full_name() if by else ""}
    if document:
        entry["document"] = document
        entry["document_url"] = reverse("documents:pdf", args=[document.pk])
        entry["document_label"] = f"Abrir {document}"
    return entry
