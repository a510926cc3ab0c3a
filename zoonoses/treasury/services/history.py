"""What happened to a charge, in order, as the timeline shows it."""

from django.urls import reverse

from zoonoses.municipalities.templatetags import br


def entries(charge) -> list[dict]:
    """Charge, guides, payments, voids and cancellation, oldest first, in four queries."""
    found = [
        _entry(charge.charged_on, 0, f"Cobrança de {br.money(charge.amount)} lançada", charge.charged_by)
    ]
    for guide in charge.guides.select_related("document__issued_by__user", "replaced_by"):
        document = guide.document
        title = f"{document}: {br.money(guide.amount)}, vence em {guide.due_on:%d/%m/%Y}"
        entry = _entry(guide.issued_on, guide.document.issued_at, title, document.issued_by, document)
        found.append(entry | {"void": hasattr(guide, "replaced_by")})
    payments = charge.payments.select_related("receipt", "received_by__user", "void__voided_by__user")
    for payment in payments:
        title = f"Recebidos {br.money(payment.amount)} ({payment.get_means_display()})"
        entry = _entry(payment.paid_on, payment.received_at, title, payment.received_by, payment.receipt)
        void = getattr(payment, "void", None)
        entry |= {"void": void is not None, "payment": payment}
        found.append(entry)
        if void:
            undone = f"Pagamento de {br.money(payment.amount)} estornado"
            found.append(
                _entry(void.voided_on, void.voided_at, undone, void.voided_by) | {"note": void.reason}
            )
    found.sort(key=lambda entry: (entry["on"], str(entry.pop("order"))))
    if charge.cancelled_on:
        found.append(
            {"title": "Cobrança cancelada", "on": charge.cancelled_on, "note": charge.cancelled_reason}
        )
    return found


def _entry(on, order, title, by, document=None):
    entry = {"title": title, "on": on, "order": order, "by": by.user.get_full_name()}
    if document:
        entry["document"] = document
        entry["document_url"] = reverse("documents:pdf", args=[document.pk])
        entry["document_label"] = f"Abrir {document}"
    return entry
