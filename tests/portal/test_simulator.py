"""The public simulator: every question of every law has its page, and answers are those of the law."""

import pytest
from django.urls import reverse

from zoonoses.portal.services import simulator

pytestmark = pytest.mark.django_db
LAWS = ("alegre-es", "cuiaba-mt", "joao-neiva-es", "alvares-machado-sp", "vitoria-es")


def ask(client, law, question, subject="", **facts):
    fields = {"law": law, "question": question, "responder": "1", **facts}
    if subject:
        fields["subject"] = subject
    return client.get(reverse("portal:simulator"), fields)


def outcome(client, *args, **facts):
    page = ask(client, *args, **facts)
    assert page.status_code == 200
    return page.context["outcome"]


def test_three_steps_without_javascript(client):
    url = reverse("portal:simulator")
    first = client.get(url)
    assert first.status_code == 200 and "Alegre/ES" in first.content.decode()
    second = client.get(url, {"law": "alegre-es", "question": "sanction"})
    assert "animal não registrado" in second.content.decode().lower() and second.context["form"] is None
    third = client.get(url, {"law": "alegre-es", "question": "sanction", "subject": "inadequate_keeping"})
    assert "Dia do retorno" in third.content.decode()
    assert third.context["outcome"] is None


@pytest.mark.once
@pytest.mark.parametrize("law", LAWS)
def test_every_question_of_a_law_has_its_page_and_never_breaks(client, law):
    rules = simulator.ruleset_of(law)
    asked = 0
    for question, _ in simulator.questions_of(rules):
        for subject, _ in (simulator.subjects_of(rules, question) or [("", "")])[:6]:
            fields = {"law": law, "question": question, "subject": subject}
            page = client.get(reverse("portal:simulator"), fields)
            assert page.status_code == 200 and page.context["form"] is not None
            facts = example(page.context["form"])
            answered = ask(client, law, question, subject, **facts)
            assert answered.status_code == 200, (question, subject, answered.context["form"].errors)
            told = answered.context["outcome"]
            assert told.error or told.sentence or told.lines
            asked += 1
    assert asked > 5


def example(form):
    """Something in every field that must be filled."""
    values = {"DateField": "2025-03-10", "DateTimeField": "2025-03-10T10:00", "AmountField": "1"}
    facts = {}
    for name, field in form.fields.items():
        if not name.startswith("f_"):
            continue
        kind = type(field).__name__
        if kind in values and field.required:
            facts[name] = values[kind]
        elif kind == "ChoiceField":
            facts[name] = field.initial or field.choices[0][0]
        elif field.initial is not None and kind == "IntegerField":
            facts[name] = field.initial
    return facts


@pytest.mark.parametrize(
    ("checked", "expected"),
    [("2012-09-10", "Não cabe sanção agora"), ("2012-09-11", "Cabe multa de R$ 100,00.")],
)
def test_alegre_term_moved_by_a_holiday(client, checked, expected):
    told = outcome(
        client,
        "alegre-es",
        "sanction",
        "inadequate_keeping",
        f_animals="1",
        f_intimated_on="2012-08-08",
        f_checked_on=checked,
        official="on",
    )
    assert told.sentence.startswith(expected)
    assert ("Último dia do prazo", "seg., 10/09/2012") in told.lines
    assert any("Art. 16" in step["article"] for step in told.basis)


def test_a_reading_changes_the_answer_and_a_missing_fact_is_named(client):
    facts = {"f_fact_on": "2025-03-10", "f_animals": "2", "f_aggravating": ["intent"]}
    one = outcome(client, "joao-neiva-es", "sanction", "violence", **facts)
    assert "100,00 VRTE" in one.sentence
    two = outcome(client, "joao-neiva-es", "sanction", "violence", **facts, r_fine_basis="per_animal")
    assert "200,00 VRTE" in two.sentence
    cuiaba = outcome(client, "cuiaba-mt", "sanction", "loose_animal", f_fact_on="2024-03-12")
    assert "gravidade" in cuiaba.error.lower()


def test_a_licence_until_when_it_is_asked_for_and_holds(client):
    laudo = outcome(client, "cuiaba-mt", "licence", "kennel_report", f_issued_on="2024-03-20")
    assert laudo.sentence == "Concedida, vale até qui., 20/03/2025."
    assert ("Depende de vistoria", "sim") in laudo.lines
    late = outcome(client, "alegre-es", "licence", "special_licence", f_requested_on="2024-01-10")
    assert late.sentence == "O pedido já não é recebido: terminou o prazo da lei."
    assert any("17" in step["article"] for step in late.basis)


def test_measured_facts_bills_and_conversion(client):
    assert outcome(client, "joao-neiva-es", "finding", "tether", f_length_m="1,99").sentence.startswith(
        "É infração"
    )
    assert outcome(client, "joao-neiva-es", "finding", "tether", f_length_m="2").sentence == "Não é infração."
    bill = outcome(
        client,
        "cuiaba-mt",
        "bill",
        f_animals_1_species="dog",
        f_animals_1_count="1",
        f_seized_at="2024-08-14T07:00",
        f_redeemed_at="2024-08-14T09:00",
    )
    assert bill.sentence == "1,75 UPF."
    reais = outcome(client, "cuiaba-mt", "convert", f_quantity="9", f_index_value="50,00")
    assert reais.sentence == "R$ 450,00."


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"law": "nenhuma", "question": "term"}, "Escolha uma das leis."),
        ({"law": "joao-neiva-es", "question": "bill"}, "Esta lei não responde a esta pergunta"),
        ({"law": "cuiaba-mt", "question": "sanction", "subject": "x"}, "Isto não está nesta lei."),
        ({"law": "alegre-es", "question": "in_force", "responder": "1", "f_on": "20226-01-01"}, "data"),
        (
            {
                "law": "alegre-es",
                "question": "in_force",
                "responder": "1",
                "f_on": "2012-01-01",
                "holidays": "ontem",
            },
            "não é um dia",
        ),
    ],
)
def test_what_is_wrong_is_said(client, fields, sentence):
    page = client.get(reverse("portal:simulator"), fields)
    assert page.status_code == 422
    assert sentence in page.content.decode()


def test_a_law_of_an_unknown_end_answers_with_a_sentence(client):
    told = outcome(client, "alegre-es", "in_force", f_on="2024-01-01")
    assert told.error and not told.lines
