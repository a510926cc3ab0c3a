"""Pages of licences, households, castration and community animals: the way through each, and its queries."""

import uuid
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from inspections.models import Inspection, InspectionDraft
from inspections.services import filing
from inspections.services.visits import VisitInput
from registry.models import (
    CastrationAppointment,
    CastrationDay,
    CastrationRequest,
    CommunityCommitment,
    LicenceDecision,
    LicenceRequest,
)
from registry.services import castration
from tests.factories import AnimalFactory, TutorFactory, sign_in
from tests.inspections.visits import Town
from tests.registry.access_licences import STAFF, TABLE, Records
from tests.registry.licences import home
from zoonoses.documents.models import Document
from zoonoses.municipalities.models import Role

pytestmark = pytest.mark.django_db

DAY = date(2012, 3, 1)
PLACE = {"street": "Rua das Flores", "number": "157", "district": "Centro", "city": "Alegre", "uf": "ES"}


def page(name, *args, query=""):
    return reverse(f"registry:{name}", args=args) + query


def confirmed(data):
    return data | {"confirmar": "1", "idempotency_key": str(uuid.uuid4())}


@pytest.fixture
def alegre():
    return Town("alegre-es", now="2012-03-01 15:00")


@pytest.mark.once
@pytest.mark.parametrize("role", list(Role))
def test_who_opens_the_pages_and_nothing_of_another_municipality(client, alegre, role):
    own, foreign = Records(alegre), Records(Town("alegre-es", now="2012-03-01 15:00"))
    sign_in(client, getattr(alegre, role.value))
    faults = []
    for name, roles in TABLE.items():
        mine = client.get(reverse(name, args=own.args(role).get(name, [])))
        if (mine.status_code != 403) is not (role in roles) or mine.status_code in (404, 500):
            faults.append((name, mine.status_code))
        if name in foreign.args(role):
            url = reverse(name, args=foreign.args(role)[name])
            for answer in (client.get(url), client.post(url)):
                if answer.status_code not in ((404, 405) if role in roles else (403,)):
                    faults.append((name, "foreign", answer.status_code))
    assert not faults
    assert TABLE["registry:licences"] == STAFF


def test_from_request_to_licence(client, alegre):
    home(alegre, 11, at=alegre.at(DAY, 9))
    sign_in(client, alegre.clerk)
    kinds = client.get(page("licence_new")).content.decode()
    assert "Licença especial para 11 a 15 cães e gatos" in kinds and "Art. 17, §§ 3º a 6º" in kinds
    url = page("licence_new", query="?tipo=special_licence")
    assert alegre.tutor.name.split()[0] in client.post(url, {"q": alegre.tutor.name}).content.decode()
    url += f"&tutor={alegre.tutor.pk}"
    assert client.post(url, {"street": ""}).status_code == 422
    data = PLACE | {"housing": "Canil coberto."}
    shown = client.post(url, data).content.decode()
    assert "Canil coberto." in shown and "RGA 11:" in shown and not LicenceRequest.objects.exists()
    assert 'value="Rua das Flores"' in client.post(url, data | {"voltar": "1"}).content.decode()
    sent = confirmed(data)
    first, again = client.post(url, sent), client.post(url, sent)
    licence = LicenceRequest.objects.get()
    assert first.url == again.url == page("licence", licence.pk)
    assert "Decidir o pedido" in client.get(page("licences", query="?situacao=analise")).content.decode()
    sign_in(client, alegre.agent)
    url = page("licence_decide", licence.pk)
    assert "valid_until" in client.get(url).content.decode()
    decision = {"granted": "1", "reason": "Alojamento adequado.", "valid_until": ""}
    assert "nunca poderão ser substituídos" in client.post(url, decision).content.decode()
    assert client.post(url, confirmed(decision)).url == page("licence", licence.pk)
    shown = client.get(page("licence", licence.pk)).content.decode()
    assert "Animais relacionados: 11 de 11" in shown and "Concedida" in shown
    listed = licence.animals.first()
    url = page("licence_animal_gone", listed.pk)
    assert client.post(url, {"on": "2012-03-02", "reason": "doado"}).status_code == 422
    assert client.post(url, {"on": "2012-03-01", "reason": "doado"}).status_code == 302
    assert "Animais relacionados: 10 de 11" in client.get(page("licence", licence.pk)).content.decode()
    house = client.get(page("household", alegre.tutor.pk)).content.decode()
    assert "Limite neste endereço</dt><dd>10" in house and "Acima do limite" in house


def test_a_refused_request_keeps_what_was_typed(client, alegre):
    sign_in(client, alegre.clerk)
    url = page("licence_new", query=f"?tipo=special_licence&tutor={alegre.tutor.pk}")
    answer = client.post(url, PLACE | {"housing": "Canil coberto."})
    assert answer.status_code == 409
    assert "Canil coberto." in answer.content.decode()


