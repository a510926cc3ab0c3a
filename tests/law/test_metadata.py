"""What screens and papers take from the rulesets: words of the law, fields, practice."""

import re
from decimal import Decimal
from pathlib import Path

import pytest

import zoonoses.law
from tests.law.support import LAWS, law
from zoonoses.law import answer
from zoonoses.law.ruleset import reading_value, vocabulary

SIGNS = [
    "o animal está sem comida e há indicativos que não recebeu alimento;",
    "não há vasilha de água;",
    "não há vasilha de comida;",
    "as fezes estão dispostas no pátio e denotam falta de limpeza;",
    "não há abrigo para o animal, seja casinha, cocheira ou similar;",
    "a guia é curta e não permite movimento do animal;",
    "está com carrapatos, pulgas e outros demonstrando falta de cuidado e higiene;",
    "estado nutricional precário;",
    "outros",
]


def test_signs_of_anexo_i_in_their_exact_words():
    assert [sign.text for sign in law("joao-neiva-es").signs] == SIGNS
    assert all(sign.infractions for sign in law("joao-neiva-es").signs[:-1])
    assert all(not law(name).signs for name in LAWS if name != "joao-neiva-es")


@pytest.mark.parametrize(
    ("name", "document", "count", "copies", "first", "last"),
    [
        ("joao-neiva-es", "control_form", 22, None, "Nome do tutor", "Nome"),
        ("joao-neiva-es", "infraction_notice", 15, 3, "Auto de infração nº", "Nome"),
        ("joao-neiva-es", "vet_report", 5, None, "espécie animal", "estado nutricional aparente"),
        ("alegre-es", "registration_form", 16, 3, "número do RGA", "assinatura do proprietário"),
        ("alegre-es", "rga_card", 11, None, "nome do animal", "data da expedição"),
        ("alegre-es", "vaccination_card", 23, None, "nome do proprietário", "número do RGA do animal"),
        ("alvares-machado-sp", "electronic_notice", 6, None, "espécie", "imagens fotográficas"),
        (
            "vitoria-es",
            "donation_contract",
            7,
            None,
            "dados qualificativos do animal",
            "condições de bem-estar e manutenção do animal",
        ),
    ],
)
def test_fields_as_the_law_names_them(name, document, count, copies, first, last):
    rule = law(name).documents[document]
    assert (len(rule.fields), rule.copies) == (count, copies)
    assert (rule.fields[0].label, rule.fields[-1].label) == (first, last)


def test_joao_neiva_paper():
    practice = law("joao-neiva-es").practice
    assert practice.intimation_name == "Notificação"
    assert (practice.penalty_stage, practice.prior_from, practice.multiple) == (
        "proposed",
        "final_decision",
        "one_fine",
    )
    assert practice.requires_before_intimation == ("control_form", "photographic_record", "vet_report")
    assert "na sala dos conselhos, [ou, no caso] de multa, recolhê-la" in practice.notice_fixed_text
    assert (practice.notice_copies, len(practice.copy_labels)) == (3, 3)
    letterhead = " ".join(law("joao-neiva-es").header.letterhead)
    assert "CNPJ: 31.776.479/0001-86" in letterhead


@pytest.mark.parametrize(
    ("name", "infractions", "unit", "mode"),
    [
        ("alegre-es", 28, "BRL", "none"),
        ("cuiaba-mt", 25, "UPF", "chosen"),
        ("joao-neiva-es", 21, "VRTE", "counted"),
        ("alvares-machado-sp", 1, "UFM", "none"),
        ("vitoria-es", 18, "BRL", "none"),
    ],
)
def test_the_law_is_whole(name, infractions, unit, mode):
    rs = law(name)
    assert (len(rs.infractions), rs.unit, rs.gravity_mode) == (infractions, unit, mode)
    assert re.fullmatch(r"[0-9a-f]{64}", rs.hash)
    assert rs.header.law_on.year > 1990
    for infraction in rs.infractions.values():
        assert re.match(r"Arts?\. \d", infraction.article)
        assert infraction.law_text != infraction.conduct
        assert infraction.sanctionless or infraction.liable


