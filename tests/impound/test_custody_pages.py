"""The pages of custody: what the person at the gate sees of each animal, the list, the bill, and each form."""

import uuid
from datetime import date
from decimal import Decimal
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.html import escape
from PIL import Image

from impound.models import BoxStay, CustodyEvent, Exit, SeizedAnimal
from impound.services import events
from impound.services.events import Entry
from registry.models import BiteObservation, Microchip
from tests.factories import TutorFactory, sign_in
from tests.impound.depot import Depot
from zoonoses.documents.models import AccessRecord

pytestmark = pytest.mark.django_db


@pytest.fixture
def depot():
    return Depot("alegre-es", (2012, 3, 15, 9, 0))


@pytest.fixture
def machado():
    return Depot("alvares-machado-sp", (2024, 6, 20, 9, 0))


def _page(client, member, name, *args, **query):
    return sign_in(client, member).get(reverse(f"impound:{name}", args=args), query)


def _post(client, member, url, **data):
    sign_in(client, member)
    return client.post(url, {"idempotency_key": str(uuid.uuid4()), **data})


def _url(name, *args, **query):
    words = "&".join(f"{key}={value}" for key, value in query.items())
    return reverse(f"impound:{name}", args=args) + (f"?{words}" if words else "")


def _scan(name="ordem.jpg"):
    stored = BytesIO()
    Image.new("RGB", (40, 30), "#aaaaaa").save(stored, "JPEG")
    return SimpleUploadedFile(name, stored.getvalue(), content_type="image/jpeg")


def test_the_list_says_since_when_until_when_what_is_owed_and_what_is_next(client, depot):
    owner = TutorFactory(municipality=depot.municipality, name="Conceição D'Ávila")
    last_day = depot.seize(depot.at(2012, 3, 1, 9), owner=owner, registered=True)
    ended = depot.seize(depot.at(2012, 2, 27, 9), species="cat", sex="male", registered=True)
    box = depot.box("Canil das fêmeas")
    BoxStay.objects.create(custody=last_day, box=box, entered_at=last_day.seized_at, moved_by=depot.agent)
    gone = depot.seize(depot.at(2012, 3, 2, 9))
    _leave(depot, gone)
    page = _page(client, depot.clerk, "custodies").content.decode()
    assert "vence hoje" in page
    assert "venceu" not in page
    assert "Canil das fêmeas" in page
    assert "deve R$ 10,00" in page
    assert "Aguardar o resgate" in page
    assert "Destinar: adoção por particulares" in page
    assert gone.full_number not in page
    assert AccessRecord.objects.filter(what="depósito", object_id=str(owner.pk)).count() == 1
    for query, shown in (
        ({"situacao": "prazo-encerrado"}, [ended]),
        ({"situacao": "no-prazo"}, [last_day]),
        ({"situacao": "sem-proprietario"}, [ended]),
        ({"situacao": "saidos"}, [gone]),
        ({"situacao": "em-observacao"}, []),
        ({"situacao": "com-pedido"}, []),
        ({"situacao": "invented"}, [ended, last_day]),
        ({"especie": "cat"}, [ended]),
        ({"baia": "das fêmeas"}, [last_day]),
        ({"baia": "sem"}, [ended]),
        ({"q": ended.full_number}, [ended]),
        ({"q": "0000/2012"}, []),
    ):
        rows = _page(client, depot.clerk, "custodies", **query).context["rows"]
        assert [row.custody for row in rows] == shown, query


def _leave(depot, custody, kind="escape"):
    act = custody.seizure.act
    at = depot.at(2012, 3, 10, 9)
    return Exit.objects.create(custody=custody, act=act, kind=kind, at=at, on=at.date(), reason="fugiu")


def test_an_animal_is_found_by_its_chip_and_its_tag(client, depot):
    chipped = depot.seize(depot.at(2012, 3, 1, 9), chip_read="963008000000001")
    known = depot.seize(depot.at(2012, 3, 1, 9), tag_read="77")
    Microchip.objects.create(animal=known.animal, number="963008000000002")
    for text, found in (
        ("963 008 000000001", chipped),
        ("963008000000002", known),
        ("77", known),
    ):
        rows = _page(client, depot.agent, "custodies", q=text).context["rows"]
        assert [row.custody for row in rows] == [found], text