def test_a_role_that_the_law_does_not_name_is_told_so(client, alegre):
    home(alegre, 11, at=alegre.at(DAY, 9))
    sign_in(client, alegre.clerk)
    url = page("licence_new", query=f"?tipo=special_licence&tutor={alegre.tutor.pk}")
    client.post(url, confirmed(PLACE | {"housing": "Canil."}))
    licence = LicenceRequest.objects.get()
    sign_in(client, alegre.vet)
    url = page("licence_decide", licence.pk)
    assert "agente sanitário responsável pelo processo" in client.get(url).content.decode()
    assert client.post(url, confirmed({"granted": "1", "reason": "x"})).status_code == 409


def test_the_visit_of_a_request_refers_to_it(client):
    town = Town("cuiaba-mt", now="2025-08-16 15:00")
    sign_in(client, town.agent)
    url = page("licence_new", query=f"?tipo=pet_shop_report&tutor={town.tutor.pk}")
    client.post(url, confirmed(PLACE | {"street": "Avenida do Comércio"}))
    licence = LicenceRequest.objects.get()
    answer = client.post(reverse("inspections:inspection_new"), {"licence": licence.pk})
    draft = InspectionDraft.objects.get()
    assert draft.licence_request == licence
    shown = client.get(answer.url).content.decode()
    assert str(licence.document) in shown and "Avenida do Comércio" in shown
    visit = filing.file_visit(
        draft=draft,
        visit=VisitInput(
            tutor=town.tutor,
            place={"street": "Avenida do Comércio"},
            closing={"presence": "absent", "notes": ""},
        ),
        at=town.at(date(2025, 8, 16), 16),
        by=town.agent,
    )
    assert Inspection.objects.get().licence_request == licence
    shown = client.get(page("licence", licence.pk)).content.decode()
    assert reverse("inspections:inspection", args=[visit.pk]) in shown
    assert client.post(page("licence_decide", licence.pk), confirmed({"granted": "1", "reason": "Em ordem."}))
    assert LicenceRequest.objects.get().decision.valid_until == date(2026, 8, 16)


@pytest.mark.parametrize(
    ("today", "listed"),
    [
        ("2026-06-16", {"vigentes"}),
        ("2026-06-17", {"vigentes", "a-vencer"}),
        ("2026-08-16", {"vigentes", "a-vencer"}),
        ("2026-08-17", {"vencidas"}),
    ],
)
def test_what_expires_is_listed(client, today, listed):
    town = Town("cuiaba-mt", now=f"{today} 15:00")
    records = Records(town)
    LicenceDecision.objects.create(
        request=records.licence,
        granted=True,
        reason="Em ordem.",
        decided_on=date(2025, 8, 16),
        valid_until=date(2026, 8, 16),
        decided_by=town.agent,
        document=town.document("licence", town.at(date(2025, 8, 16))),
    )
    sign_in(client, town.clerk)
    url = page("licence", records.licence.pk)
    found = {
        situation
        for situation in ("analise", "vigentes", "a-vencer", "vencidas", "indeferidas")
        if url in client.get(page("licences", query=f"?situacao={situation}")).content.decode()
    }
    assert found == listed


@pytest.mark.parametrize("law", ["joao-neiva-es", "alvares-machado-sp"])
def test_where_the_law_is_silent_the_pages_say_so(client, law):
    town = Town(law, now="2025-03-10 15:00")
    sign_in(client, town.clerk)
    for url in (page("licence_new"), page("households"), page("household", town.tutor.pk)):
        assert "sem previsão na lei" in client.get(url).content.decode().lower()


def test_households_above_the_limit_stand_first(client, alegre):
    home(alegre, 11, at=alegre.at(DAY, 9), complete=False)
    neighbour = TutorFactory(municipality=alegre.municipality, street="Rua do Sol", number="9")
    home(alegre, 2, at=alegre.at(DAY, 9), tutor=neighbour, complete=False)
    sign_in(client, alegre.agent)
    over = client.get(page("households")).content.decode()
    assert "Rua das Flores, 157" in over and "Rua do Sol" not in over
    assert "Rua do Sol, 9" in client.get(page("households", query="?todos=1")).content.decode()
    assert "Acima do limite" in client.get(page("household", alegre.tutor.pk)).content.decode()


