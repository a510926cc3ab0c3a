"""Bodies of the papers of vaccination: the carteira of a private vet and the comprovante of the agency.

A law's ruleset names the fields and their order. Where it fixes none, the carteira has those of Resolução CFMV nº
656/1999, and the comprovante says that the law fixes no content.
"""

from registry.documents.identity import FieldName, Identity, address, phones_of, value
from zoonoses.documents.contexts_vaccination import VaccinationBody

CARD, RECEIPT = "vaccination_card", "vaccination_receipt"
SIGNATURE = "vet_signature"
CFMV_NOTE = "Campos da Resolução CFMV nº 656/1999: a lei municipal não fixa o conteúdo deste documento."
NO_FORM = "Conteúdo sem previsão na lei municipal."
CFMV_FIELDS = (
    FieldName("owner_name", "nome do proprietário"),
    FieldName("owner_rg", "número da Carteira de Identidade (RG)"),
    FieldName("owner_address", "endereço completo do proprietário"),
    FieldName("animal_name", "nome do animal"),
    FieldName("species", "espécie"),
    FieldName("breed", "raça"),
    FieldName("coat", "pelagem"),
    FieldName("sex", "sexo"),
    FieldName("birth_date_or_age", "data de nascimento ou idade (real ou presumida)"),
    FieldName("vaccine_name", "nome da vacina"),
    FieldName("vaccine_batch", "número de partida"),
    FieldName("vaccine_manufacturer", "fabricante"),
    FieldName("vaccine_manufacture_date", "data de fabricação"),
    FieldName("vaccine_expiry_date", "data de validade"),
    FieldName("application_date", "data da aplicação"),
    FieldName("revaccination_date", "data da revacinação"),
    FieldName("establishment_name", "razão social ou nome fantasia"),
    FieldName("establishment_address", "endereço completo do estabelecimento"),
    FieldName("establishment_crmv", "número de inscrição do estabelecimento no CRMV"),
    FieldName("vet_name", "nome completo do médico veterinário"),
    FieldName("vet_crmv", "número de registro no CRMV"),
    FieldName(SIGNATURE, "assinatura do médico veterinário"),
    FieldName("rga_number", "número do RGA do animal"),
)
GROUPS = (
    ("Proprietário", ("owner_",)),
    ("Animal", ("animal_", "species", "breed", "coat", "sex", "birth_", "rga_")),
    ("Vacina e vacinação", ("vaccine_", "application_", "revaccination_")),
    ("Estabelecimento e médico veterinário", ("establishment_", "vet_")),
)
OF_THE_DOSE = ("vaccine_", "application_", "revaccination_", "establishment_", "vet_")
OPEN = "em aberto: sem previsão na lei e sem período do laboratório"


def values_of(dose, *, owner, issued_on) -> dict[str, str]:
    """Every field of the two papers as text, by code; "" for what is not known."""
    animal = dose.animal
    rga = getattr(animal, "rga", None)
    identity = Identity(
        animal=animal,
        owner=owner,
        phones=phones_of(owner),
        number=rga.number if rga else 0,
        registered_on=rga.registered_on if rga else issued_on,
        issued_on=issued_on,
    )
    found = {field.code: value(field.code, identity) for field in CFMV_FIELDS}
    found["rga_number"] = str(rga.number) if rga else ""
    return {**found, **_of_vaccine(dose), **_of_place(dose)}


def _of_vaccine(dose) -> dict[str, str]:
    lot = dose.lot
    return {
        "vaccine_name": lot.product.name,
        "vaccine_batch": lot.number,
        "vaccine_manufacturer": lot.product.maker,
        "vaccine_manufacture_date": f"{lot.made_on:%d/%m/%Y}" if lot.made_on else "",
        "vaccine_expiry_date": f"{lot.expires_on:%d/%m/%Y}",
        "application_date": f"{dose.on:%d/%m/%Y}",
        "revaccination_date": f"{dose.revaccinate_on:%d/%m/%Y}" if dose.revaccinate_on else OPEN,
        "vet_name": dose.vet_name,
        "vet_crmv": dose.vet_crmv,
    }


def _of_place(dose) -> dict[str, str]:
    clinic, town = dose.clinic, dose.municipality
    if clinic is None:
        place = f" – {dose.post.name}" if dose.post else ""
        return {"establishment_name": f"{town.body_name}{place}", "establishment_address": town.address}
    return {
        "establishment_name": clinic.name,
        "establishment_address": address(clinic),
        "establishment_crmv": clinic.crmv,
    }


def vaccination_body(
    dose, values, *, law: str, article: str, form_note: str, fields, notes, by
) -> VaccinationBody:
    """The paper of one dose. `fields` are those that the law lists, or the common ones; the rest goes to `more`."""
    listed = [field for field in fields if field.code != SIGNATURE]
    codes = {field.code for field in listed}
    more = [field for field in CFMV_FIELDS if field.code not in codes and field.code != SIGNATURE]
    return {
        "law": law,
        "article": article,
        "form_note": form_note,
        "groups": _grouped(listed, values),
        "more": [
            {"label": field.label, "value": values.get(field.code, "")}
            for field in more
            if values.get(field.code)
        ],
        "basis": dose.basis,
        "notes": list(notes),
        "signer": _signer(dose, fields, by),
    }


def _grouped(listed, values) -> list[dict]:
    groups = []
    for title, starts in GROUPS:
        inside = [field for field in listed if field.code.startswith(starts)]
        if inside:
            lines = [{"label": field.label, "value": values.get(field.code, "")} for field in inside]
            groups.append({"title": title, "fields": lines})
    known = tuple(start for _, starts in GROUPS for start in starts)
    rest = [field for field in listed if not field.code.startswith(known)]
    if rest:
        lines = [{"label": field.label, "value": values.get(field.code, "")} for field in rest]
        groups.append({"title": "Outros campos", "fields": lines})
    return groups


def _signer(dose, fields, by) -> dict:
    """The vet of the dose signs; in a campaign without vet, who hands the paper out."""
    if dose.vet_name:
        heading = next((field.label for field in fields if field.code == SIGNATURE), "médico veterinário")
        return {
            "heading": heading.capitalize(),
            "name": dose.vet_name,
            "position": "Médico veterinário",
            "badge": dose.vet_crmv,
            "badge_label": "CRMV",
        }
    return {
        "heading": "Responsável pela entrega",
        "name": by.user.get_full_name(),
        "position": by.position or by.get_role_display(),
        "badge": by.crmv or by.badge,
        "badge_label": "CRMV" if by.crmv else "Matrícula",
    }