@pytest.mark.parametrize(("law", "animal"), [("alegre-es", {}), ("alvares-machado-sp", {"size": "large"})])
def test_the_list_asks_the_database_as_often_for_many_animals_as_for_few(
    client, django_assert_max_num_queries, law, animal
):
    depot = Depot(law, (2012 if law == "alegre-es" else 2024, 6, 20, 9, 0))
    year, species = depot.at(2024, 6, 1).year if animal else 2012, "horse" if animal else "dog"
    sign_in(client, depot.clerk)
    counts = []
    for number in (2, 22):
        for place in range(number):
            owner = TutorFactory(municipality=depot.municipality)
            custody = depot.seize(
                depot.at(year, 6, 1 + place % 15, 9), species=species, owner=owner, **animal
            )
            entry = Entry(date(year, 6, 16), depot.at(year, 6, 16, 9), depot.agent, text="Comeu bem")
            events.observe(custody=custody, entry=entry)
        with django_assert_max_num_queries(12) as counted:
            assert client.get(reverse("impound:custodies")).status_code == 200
        counts.append(len(counted))
    assert counts[0] == counts[1]


def test_the_list_as_a_file(client, depot):
    depot.seize(depot.at(2012, 3, 1, 9), registered=True, description="=1+1")
    answer = _page(client, depot.clerk, "custodies", formato="csv")
    lines = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
    assert lines[0].split(";")[:2] == ["Nº de entrada", "Espécie"]
    assert "R$ 10,00" in lines[1]
    assert "'=1+1" in lines[1]


def test_the_page_of_an_animal_says_what_may_happen_and_why_not_yet(client, depot):
    dog = depot.seize(depot.at(2012, 3, 1, 9), description="caramelo, manca")
    page = _page(client, depot.vet, "custody", dog.pk).content.decode()
    assert "vence hoje" in page
    assert "Só a partir de 16/03/2012" in page
    assert "Falta constatar" in page
    assert "Art. 26, parágrafo único" in page
    assert "R$ 10,00" in page
    assert "não identificado" in page
    after = Depot("alegre-es", (2012, 3, 16, 0, 5))
    late = after.seize(after.at(2012, 3, 1, 9))
    page = _page(client, after.judge, "custody", late.pk).content.decode()
    assert "cabe hoje" in page
    assert "O prazo de resgate terminou em 15/03/2012" in page
    assert "Registrar" not in page


def test_the_words_of_the_law_after_the_term_and_at_the_ceiling(client, machado):
    horse = machado.seize(machado.at(2024, 6, 3, 9), species="horse", size="large")
    page = _page(client, machado.agent, "custody", horse.pk).content.decode()
    assert "será considerado abandonado" in page
    assert "Fica em quarentena até o resultado. Faltam: exame de mormo" in page
    assert "60,00 UFM" in page
    old = machado.seize(machado.at(2024, 5, 24, 9), species="pig", size="medium")
    assert (
        "Permanência máxima perto do fim" in _page(client, machado.agent, "custody", old.pk).content.decode()
    )
    machado = Depot("alvares-machado-sp", (2024, 6, 24, 9, 0))
    old = machado.seize(machado.at(2024, 5, 24, 9), species="pig", size="medium")
    page = _page(client, machado.agent, "custody", old.pk).content.decode()
    assert "devia ter saído até 23/06/2024" in page


def test_a_law_without_term_and_bill_says_so_and_offers_nothing_of_the_kind(client):
    depot = Depot("joao-neiva-es", (2025, 3, 20, 9, 0))
    dog = depot.seize(depot.at(2025, 3, 10, 8))
    page = _page(client, depot.agent, "custody", dog.pk).content.decode()
    assert page.count("sem previsão na lei") == 2
    assert "impound/conta" not in page
    bill = _page(client, depot.agent, "custody_bill", dog.pk).content.decode()
    assert "A lei deste caso não tem conta de resgate" in bill
    vitoria = Depot("vitoria-es", (2025, 3, 20, 9, 0))
    cat = vitoria.seize(vitoria.at(2025, 3, 10, 8), species="cat")
    page = _page(client, vitoria.manager, "custody", cat.pk).content.decode()
    assert "Informar agora" in page
    vitoria.choose("custody_days", 5)
    page = _page(client, vitoria.manager, "custody", cat.pk).content.decode()
    assert "O prazo de guarda terminou em 17/03/2025" in page
    assert "cabe hoje" in page


