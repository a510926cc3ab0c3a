"""Two records of one person become one: what stays where, what is chosen, and what can be read afterwards.

No legal act is re-pointed: the record merged away keeps its acts, and is reached through the one that is kept.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db import connection, models, transaction

from registry.models import Phone, Tutor, TutorAddress, TutorMerge
from registry.querysets import group_of
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.templatetags import br

# What is chosen together: the fields of one group come from the same record.
GROUPS = {
    "name": ("Nome", ("kind", "name")),
    "document": ("CPF ou CNPJ", ("document", "no_document_reason")),
    "rg": ("RG", ("rg", "rg_issuer", "rg_uf")),
    "email": ("E-mail", ("email",)),
    "address": (
        "Endereço",
        ("street", "number", "complement", "district", "city", "uf", "postal_code"),
    ),
    "social": ("Programa social", ("cadunico", "social_programme")),
}
ADDRESS = GROUPS["address"][1]
KEPT, MERGED = "kept", "merged"


def suggested(kept: Tutor, merged: Tutor) -> dict[str, str]:
    """From which record each group would come: the kept one's, unless only the other has it."""
    return {code: MERGED if not _filled(kept, code) and _filled(merged, code) else KEPT for code in GROUPS}


def _filled(tutor, code) -> bool:
    return bool(getattr(tutor, {"address": "street", "social": "cadunico"}.get(code, code)))


def hanging(tutor: Tutor) -> list[tuple[str, int]]:
    """What hangs from a person, by kind of record, with how many: shown before the merge, all of it stays."""
    found = []
    for relation in Tutor._meta.related_objects:
        if relation.related_model is TutorMerge or relation.hidden:
            continue
        rows = relation.related_model._base_manager.filter(**{f"{relation.field.name}__in": group_of(tutor)})
        if relation.related_model is Tutor:
            rows = rows.exclude(pk=tutor.pk)
        number = rows.count()
        if number:
            names = relation.related_model._meta
            found.append((str(names.verbose_name if number == 1 else names.verbose_name_plural), number))
    return found


@transaction.atomic
def merge(
    *, kept: Tutor, merged: Tutor, choices: Mapping[str, str], reason: str, by, at: datetime
) -> TutorMerge:
    """Joins `merged` to `kept`, which is the person from now on. `choices` says for each of `GROUPS` whose value
    stays (`kept` or `merged`; `kept` when unsaid). An address that is not chosen stays as a further address.

    Raises `Refusal`: `merge_itself`, `other_municipality`, `already_merged` (somebody merged one of them meanwhile),
    `anonymised`, `no_reason`.
    """
    if kept.pk == merged.pk:
        raise Refusal("merge_itself", "São o mesmo cadastro: escolha outra pessoa.")
    if kept.municipality_id != merged.municipality_id:
        raise Refusal("other_municipality", "Cadastros de municípios diferentes não se unificam.")
    if not reason.strip():
        raise Refusal("no_reason", "Diga por que os dois cadastros são da mesma pessoa.")
    kept, merged = _locked(kept.pk, merged.pk)
    _may_merge(kept, merged)
    before = {KEPT: snapshot(kept), MERGED: snapshot(merged)}
    left = _left_address(kept, merged, choices)
    # The record leaves first: the same document may then stand in the kept one.
    for row in Tutor.objects.filter(pk=merged.pk) | Tutor.objects.filter(merged_into=merged):
        row.merged_into = kept
        row.save(update_fields=["merged_into"])
    for code, (_, names) in GROUPS.items():
        if choices.get(code) == MERGED:
            for name in names:
                setattr(kept, name, getattr(merged, name))
    kept.clean_keys()
    kept.save()
    if left is not None:
        left.save()
    return TutorMerge.objects.create(
        municipality_id=kept.municipality_id,
        kept=kept,
        merged=merged,
        reason=reason.strip(),
        before=before,
        merged_at=at,
        merged_by=by,
    )


def _locked(*pks) -> list[Tutor]:
    """The rows in the order asked, locked in the order of their keys: two merges at once wait, and do not deadlock."""
    rows = Tutor.objects.filter(pk__in=pks).order_by("pk")
    if connection.features.has_select_for_update:
        rows = rows.select_for_update(of=("self",))
    found = {row.pk: row for row in rows}
    return [found[pk] for pk in pks]


def _may_merge(*people) -> None:
    for person in people:
        if person.merged_into_id:
            raise Refusal(
                "already_merged", f"O cadastro de {person.name} já foi unificado a outro. Abra-o de novo."
            )
        if person.anonymised_on:
            raise Refusal("anonymised", "Um cadastro anonimizado não se unifica.")


def _left_address(kept, merged, choices) -> TutorAddress | None:
    """The kept person's former address when the other's is chosen; the other's own stays in its record."""
    if choices.get("address") != MERGED or not kept.street or kept.address_line == merged.address_line:
        return None
    address = TutorAddress(tutor=kept, label="anterior à unificação")
    for name in ADDRESS:
        setattr(address, name, getattr(kept, name))
    address.clean_keys()
    return address


def snapshot(tutor: Tutor) -> dict:
    """A record as it stands: what `TutorMerge.before` keeps."""
    names = [name for _, fields in GROUPS.values() for name in fields]
    return {
        "pk": tutor.pk,
        **{name: getattr(tutor, name) for name in names},
        "phones": list(Phone.objects.filter(tutor=tutor).order_by("pk").values_list("number", flat=True)),
        "addresses": [address.address_line for address in TutorAddress.objects.filter(tutor=tutor)],
        "merged_before": list(tutor.merged_from.order_by("pk").values_list("pk", flat=True)),
        "hanging": hanging(tutor),
    }


def told(values: Mapping) -> list[tuple[str, str]]:
    """A snapshot as the page shows it: label and words of each group."""
    address = ", ".join(filter(None, (values["street"], values["number"], values["complement"])))
    place = " – ".join(filter(None, (address, values["district"], values["city"])))
    rg = " ".join(filter(None, (values["rg"], values["rg_issuer"], values["rg_uf"])))
    return [
        ("Nome", values["name"]),
        ("CPF ou CNPJ", br.document(values["document"]) or values["no_document_reason"]),
        ("RG", rg),
        ("Telefones", ", ".join(br.phone(number) for number in values["phones"])),
        ("E-mail", values["email"]),
        ("Endereço", place),
        ("Outros endereços", "; ".join(values["addresses"])),
        ("Programa social", " ".join(filter(None, (values["cadunico"], values["social_programme"])))),
        ("O que está ligado a ele", "; ".join(f"{number} {name}" for name, number in values["hanging"])),
    ]


def rows_of(municipality) -> models.QuerySet:
    """Merges of a municipality, the latest first, with who made them."""
    return TutorMerge.objects.of(municipality).select_related("kept", "merged", "merged_by__user")
