"""On a phone, the process of an auto to its end: in João Neiva by the law, in Vitória by other measures, in Alegre by
nothing but what the municipality itself regulates."""

from datetime import date
from io import BytesIO

import pytest
from PIL import Image
from pypdf import PdfReader

from fines.models import Decision, Filing, Measure
from tests.e2e.process_walk import (
    hand_in,
    judge,
    measure,
    move_to,
    no_term_of_law,
    open_auto,
    says,
    told_by_ar,
    whole_file,
    words_of,
)
from tests.factories import CompanyFactory, unit_value
from tests.fines.process import charge_of, drawn, serve
from tests.inspections.visits import Town
from zoonoses.documents.models import Document
from zoonoses.municipalities.models import Holiday
from zoonoses.treasury.models import CollectionSettings

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
SERVED = date(2023, 4, 5)
NAME = "Conceição Maria D’Ávila do Nascimento Albuquerque Müller"


@pytest.fixture
def neiva():
    """João Neiva in the Holy Week of 2023, with N. S. da Penha on 17/04, the Monday after the octave of Easter."""
    town = Town("joao-neiva-es", now="2023-04-03 10:00")
    unit_value(town.municipality, "VRTE", 2023, "4.30")
    penha = {"on": date(2023, 4, 17), "name": "Nossa Senhora da Penha", "act": "Lei Estadual nº 11.010/2019"}
    Holiday.objects.create(municipality=town.municipality, **penha)
    CollectionSettings.objects.create(
        municipality=town.municipality,
        pix_key="fazenda@joaoneiva.example",
        receiver_name="MUNICIPIO DE JOAO NEIVA",
        receiver_city="JOAO NEIVA",
    )
    town.tutor.name = NAME
    town.tutor.save()
    return town


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "corrente nova – 2,5 m.jpg"
    Image.new("RGB", (640, 480), "#7a6a50").save(path)
    return path


def test_joao_neiva_defended_on_the_last_business_day_and_changed_to_leve(phone, neiva, photo):
    """AR signed on Wednesday 05/04/2023, ten business days: 06, 10, 11, 12, 13, 14, 18, 19, 20 and Monday 24/04.

    Left out: Good Friday 07/04, N. S. da Penha 17/04, Tiradentes 21/04, and the weekends.
    """
    auto = drawn(neiva, date(2023, 4, 3), "short_tether", aggravating=("intent",))
    clerk, council = phone(neiva.clerk), phone(neiva.judge)
    move_to(neiva, date(2023, 4, 10))
    says(open_auto(clerk, auto), "100,00 VRTE", "Penalidade proposta")
    says(told_by_ar(clerk, "Registrar ciência", SERVED, "BR123456789BR"), "seg., 24/04/2023", "Art. 9º, V")
    move_to(neiva, date(2023, 4, 24))
    says(open_auto(council, auto), "julga-se depois dele")
    assert not council.offers("Julgar")
    seen = hand_in(
        clerk, auto, "Receber defesa", "Receber defesa", "A corrente foi trocada no mesmo dia.", photo
    )
    says(seen, "seg., 24/04", "Art. 9º, V")
    defence = Filing.objects.get()
    assert (defence.due_on, defence.is_late, defence.act.attachments.count()) == (date(2023, 4, 24), False, 1)
    says(
        clerk.pdf(defence.act.document), "Recebida dentro do prazo", "24/04/2023", "Dr. Antônio Simões", NAME
    )

    move_to(neiva, date(2023, 4, 26))
    reasons = "Não se provou o dolo: sem agravante, a infração é leve."
    open_auto(council, auto)
    council.press("Julgar", at="/decidir/")
    says(council.text(), "A corrente foi trocada no mesmo dia.", photo.name)
    seen = judge(council, auto, "Julgar", "changed", reasons, without=["intent"])
    says(seen, "Conselho Municipal de Meio Ambiente", "Nada a pagar.", "Antes: 100,00 VRTE.")
    decision = Decision.objects.get()
    assert (decision.total, decision.items[0]["gravity"]) == (None, "minor")
    says(
        council.pdf(decision.act.document),
        "Nada a pagar.",
        "Art. 9º, V",
        reasons,
        "Dr. Antônio Simões (advogado)",
    )
    says(open_auto(clerk, auto), "Sem multa, pela Decisão nº 0001/2023.")
    assert not clerk.offers("Lançar a multa")
    clerk.go(f"/autos/{auto.pk}/cobrar/")
    says(clerk.text(), "Não há multa a pagar.")
    assert charge_of(auto) is None


