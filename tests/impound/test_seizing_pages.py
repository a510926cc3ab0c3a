"""Apreender through the web: what was typed and sent stays, look-ups, review, the act, the pages that follow."""

import io
import re
import uuid
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from impound.models import SeizedAnimal, Seizure
from inspections.services import complaints
from registry.models import Microchip
from tests.factories import AnimalFactory, TutorFactory, sign_in
from tests.impound.depot import Depot
from tests.inspections.visits import Town
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Attachment
from zoonoses.documents.services import blanks

pytestmark = pytest.mark.django_db

NEW = reverse("impound:seizure_new")
CHIP = "982000123456789"


@pytest.fixture
def alegre(unseen_papers):
    return Depot("alegre-es", (2012, 3, 1, 9, 30))


@pytest.fixture
def agent(client, alegre):
    return sign_in(client, alegre.agent)


def typed(**values):
    fields = {
        "idempotency_key": str(uuid.uuid4()),
        "animal-rows": "1",
        "animal-0-species": "dog",
        "animal-0-sex": "female",
        "animal-0-description": "pelagem caramelo",
        "animal-0-apparent_health": "magro",
        "ground-ground": "loose",
        "ground-origin": "round",
        "where-street": "Rua do Fato",
        "where-number": "10",
        "who-who": "unknown",
        "more-presence": "absent",
        "action": "review",
    }
    fields |= {name.replace("__", "-"): value for name, value in values.items()}
    return {name: value for name, value in fields.items() if value is not None}


def photo(name="foto.jpg"):
    stored = io.BytesIO()
    Image.new("RGB", (40, 30), "#c08040").save(stored, "JPEG")
    return SimpleUploadedFile(name, stored.getvalue(), content_type="image/jpeg")


def repeated(page):
    """What the page of review sends again."""
    rows = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page)
    return {name: value for name, value in rows if name != "csrfmiddlewaretoken"}


def confirm(client, response):
    return client.post(NEW, repeated(response.content.decode()) | {"confirmar": "1"})


def test_from_the_form_to_the_act_by_the_page_of_review(agent, alegre):
    response = agent.post(NEW, typed())
    page = response.content.decode()
    assert response.status_code == 200
    assert "É isto que será impresso" in page
    assert "até qui., 15/03/2012, inclusive" in page and "Art. 23, § 2º" in page or "Art. 23, § 1º" in page
    assert not Seizure.objects.exists()
    done = confirm(agent, response)
    seizure = Seizure.objects.get()
    url = reverse("impound:seizure", args=[seizure.pk])
    assert (done.status_code, done.url) == (302, f"{url}?rascunho=apreensao-nova")
    shown = agent.get(done.url)
    assert 'data-draft-clear="apreensao-nova"' in shown.content.decode()
    assert "Nº 0001/2012" in shown.content.decode()
    assert confirm(agent, response).url == url
    assert SeizedAnimal.objects.count() == 1


def test_what_was_typed_and_sent_stays_after_a_422(agent, alegre):
    fields = typed(animal__0__description="", where__street="Rua das Acácias")
    response = agent.post(NEW, fields | {"animal-0-photos": [photo("a.jpg"), photo("b.jpg")]})
    page = response.content.decode()
    assert response.status_code == 422
    assert "Rua das Acácias" in page and "magro" in page
    assert page.count('alt="Fotografia') == 2
    assert Attachment.objects.filter(act=None).count() == 2
    fixed = agent.post(NEW, fields | {"animal-0-description": "caramelo"})
    confirm(agent, fixed)
    custody = SeizedAnimal.objects.get()
    assert custody.photos.count() == 2
    assert set(custody.photos.values_list("act", flat=True)) == {custody.seizure.act_id}
    assert custody.animal.photo in custody.photos.all()


def test_a_photo_can_be_taken_out_and_a_broken_one_leaves_the_others(agent, alegre):
    fields = typed(action="keep")
    broken = SimpleUploadedFile("x.jpg", b"not a picture", content_type="image/jpeg")
    response = agent.post(NEW, fields | {"animal-0-photos": [photo(), broken]})
    assert response.status_code == 422
    assert "não é uma foto" in response.content.decode()
    kept = Attachment.objects.get()
    agent.post(NEW, fields | {"remove_photo": str(kept.pk)})
    assert not Attachment.objects.exists()


def test_several_animals_and_each_has_its_own_photos(agent, alegre):
    fields = typed(action="add_animal")
    page = agent.post(NEW, fields).content.decode()
    assert 'name="animal-1-description"' in page and "pelagem caramelo" in page
    second = {
        "animal-rows": "2",
        "animal-1-species": "cat",
        "animal-1-sex": "male",
        "animal-1-description": "tigrado",
        "animal-1-apparent_health": "bom",
        "action": "review",
    }
    confirm(agent, agent.post(NEW, fields | second | {"animal-1-photos": photo()}))
    found = {row.species: row.photos.count() for row in SeizedAnimal.objects.all()}
    assert found == {"dog": 0, "cat": 1}