@pytest.mark.parametrize("name", LAWS)
def test_every_reading_can_be_shown_and_chosen(name):
    for reading in law(name).readings.values():
        assert reading.law_text
        assert reading.why.endswith(".")
        assert len(reading.options) != 1
        for option in reading.options:
            spoken = str(option.value) if isinstance(option.value, Decimal) else option.value
            assert reading_value(reading, spoken) == option.value


@pytest.mark.parametrize("name", LAWS)
def test_every_code_of_an_answer_has_portuguese_words(name):
    rs = law(name)
    codes = (
        {infraction.liable for infraction in rs.infractions.values()} | set(rs.size_of) | set(rs.gravities)
    )
    for infraction in rs.infractions.values():
        for rule in infraction.penalties:
            for version in rule.versions:
                codes |= {item.code for item in (*version.value.consequences, *version.value.discretionary)}
    for purpose in rs.checklists.values():
        codes |= {need.code for need in purpose.needs}
    if rs.destinations:
        codes |= {item.code for item in rs.destinations.choices}
    assert [code for code in codes - {""} if rs.label(code) == code] == []
    assert vocabulary()["term_running"] == "o prazo da intimação ainda corre"


@pytest.mark.parametrize(
    ("name", "given", "article", "arithmetic"),
    [
        (
            "alegre-es",
            {
                "infraction": "inadequate_keeping",
                "priors": 1,
                "intimated_on": "2012-03-05",
                "checked_on": "2012-04-05",
            },
            "Art. 16, § 5º, II; Art. 16, § 5º, III",
            "R$ 100,00 + 50% × 1 = R$ 150,00",
        ),
        (
            "alegre-es",
            {"infraction": "leash_plate_handler", "animals": 2},
            "Art. 14, parágrafo único",
            "R$ 50,00 × 2 animais = R$ 100,00",
        ),
        (
            "cuiaba-mt",
            {"infraction": "loose_animal", "gravity": "very_serious", "priors": 2},
            "Arts. 35, I, e 36, III; Art. 36, § 1º",
            "7,00 UPF × 2 = 14,00 UPF",
        ),
        (
            "joao-neiva-es",
            {"infraction": "violence", "aggravating": ["intent"]},
            "Arts. 19, II, e 20, I",
            "100,00 VRTE",
        ),
        (
            "vitoria-es",
            {"infraction": "abandonment", "offender": "legal_person", "animals": 3, "priors": 1},
            "Art. 2º, § 2º; Art. 2º, §§ 1º e 2º",
            "R$ 500,00 × 3 animais × 2 = R$ 3.000,00",
        ),
    ],
)
def test_memoria_de_calculo(name, given, article, arithmetic):
    found = answer(law(name), "sanction", given)
    fine = next(step for step in found["basis"] if step["text"].startswith("Multa"))
    assert (fine["article"], fine["arithmetic"]) == (article, arithmetic)
    assert found["penalty_article"] == article


def test_the_extension_of_a_term_is_told():
    given = {"term": "redemption", "start": "2012-03-03"}
    first, second = answer(law("alegre-es"), "term", given)["basis"]
    assert first["text"] == "Resgate: 15 dias de 03/03/2012 (sábado), incluído o dia do começo."
    assert "prorrogado para 19/03/2012 (segunda-feira)" in second["text"]
    assert "art. 132, § 1º" in second["article"]


def test_no_law_is_written_in_python():
    known = {
        word for name in LAWS for word in (name, law(name).header.municipality, law(name).header.short_title)
    }
    known |= {code for name in LAWS for code in law(name).infractions}
    for file in Path(zoonoses.law.__file__).parent.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert [word for word in known if re.search(rf"\b{re.escape(word)}\b", text)] == [], file.name
        assert re.findall(r'"[^"]*Arts?\. \d[^"]*"', text) == [], file.name


def test_whose_each_copy_is_and_why_an_animal_may_be_seized():
    form = law("alegre-es").documents["registration_form"]
    assert form.copy_labels[0] == "local do registro"
    assert form.copy_labels[2] == "proprietário"
    grounds = {name: [ground.article for ground in law(name).seizure_grounds] for name in LAWS}
    assert grounds["cuiaba-mt"][1:6] == [f"Art. 9º, {item}" for item in ("I", "II", "III", "IV", "V")]
    assert (grounds["alvares-machado-sp"], grounds["vitoria-es"]) == (["Art. 3º"], [])