def test_joao_neiva_appealed_kept_charged_and_paid_and_the_whole_file(phone, neiva):
    """AR on 05/04, no defence by 24/04, decision on 25/04, its AR on 27/04: ten business days, without 01/05, end on
    Friday 12/05. The appeal is decided on 22/05, known on 23/05: thirty days end on Thursday 22/06.
    """
    auto = drawn(neiva, date(2023, 4, 3), "short_tether", aggravating=("intent",))
    serve(neiva, auto.act, SERVED)
    clerk, council, manager = phone(neiva.clerk), phone(neiva.judge), phone(neiva.manager)
    move_to(neiva, date(2023, 4, 25))
    says(
        judge(council, auto, "Julgar", "kept", "A prova é suficiente."),
        "Não há defesa no processo.",
        "100,00 VRTE",
    )
    move_to(neiva, date(2023, 4, 28))
    open_auto(clerk, auto)
    seen = told_by_ar(clerk, "Registrar ciência da decisão", date(2023, 4, 27), "BR987654321BR")
    says(seen, "sex., 12/05/2023", "Art. 9º, § 1º")
    move_to(neiva, date(2023, 5, 12))
    says(hand_in(clerk, auto, "Receber recurso", "Receber recurso", "Peço a advertência."), "sex., 12/05")
    move_to(neiva, date(2023, 5, 22))
    says(
        judge(manager, auto, "Decidir o recurso", "kept", "Nada de novo."),
        "Prefeito Municipal",
        "100,00 VRTE",
    )
    move_to(neiva, date(2023, 5, 23))
    open_auto(clerk, auto)
    seen = told_by_ar(clerk, "Registrar ciência da decisão do recurso", date(2023, 5, 23), "BR111222333BR")
    says(seen, "qui., 22/06/2023", "Art. 9º, § 2º")
    pay(clerk, neiva, auto)
    check_whole_file(whole_file(clerk, auto))


def pay(clerk, town, auto):
    """The fine is charged, asked for by a guide with PIX, and paid."""
    open_auto(clerk, auto)
    clerk.press("Lançar a multa", at="/cobrar/")
    says(clerk.text(), "R$ 430,00", "Fundo Municipal de Meio Ambiente", "qui., 22/06")
    clerk.press("Lançar multa", at=r"/cobrancas/\d+/")
    clerk.fill(due_on="2023-06-22")
    clerk.press("Emitir guia", at=r"/cobrancas/\d+/")
    guide = charge_of(auto).guides.get()
    assert guide.pix.startswith("00020126") and guide.due_on == date(2023, 6, 22)
    says(clerk.pdf(guide.document), "R$ 430,00", "22/06/2023", guide.pix[:30])
    move_to(town, date(2023, 6, 20))
    clerk.go(f"/cobrancas/{charge_of(auto).pk}/")
    clerk.page.locator("#pay-form [name=means]").first.select_option("pix")
    clerk.press("Receber e emitir recibo", at=r"/cobrancas/\d+/")
    says(open_auto(clerk, auto), "Definitivo desde 22/05/2023.", "Cobrança de R$ 430,00: paga.")


def check_whole_file(pdf):
    """Read back: every act in order, each on the sheet that the index says."""
    whole = PdfReader(BytesIO(pdf))
    texts = [" ".join(page.extract_text().split()) for page in whole.pages]
    marks = [(mark.title, whole.get_destination_page_number(mark) + 1) for mark in whole.outline]
    titles = [title for title, _ in marks]
    assert [title.split(" nº ")[0].split(":")[0] for title in titles] == [
        *("Capa e índice", "Termo de vistoria", "Auto de infração", "Ciência, em 05/04/2023"),
        *("Decisão", "Ciência, em 27/04/2023", "Recibo de recurso", "Decisão do recurso"),
        *("Ciência, em 23/05/2023", "Cobrança de R$ 430,00 lançada", "Guia de arrecadação", "Recibo"),
        "Termo de encerramento",
    ]
    for sheet, text in enumerate(texts, 1):
        says(text, f"Processo nº 0001/2023 · fls. {sheet}")
    for title, sheet in marks[2:-1]:
        at = texts[0].index(title, texts[0].index("ÍNDICE")) + len(title)
        assert f" {sheet}" in texts[0][at : at + 60], (title, sheet, texts[0][at : at + 60])
        says(texts[sheet - 1].lower(), title.split(" nº ")[0].split(":")[0].removesuffix(" lançada").lower())
    says(
        texts[0],
        NAME,
        "Conselho Municipal de Meio Ambiente – Art. 9º, V",
        "até sex., 12/05/2023 – Art. 9º, § 1º",
        "paga",
    )
    says(texts[-1], f"Antes deste termo há {len(texts) - 1} folhas")


DAYS = (date(2024, 3, 4), date(2024, 4, 8), date(2024, 5, 6))


def third_time(town, **more):
    """The third auto of the same person for abandonment."""
    return [drawn(town, day, "abandonment", **more) for day in DAYS][-1]