def test_an_animal_of_the_tutor_takes_the_first_free_row(agent, alegre):
    tutor = TutorFactory(municipality=alegre.municipality)
    animal = AnimalFactory(municipality=alegre.municipality, tutor=tutor, species="dog", name="Rex")
    assert agent.get(NEW).content.decode().count("Mais um animal") == 2
    who = {"who-who": "known", "who-tutor": str(tutor.pk), "animal-rows": "3", "action": "keep"}
    page = agent.post(NEW, typed() | who).content.decode()
    assert f'name="add_known" value="{animal.pk}"' in page
    page = agent.post(NEW, typed() | who | {"add_known": str(animal.pk)}).content.decode()
    assert f'name="animal-1-animal" value="{animal.pk}"' in page and 'value="3"' in page
    assert 'name="add_known"' not in page


def test_a_chip_is_looked_up_at_once_as_a_fragment_and_without_javascript(agent, alegre):
    tutor = TutorFactory(municipality=alegre.municipality, name="Maria D'Ávila")
    animal = AnimalFactory(municipality=alegre.municipality, tutor=tutor, name="Rex", species="dog")
    Microchip.objects.create(animal=animal, number=CHIP)
    read = {"animal-0-chip_read": "982 000 123 456 789"}
    url = reverse("impound:identify")
    fragment = agent.post(f"{url}?linha=0", read, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in fragment
    assert f'name="animal-0-animal" value="{animal.pk}"' in fragment and "Maria D&#x27;Ávila" in fragment
    page = agent.post(NEW, typed(action="lookup") | read).content.decode()
    assert f'name="animal-0-animal" value="{animal.pk}"' in page and "pelagem caramelo" in page
    whole = agent.post(url, {"chip_read": CHIP}).content.decode()
    assert "<html" in whole and "Rex" in whole


def test_whoever_the_chip_names_is_proposed_as_owner_and_an_unanswered_match_stops(agent, alegre):
    tutor = TutorFactory(municipality=alegre.municipality)
    animal = AnimalFactory(municipality=alegre.municipality, tutor=tutor, species="dog")
    Microchip.objects.create(animal=animal, number=CHIP)
    fields = typed(animal__0__chip_read=CHIP, who__who=None)
    assert "diga se é este animal" in agent.post(NEW, fields).content.decode()
    response = agent.post(NEW, fields | {"animal-0-animal": str(animal.pk)})
    confirm(agent, response)
    seizure = Seizure.objects.get()
    assert (seizure.owner, seizure.animals.get().animal) == (tutor, animal)


def test_an_agent_may_say_that_it_is_another_animal(agent, alegre):
    other = AnimalFactory(municipality=alegre.municipality, species="dog")
    Microchip.objects.create(animal=other, number=CHIP)
    confirm(agent, agent.post(NEW, typed(animal__0__chip_read=CHIP, animal__0__animal="")))
    assert SeizedAnimal.objects.get().animal != other
    assert Microchip.objects.exclude(animal=other).get().collision_accepted


MISSING = [
    ({"ground__ground": None}, "Diga o fundamento"),
    ({"animal__0__species": ""}, "Diga a espécie"),
    ({"animal__0__species": "other"}, "Diga qual é a espécie"),
    ({"animal__0__sex": ""}, "Diga o sexo"),
    ({"where__street": ""}, "obrigatório"),
    ({"more__presence": "refused", "more__holder": "Ana"}, "duas testemunhas"),
    ({"more__presence": "signed"}, "nome de quem estava"),
    ({"animal__0__chip_read": "123"}, "microchip"),
    ({"who__who": None}, "obrigatório"),
]


def test_what_is_missing_is_said_beside_its_field(agent, alegre):
    for values, sentence in MISSING:
        response = agent.post(NEW, typed(**values))
        assert response.status_code == 422, values
        assert sentence in response.content.decode(), values


def test_what_the_law_refuses_is_a_sentence_with_the_article_and_nothing_is_lost(agent, alegre):
    response = agent.post(NEW, typed(animal__0__species="horse"))
    page = response.content.decode()
    assert response.status_code == 409
    assert "Só cães e gatos" in page and "Arts. 1º e 2º" in page and "pelagem caramelo" in page


def test_a_complaint_gives_place_and_case(agent, alegre):
    complaint = complaints.receive(
        municipality=alegre.municipality,
        values={"channel": "counter", "what": "Cão solto", "street": "Rua da Denúncia", "number": "7"},
        complainant={"name": "Ana", "phone": "", "email": ""},
        at=alegre.at(2012, 3, 1, 8),
        by=alegre.clerk,
        key=uuid.uuid4(),
    )
    page = agent.get(f"{NEW}?denuncia={complaint.pk}").content.decode()
    assert "Rua da Denúncia" in page and 'name="ground-origin"' not in page and "Ana" not in page
    confirm(agent, agent.post(NEW, typed(denuncia=str(complaint.pk), ground__origin=None)))
    seizure = Seizure.objects.get()
    assert (seizure.origin, seizure.complaint, seizure.act.case) == ("call", complaint, complaint.act.case)
    assert list(seizure.act.rests_on.all()) == [complaint.act]


def test_another_towns_visit_or_animal_is_not_found(agent, alegre):
    other = Depot("cuiaba-mt", (2024, 6, 3, 9, 0))
    custody = other.seize(other.at(2024, 6, 3, 9), size="small")
    assert agent.get(reverse("impound:seizure", args=[custody.seizure_id])).status_code == 404
    assert agent.post(NEW, typed(denuncia="999999")).status_code == 404


def test_a_new_person_is_entered_with_the_seizure(agent, alegre):
    person = {
        "tutor-kind": "natural_person",
        "tutor-name": "José Gonçalves",
        "tutor-document": "529.982.247-25",
        "tutor-uf": "ES",
    }
    response = agent.post(NEW, typed(who__who="new") | person)
    assert "José Gonçalves" in response.content.decode()
    assert "529.982.247-25" in response.content.decode()
    confirm(agent, response)
    assert Seizure.objects.get().owner.document == "52998224725"


def test_done_on_paper_it_has_its_own_day_hour_author_and_scan(agent, alegre):
    at = alegre.at(2012, 2, 20, 8)
    blank = blanks.print_blanks(
        municipality=alegre.municipality, kind=DocumentKind.SEIZURE, quantity=1, at=at, author=alegre.agent
    )[0]
    assert 'name="paper-day"' in agent.get(f"{NEW}?papel=1").content.decode()
    response = agent.post(NEW, typed() | {"paper-day": "2012-02-27"})
    assert "até seg., 12/03/2012" in response.content.decode()
    paper = {
        "paper_on": "2012-02-27",
        "paper_time": "22:30",
        "paper_author": str(alegre.vet.pk),
        "paper_document": blank.full_number,
    }
    sent = repeated(response.content.decode()) | {"confirmar": "1"}
    assert agent.post(NEW, sent | paper).status_code == 422
    agent.post(NEW, sent | paper | {"scan": photo("termo.jpg")})
    act = Seizure.objects.get().act
    assert (act.on_paper, act.author, act.document, f"{act.on}") == (True, alegre.vet, blank, "2012-02-27")
    assert SeizedAnimal.objects.get().full_number == "0001/2012"
    assert act.attachments.get().kind == Attachment.Kind.SCAN


def test_the_list_asks_the_same_number_of_queries_for_one_as_for_many(
    agent, alegre, django_assert_max_num_queries, django_assert_num_queries
):
    url = reverse("impound:seizures")
    alegre.seize(alegre.at(2012, 3, 1, 9), owner=TutorFactory(municipality=alegre.municipality))
    with django_assert_max_num_queries(14) as few:
        agent.get(url)
    for day in range(1, 25):
        alegre.seize(alegre.at(2012, 2, day, 9), owner=TutorFactory(municipality=alegre.municipality))
    with django_assert_num_queries(len(few.captured_queries)):
        page = agent.get(url).content.decode()
    assert page.count("1 animal") == 25
    assert agent.get(f"{url}?situacao=no-deposito").status_code == 200


def test_the_list_is_a_file_too(agent, alegre):
    alegre.seize(
        alegre.at(2012, 3, 1, 9), owner=TutorFactory(municipality=alegre.municipality, name="Zulmira")
    )
    url = reverse("impound:seizures")
    assert "formato=csv" in agent.get(url).content.decode()
    text = b"".join(agent.get(f"{url}?formato=csv").streaming_content).decode("utf-8-sig")
    assert "Fundamento" in text and "Rua do Fato, 10" in text and "Zulmira" in text


def test_the_case_offers_the_seizure_where_the_law_has_it_and_the_event_visit_opens(client, unseen_papers):
    town = Town("cuiaba-mt", now="2024-06-03 16:00")
    sign_in(client, town.agent)
    visit = town.visit(date(2024, 6, 3), "unfit_draught_animal")
    case = client.get(reverse("desk:case", args=[visit.act.case_id])).content.decode()
    assert f"{NEW}?vistoria={visit.pk}" in case
    page = client.get(f"{NEW}?vistoria={visit.pk}").content.decode()
    assert "Rua das Flores" in page and town.tutor.name.replace("'", "&#x27;") in page
    fields = typed(
        vistoria=str(visit.pk), ground__origin=None, who__who="known", who__tutor=str(town.tutor.pk)
    )
    confirm(client, client.post(NEW, fields))
    seizure = Seizure.objects.get()
    assert (seizure.inspection, seizure.origin, seizure.act.case) == (visit, "inspection", visit.act.case)
    assert seizure.visit.tutor == town.tutor
    for url in (
        reverse("inspections:inspection", args=[seizure.visit_id]),
        reverse("fines:notice_new", args=[seizure.visit_id]),
        reverse("desk:case", args=[seizure.act.case_id]),
        reverse("inspections:inspections"),
        reverse("impound:seizure", args=[seizure.pk]),
    ):
        page = client.get(url)
        assert page.status_code == 200 and "None" not in page.content.decode()