def test_from_the_queue_to_the_castrated_animal(client):
    town = Town("joao-neiva-es", now="2025-03-10 15:00")
    dog = AnimalFactory(tutor=town.tutor)
    sign_in(client, town.clerk)
    url = page("castration_new", dog.pk)
    assert client.post(url, {"ground": "social", "is_resident": "on"}).status_code == 422
    data = {"ground": "social", "programme": "Bolsa Família", "is_resident": "on"}
    sent = data | {"idempotency_key": str(uuid.uuid4())}
    first, again = client.post(url, sent), client.post(url, sent)
    request = CastrationRequest.objects.get()
    assert first.url == again.url == page("castration_request", request.pk)
    shown = client.get(first.url).content.decode()
    assert "Gratuita pela lei." in shown and "Art. 8º, I e II" in shown and "1º lugar" in shown
    assert f"1º · {dog}" in client.get(page("castration")).content.decode()
    assert (
        client.post(page("castration_days"), {"on": "2025-03-09", "place": "CCZ", "places": "1"}).status_code
        == 409
    )
    client.post(page("castration_days"), {"on": "2025-03-10", "place": "CCZ", "places": "1"})
    day = CastrationDay.objects.get()
    key = {"idempotency_key": str(uuid.uuid4())}
    for _ in range(2):
        assert client.post(page("castration_call", day.pk), key).status_code == 302
    full = client.post(page("castration_call", day.pk), {"idempotency_key": str(uuid.uuid4())})
    assert full.status_code == 409 and "já foram dadas" in full.content.decode()
    call = CastrationAppointment.objects.get()
    sign_in(client, town.vet)
    url = page("castration_result", call.pk)
    assert "CRMV-ES 1234" in client.get(url).content.decode()
    assert client.post(url, {"result": "done"}).status_code == 422
    done = {"result": "done", "vet_name": "Dra. Ana", "vet_crmv": "CRMV-ES 1234"}
    assert client.post(url, done).url == page("castration_day", day.pk)
    dog.refresh_from_db()
    assert dog.neutered_on == date(2025, 3, 10)
    assert "realizada" in client.get(page("castration_day", day.pk)).content.decode()
    assert str(dog) in client.get(page("castration", query="?situacao=encerrados")).content.decode()
    assert "já consta como castrado" in client.get(page("castration_new", dog.pk)).content.decode()


def test_withdrawal_needs_its_reason(client):
    town = Town("joao-neiva-es", now="2025-03-10 15:00")
    row = castration.enter(
        animal=AnimalFactory(tutor=town.tutor),
        ground="other",
        at=town.at(date(2025, 3, 10), 9),
        by=town.clerk,
    )
    sign_in(client, town.clerk)
    url = page("castration_withdraw", row.pk)
    assert client.post(url, {"reason": ""}).status_code == 422
    assert client.post(url, {"reason": "mudou-se"}).status_code == 302
    assert "mudou-se" in client.get(page("castration_request", row.pk)).content.decode()


def test_the_term_of_a_community_animal(client):
    town = Town("joao-neiva-es", now="2025-03-10 15:00")
    cat = AnimalFactory(municipality=town.municipality, tutor=None, species="cat", name="Mimi")
    sign_in(client, town.clerk)
    shown = client.get(page("community", cat.pk)).content.decode()
    assert "Art. 13" in shown and "Falta para a devolução" in shown
    url = page("commitment_new", cat.pk)
    assert f"tutor={town.tutor.pk}" in client.post(url, {"q": town.tutor.name}).content.decode()
    url += f"?tutor={town.tutor.pk}"
    assert client.post(url, {"place": ""}).status_code == 422
    assert "Praça da Matriz" in client.post(url, {"place": "Praça da Matriz"}).content.decode()
    sent = confirmed({"place": "Praça da Matriz"})
    assert client.post(url, sent).url == client.post(url, sent).url == page("community", cat.pk)
    assert CommunityCommitment.objects.count() == Document.objects.count() == 1
    assert "Praça da Matriz" in client.get(page("communities")).content.decode()
    assert client.post(url, confirmed({"place": "Praça da Matriz"})).status_code == 409


def queries(client, url):
    client.get(url)
    with CaptureQueriesContext(connection) as found:
        assert client.get(url).status_code == 200
    return len(found)


@pytest.mark.parametrize("name", ["licences", "households", "castration", "castration_days", "communities"])
def test_lists_ask_the_same_however_many_rows(client, alegre, name):
    Records(alegre)
    sign_in(client, alegre.manager)
    query = "?todos=1" if name == "households" else "?situacao=chamados" if name == "castration" else ""
    AnimalFactory(tutor=alegre.tutor, is_community=True)
    few = queries(client, page(name, query=query))
    for place in range(3):
        alegre.tutor = TutorFactory(municipality=alegre.municipality, number=str(place))
        CastrationDay.objects.filter(place="CCZ").update(place=f"CCZ {place}")
        Records(alegre)
        AnimalFactory(tutor=alegre.tutor, is_community=True)
    assert queries(client, page(name, query=query)) == few


def test_the_day_asks_the_same_however_many_animals(client, alegre):
    records = Records(alegre)
    sign_in(client, alegre.manager)
    few = queries(client, page("castration_day", records.day.pk))
    for hour in (8, 9):
        castration.enter(
            animal=AnimalFactory(tutor=TutorFactory(municipality=alegre.municipality, phone="27999990000")),
            ground="other",
            at=alegre.at(DAY, hour),
            by=alegre.clerk,
        )
    castration.call_next(day=records.day, at=alegre.at(DAY, 15), by=alegre.clerk)
    assert queries(client, page("castration_day", records.day.pk)) == few