def test_vitoria_a_person_doubled_converted_and_fulfilled(phone, photo):
    town = Town("vitoria-es", now="2024-05-07 10:00")
    auto = third_time(town)
    serve(town, auto.act, DAYS[-1], means="in_person")
    judge_s = phone(town.judge)
    says(open_auto(judge_s, auto), "R$ 4.000,00, impostos pelo auto", "0001/2024, de 04/03/2024", "0002/2024")
    no_term_of_law(judge_s.text())
    agreed = "Participar de duas feiras de doação, aos sábados, na Praça Costa Pereira."
    seen = measure(
        judge_s,
        auto,
        "converted:conversion_to_activity",
        agreed,
        until_on="2024-07-01",
        recipient="ONG Amigos de Rua",
    )
    says(seen, "Conversão da multa")
    termo = Measure.objects.get().act.document
    says(judge_s.pdf(termo), "Art. 2º, § 1º", agreed, "ONG Amigos de Rua", "01/07/2024", "0001/2024")
    says(judge_s.text(), "Conversão da multa")
    move_to(town, date(2024, 6, 24))
    proof = "Listas de presença das duas feiras, assinadas pela ONG."
    measure(judge_s, auto, "fulfilled:conversion_to_activity", proof, file=photo)
    fulfilled = Measure.objects.get(kind="fulfilled")
    assert fulfilled.act.attachments.count() == 1
    says(judge_s.pdf(fulfilled.act.document), "nada resta a pagar", proof, photo.name, "SHA-256")
    says(judge_s.text(), "Cumprimento da conversão da multa em participação")
    assert not judge_s.offers("Aplicar uma medida")
    clerk = phone(town.clerk)
    clerk.go(f"/autos/{auto.pk}/cobrar/")
    says(clerk.text(), "Não há multa a pagar.")


def test_vitoria_a_company_the_third_time_loses_its_licence(phone):
    town = Town("vitoria-es", now="2024-05-07 10:00")
    company = CompanyFactory(municipality=town.municipality, name="Canil Boa Vista Ltda.")
    auto = third_time(town, finding={"tutor": company, "animals": 2}, offender=company)
    judge_s = phone(town.judge)
    says(open_auto(judge_s, auto), "R$ 2.000,00", "Reincidência", "Cassação do alvará")
    reason = "Terceira incidência de abandono, com as duas anteriores nos Autos 0001 e 0002/2024."
    seen = measure(
        judge_s,
        auto,
        "applied:licence_revocation",
        reason,
        recipient="Setor de Alvarás da Secretaria da Fazenda",
    )
    assert "Conversão" not in seen and "Cumprir até" not in seen, "the law converts no company's fine"
    termo = Document.objects.get(kind="sanction")
    says(
        judge_s.pdf(termo),
        "Art. 2º, § 2º",
        "Setor de Alvarás",
        reason,
        "Canil Boa Vista Ltda.",
        "vale desta data",
    )
    says(judge_s.text(), "Aplicação de sanção: cassação do alvará")


def test_alegre_without_and_with_a_regulation_of_its_own(phone):
    town = Town("alegre-es", now="2012-03-02 10:00")
    auto = drawn(town, date(2012, 3, 1), "leash_plate_handler")
    serve(town, auto.act, date(2012, 3, 2))
    clerk, manager = phone(town.clerk), phone(town.manager)
    nothing = "Nem a lei nem regulamento do Município fixa prazo de defesa"
    says(open_auto(clerk, auto), nothing)
    no_term_of_law(clerk.text())
    says(clerk.pdf(auto.act.document), "sem previsão na Lei")
    no_term_of_law(clerk.pdf(auto.act.document))
    clerk.go(f"/casos/{auto.act.case_id}/")
    no_term_of_law(clerk.text())
    clerk.go(f"/autos/{auto.pk}/defesa/")
    says(clerk.text(), nothing)
    file = words_of(whole_file(clerk, auto))
    says(file, "Defesa sem prazo: nem a lei nem regulamento do Município o fixa")
    no_term_of_law(file)
    assert clerk.offers("Lançar a multa"), "the auto stands and can be paid all the same"

    manager.go("/processo/regulamento/")
    says(manager.text(), "A lei não fixa prazo de defesa")
    manager.fill(
        act="Decreto nº 12/2012, art. 3º", from_on="2012-01-01", defence_days="15", judged_by="Secretário"
    )
    manager.page.locator("[name=defence_count]").select_option("days")
    manager.press("Guardar regulamento", at="/processo/regulamento/")
    own = "Decreto nº 12/2012, art. 3º (regulamento do Município, não da lei)"
    says(open_auto(clerk, auto), "seg., 19/03", own)
    says(words_of(whole_file(clerk, auto)), f"até seg., 19/03/2012 – {own}", f"Secretário – {own}")
    later = drawn(town, date(2012, 3, 2), "leash_plate_handler")
    says(clerk.pdf(later.act.document), own, "sem previsão na Lei")