def test_the_bill_of_another_day_and_of_each_of_forty_days(client):
    depot = Depot("cuiaba-mt", (2024, 4, 2, 9, 0))
    dog = depot.seize(depot.at(2024, 3, 28, 9))
    answer = _page(client, depot.clerk, "custody_bill", dog.pk, em="2024-03-29")
    assert answer.context["day"].written == "3,25 UPF"
    assert "Memória de cálculo" in answer.content.decode()
    assert len(answer.context["table"]) == 41
    bad = _page(client, depot.clerk, "custody_bill", dog.pk, em="2024-03-27")
    assert bad.status_code == 422
    assert "a partir de 28/03/2024" in bad.content.decode()


def test_facts_are_recorded_and_undone_by_their_pages(client, machado):
    horse = machado.seize(machado.at(2024, 6, 3, 9), species="horse", size="large")
    url = _url("event_new", horse.pk, fato="exame")
    assert sign_in(client, machado.clerk).get(url).status_code == 200
    empty = _post(client, machado.clerk, url, on="2024-06-04", code="")
    assert empty.status_code == 422
    given = {"on": "2024-06-04", "code": "glanders_exam", "result": "pending", "laboratory": "São João"}
    assert _post(client, machado.clerk, url, **given).status_code == 302
    exam = CustodyEvent.objects.get()
    assert "Registrar resultado" in _page(client, machado.clerk, "custody", horse.pk).content.decode()
    url = _url("event_new", horse.pk, fato="resultado", exame=exam.pk)
    assert _post(client, machado.vet, url, on="2024-06-08", result="positive").status_code == 302
    assert "Resultado positivo" in _page(client, machado.clerk, "custody", horse.pk).content.decode()
    paid = {"on": "2024-06-05", "code": "feeding", "cost": "1.045,90", "upload": _scan("recibo.jpg")}
    assert (
        _post(client, machado.agent, _url("event_new", horse.pk, fato="despesa"), **paid).status_code == 302
    )
    event = CustodyEvent.objects.get(kind="expense")
    assert (event.cost, event.receipt.act) == (Decimal("1045.90"), None)
    page = _page(client, machado.clerk, "custody", horse.pk).content.decode()
    assert "R$ 1.045,90" in page
    undo = _url("event_revoke", event.pk)
    assert _post(client, machado.agent, undo).status_code == 422
    assert _post(client, machado.agent, undo, reason="De outro animal").status_code == 302
    assert "desfeito" in _page(client, machado.clerk, "custody", horse.pk).content.decode()
    late = _post(
        client, machado.agent, _url("event_new", horse.pk, fato="observacao"), on="2024-06-01", text="x"
    )
    assert late.status_code == 409
    assert "O animal entrou em 03/06/2024" in late.content.decode()
    assert sign_in(client, machado.agent).get(_url("event_new", horse.pk, fato="nada")).status_code == 302


def test_a_vet_checks_the_laudo_on_paper_and_an_agent_has_no_vet_fact(client, depot):
    dog, url = depot.seize(depot.at(2012, 3, 1, 9)), ""
    url = _url("evaluation_new", dog.pk)
    page = sign_in(client, depot.agent).get(url).content.decode()
    assert "Nada do que a lei pergunta" in page
    depot.vet.crmv = "ES 123"
    depot.vet.save()
    given = {"fact_gravely_ill": "1", "fact_vet_opinion": "1", "text": "Fraturas múltiplas."}
    checked = _post(client, depot.vet, url, **given)
    assert "Fraturas múltiplas." in checked.content.decode()
    assert CustodyEvent.objects.count() == 0
    key = str(uuid.uuid4())
    for _ in range(2):
        answer = client.post(url, {**given, "confirmar": "1", "idempotency_key": key})
        assert answer.status_code == 302
    event = CustodyEvent.objects.get()
    assert event.facts == {"gravely_ill": True, "vet_opinion": True}
    assert str(event.act.document) in _page(client, depot.vet, "custody", dog.pk).content.decode()


def test_an_owner_is_named_and_a_litter_is_born(client, depot):
    dog = depot.seize(depot.at(2012, 3, 1, 9))
    person = TutorFactory(municipality=depot.municipality)
    url = _url("owner_identified", dog.pk)
    assert sign_in(client, depot.clerk).get(url).status_code == 200
    url += f"?tutor={person.pk}"
    assert _post(client, depot.clerk, url, on="2012-03-10", text="Vizinha reconheceu").status_code == 302
    assert escape(person.name) in _page(client, depot.clerk, "custody", dog.pk).content.decode()
    again = _post(client, depot.clerk, url, on="2012-03-10", text="Vizinha reconheceu")
    assert again.status_code == 409
    url = _url("birth_new", dog.pk)
    born = {"females": "1", "males": "1", "unknown": "0", "on": "2012-03-12", "hour": "04:30"}
    assert _post(client, depot.vet, url, **{**born, "females": "0", "males": "0"}).status_code == 422
    assert _post(client, depot.vet, url, **born).status_code == 302
    assert SeizedAnimal.objects.filter(mother=dog).count() == 2


def test_an_order_is_registered_by_the_manager_with_its_scan_in_two_steps(client, depot):
    dog = depot.seize(depot.at(2012, 3, 1, 9))
    choose = _url("custody_end", dog.pk)
    assert "ordem" not in sign_in(client, depot.agent).get(choose).content.decode().lower().split("</ul>")[-2]
    url, key = _url("custody_end", dog.pk, fim="ordem"), str(uuid.uuid4())
    given = {
        "on": "2012-03-14",
        "hour": "10:00",
        "reason": "Restituição",
        "number": "123",
        "authority": "Juízo",
    }
    sign_in(client, depot.manager)
    assert client.post(url, {**given, "idempotency_key": key}).status_code == 422
    checked = client.post(url, {**given, "scan": _scan(), "idempotency_key": key})
    assert "Termo de fim de custódia" in checked.content.decode()
    assert not Exit.objects.exists()
    for _ in range(2):
        assert client.post(url, {**given, "confirmar": "1", "idempotency_key": key}).status_code == 302
    found = Exit.objects.get()
    assert (found.kind, found.act.attachments.count()) == ("order", 1)
    page = _page(client, depot.manager, "custody", dog.pk).content.decode()
    assert "Ordem judicial" in page
    assert _post(client, depot.agent, url, **given).status_code == 422


def test_a_death_names_cause_and_vet_and_says_who_answers(client):
    cuiaba = Depot("cuiaba-mt", (2024, 4, 10, 9, 0))
    dog = cuiaba.seize(cuiaba.at(2024, 4, 2, 9))
    BiteObservation.objects.create(
        municipality=cuiaba.municipality,
        animal=dog.animal,
        bitten_on=date(2024, 4, 5),
        condition="healthy",
        place="depósito",
        opened_by=cuiaba.agent,
        opened_at=cuiaba.at(2024, 4, 5, 9),
    )
    assert "Animal em observação" in _page(client, cuiaba.agent, "custody", dog.pk).content.decode()
    url, key = _url("custody_end", dog.pk, fim="obito"), str(uuid.uuid4())
    assert "não responde por indenização" in sign_in(client, cuiaba.agent).get(url).content.decode()
    given = {"on": "2024-04-10", "hour": "09:00", "reason": "Parvovirose", "idempotency_key": key}
    given |= {"vet": "other", "vet_name": "Dr. José", "vet_crmv": "MT 5"}
    assert "Parvovirose" in client.post(url, given).content.decode()
    assert client.post(url, {**given, "confirmar": "1"}).status_code == 302
    dog.animal.refresh_from_db()
    assert dog.animal.died_on == date(2024, 4, 10)
    page = _page(client, cuiaba.agent, "custody", dog.pk).content.decode()
    assert "Art. 10" in page
    assert "Óbito em custódia" in page
