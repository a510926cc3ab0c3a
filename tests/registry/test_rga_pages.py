"""Pages of an animal's life, of its RGA, of second copies and of printing; the public page of a tag."""

import io
import uuid
from datetime import date, timedelta

import pikepdf
import pypdf
import pytest
from django.urls import reverse
from PIL import Image

from registry.models import AnimalFact, Microchip, PrintBatch, Rga
from registry.services import animal_facts, animals, printing
from tests.factories import AnimalFactory, TutorFactory, sign_in
from tests.inspections.visits import Town
from tests.registry.access_rga import Records
from tests.registry.test_rga import Counter
from zoonoses.documents.models import Attachment
from zoonoses.documents.refusals import Refusal
from zoonoses.documents.services import attachments

pytestmark = pytest.mark.django_db

CHIP = "982000123456789"
WHOLE = {
    "species": "dog",
    "name": "Pituca",
    "sex": "female",
    "breed": "Veadeiro",
    "born_on": "2011-10-01",
    "is_neutered": "nao",
}


@pytest.fixture
def town():
    return Town("alegre-es", now="2012-03-01 16:00")


@pytest.fixture
def clerk(client, town):
    return sign_in(client, town.clerk)


def new_animal(clerk, town, **typed):
    url = f"{reverse('registry:animal_new')}?tutor={town.tutor.pk}"
    return clerk.post(url, WHOLE | typed)


@pytest.mark.parametrize(
    ("typed", "status", "stored"),
    [
        ({"is_chipped": "on", "chip_1": "982 000 123 456 789"}, 302, [CHIP]),
        (
            {"is_chipped": "on", "chip_1": "982-000-123-456-789", "chip_2": "076000000000001"},
            302,
            [CHIP, "076000000000001"],
        ),
        ({"is_chipped": "on", "chip_1": "123"}, 422, None),
        ({"is_chipped": "on"}, 422, None),
        ({"is_chipped": "on", "chip_1": CHIP, "chip_2": CHIP}, 409, None),
        ({"is_chipped": "on", "chip_1": "000000000000000"}, 422, None),
        ({"born_on": "20226-01-01"}, 422, None),
        ({}, 302, []),
    ],
)
def test_chips_as_typed(clerk, town, typed, status, stored):
    assert new_animal(clerk, town, **typed).status_code == status
    if stored is None:
        assert not town.tutor.animals.exists()
    else:
        assert [chip.number for chip in town.tutor.animals.get().chips.order_by("pk")] == stored


def test_a_chip_of_another_living_animal_is_warned_about_and_accepted_with_a_reason(clerk, town):
    other = AnimalFactory(tutor=town.tutor, name="Outra")
    animals.set_chips(animal=other, chips=[animals.Chip(CHIP)])
    answer = new_animal(clerk, town, is_chipped="on", chip_1=CHIP)
    assert answer.status_code == 409
    assert "já está em outro animal vivo" in answer.content.decode()
    assert 'value="Pituca"' in answer.content.decode(), "what was typed stays"
    answer = new_animal(clerk, town, is_chipped="on", chip_1=CHIP, collision_reason="leitor confirma")
    assert answer.status_code == 302
    assert Microchip.objects.filter(number=CHIP).count() == 2


def test_a_chip_of_a_dead_animal_is_free(clerk, town):
    other = AnimalFactory(tutor=town.tutor, name="Outra", died_on=date(2012, 1, 1))
    Microchip.objects.create(animal=other, number=CHIP)
    assert new_animal(clerk, town, is_chipped="on", chip_1=CHIP).status_code == 302


def test_a_species_of_the_towns_own_list(clerk, client, town):
    manager = sign_in(client, town.manager)
    assert (
        manager.post(reverse("registry:list_entries"), {"kind": "species", "label": "Furão"}).status_code
        == 302
    )
    assert new_animal(manager, town, species="lista:Furão").status_code == 302
    assert town.tutor.animals.get().species_label == "Furão"
    page = manager.get(reverse("registry:animal_edit", args=[town.tutor.animals.get().pk])).content.decode()
    assert '<option value="lista:Furão" selected>' in page


def fact(clerk, animal, slug, **typed):
    return clerk.post(reverse("registry:animal_fact", args=[animal.pk, slug]), typed)


def test_the_former_tutor_answers_until_the_new_one_updates(clerk, town):
    animal, buyer = AnimalFactory(tutor=town.tutor), TutorFactory(municipality=town.municipality)
    assert fact(clerk, animal, "transferencia", document=buyer.document).status_code == 302
    animal.refresh_from_db()
    assert animal.tutor == buyer
    answers = [animals.tutor_on(animal, date(2012, m, d)) for m, d in ((1, 1), (2, 29), (3, 1), (3, 2))]
    assert answers == [town.tutor, town.tutor, buyer, buyer]
    made = animal.facts.get()
    clerk.post(reverse("registry:fact_revoke", args=[made.pk]), {"reason": "era outro animal"})
    animal.refresh_from_db()
    assert animal.tutor == town.tutor
    assert animals.tutor_on(animal, date(2012, 3, 2)) == town.tutor
    assert made.revoked_by.notes == "era outro animal"


@pytest.mark.parametrize(
    ("died", "due"),
    [
        (date(2012, 2, 29), date(2012, 3, 15)),  # fifteen days, the first excluded
        (date(2012, 2, 10), date(2012, 2, 27)),  # the 25th is a Saturday
    ],
)
def test_death_with_its_cause_and_the_laws_term(clerk, town, died, due):
    animal = AnimalFactory(tutor=town.tutor)
    typed = {
        "on": died.isoformat(),
        "cause": "cinomose",
        "reporter": "vet",
        "reporter_name": "Ana, CRMV-ES 1234",
    }
    assert fact(clerk, animal, "obito", **typed).status_code == 302
    row = animal.facts.get()
    assert (row.notice_due_on, row.cause, row.reported_by) == (
        due,
        "cinomose",
        "veterinário Ana, CRMV-ES 1234",
    )
    again = fact(clerk, animal, "obito", **typed)
    assert again.status_code == 409
    assert "morreu em" in again.content.decode()


def test_lost_found_and_what_is_out_of_order(clerk, town):
    animal = AnimalFactory(tutor=town.tutor)
    told = {"reporter": "tutor"}
    assert fact(clerk, animal, "encontro", on="2012-03-01", **told).status_code == 409
    assert fact(clerk, animal, "perda", on="2012-02-20", **told).status_code == 302
    assert fact(clerk, animal, "perda", on="2012-02-21", **told).status_code == 409
    assert fact(clerk, animal, "encontro", on="2012-02-19", **told).status_code == 409
    assert fact(clerk, animal, "encontro", on="2012-02-25", **told).status_code == 302
    assert fact(clerk, animal, "castracao", on="2012-03-02", **told).status_code == 422
    assert fact(clerk, animal, "castracao", on="2012-03-01", reporter="vet").status_code == 422
    assert [row.kind for row in AnimalFact.objects.order_by("on")] == ["lost", "found"]


def test_registering_second_copy_and_printing_on_the_pages(clerk, town):
    animal = AnimalFactory(tutor=town.tutor, name="Pituca", born_on=date(2011, 11, 1))
    page = clerk.get(reverse("registry:rga_new", args=[animal.pk])).content.decode()
    assert "A lei não permite registrar agora" in page
    assert "Arts. 2º, § 2º, e 6º" in page
    office = Counter.__new__(Counter)
    office.town, office.clerk, office.day = town.municipality, town.clerk, date(2012, 3, 1)
    office.vaccinate(animal)
    assert "R$ 5,00" in clerk.get(reverse("registry:rga_new", args=[animal.pk])).content.decode()
    key = str(uuid.uuid4())
    for _ in range(3):
        done = clerk.post(reverse("registry:rga_new", args=[animal.pk]), {"idempotency_key": key})
        assert done.status_code == 302
    rga = Rga.objects.get()
    copy = reverse("registry:second_copy_new", args=[animal.pk])
    assert "30/04/2012" in clerk.get(copy).content.decode()  # 60 days from 01/03
    assert clerk.post(copy, {"idempotency_key": str(uuid.uuid4()), "reason": "loss"}).status_code == 422
    asked = {"idempotency_key": str(uuid.uuid4()), "reason": "loss", "wants_card": "on"}
    assert clerk.post(copy, asked).status_code == 302
    assert "Pituca" in clerk.get(reverse("registry:second_copies")).content.decode()
    clerk.post(reverse("registry:second_copy_issue", args=[rga.second_copy_requests.get().pk]))
    page = clerk.get(reverse("registry:animal", args=[animal.pk])).content.decode()
    assert "sem valor desde 01/03/2012" in page
    assert "2ª via" in page
    assert "Pituca" in clerk.get(reverse("registry:cards")).content.decode()
    printed = clerk.post(
        reverse("registry:batch_new"),
        {"idempotency_key": str(uuid.uuid4()), "kind": "cards_sheet", "all": "on"},
    )
    batch = PrintBatch.objects.get()
    assert printed["Location"] == reverse("registry:batch", args=[batch.pk])
    page = clerk.get(printed["Location"]).content.decode()
    assert "1 de 1" in page
    pdf = b"".join(clerk.get(reverse("registry:batch_pdf", args=[batch.pk])).streaming_content)
    assert pdf.startswith(b"%PDF-")
    assert "Nada a imprimir" in clerk.get(reverse("registry:cards")).content.decode()


def read(batch):
    with batch.pdf.open("rb") as file:
        return [
            " ".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(file.read())).pages
        ]


def printed(office, cards, kind=PrintBatch.Kind.CARDS_SINGLE):
    batch = printing.order(
        municipality=office.town, kind=kind, at=office.at, by=office.clerk, key=uuid.uuid4(), cards=cards
    )
    printing.run(batch.pk, lambda row: office.at)
    batch.refresh_from_db()
    return batch


CARD = [  # Alegre, art. 3º, b, in its order: label and value
    ("nome do animal", "Pituca"),
    ("sexo", "fêmea"),
    ("raça", "sem raça definida"),
    ("cor", "caramelo"),
    ("idade real ou presumida", "4 meses, nasc. 01/11/2011"),
    ("nome do proprietário", "José D'Ávila"),
    ("RG", "1.234.567 SSP/ES"),
    ("CPF", "529.982.247-25"),
    ("endereço completo", "Rua das Flores, 157 – Centro, Alegre/ES, CEP 29680-000"),
    ("telefone", "(27) 99999-0000"),
    ("data da expedição", "01/03/2012"),
]


def test_card_field_by_field_each_animal_its_own():
    office = Counter()
    first = office.register(office.animal(name="Pituca"))
    second = office.register(
        office.animal(name="Trovão", tutor=TutorFactory(municipality=office.town, name="Ana Reis"))
    )
    keys = [rga.cards.get(kind="card").pk for rga in (first, second)]
    pages = read(printed(office, keys))
    assert len(pages) == 4
    text = " ".join(pages[:2])
    for label, written in CARD:
        assert label in text
        assert written in text
    for words in ("PREFEITURA MUNICIPAL DE ALEGRE", "RGA nº", "Avise", *first.code.split("-")):
        assert words in text
    assert "Trovão" in pages[2]
    assert "Ana Reis" in pages[3]
    assert "D'Ávila" not in pages[3]


def test_card_sizes_and_sheets():
    office = Counter()
    tutors = [TutorFactory(municipality=office.town) for _ in range(4)]
    keys = [
        office.register(office.animal(name=f"Animal {place}", tutor=tutors[place // 3]))
        .cards.get(kind="card")
        .pk
        for place in range(11)
    ]
    with printed(office, keys[:1]).pdf.open("rb") as file, pikepdf.open(file) as pdf:
        box = [float(side) * 25.4 / 72 for side in pdf.pages[0].mediabox]
        assert box[2:] == pytest.approx([85.6, 54.0], abs=0.1)
        assert str(pdf.Root.Lang) == "pt-BR"
        assert str(pdf.docinfo["/Title"]) == "Carteiras, uma por página"
    pages = read(printed(office, keys, PrintBatch.Kind.CARDS_SHEET))
    assert len(pages) == 4
    assert all(f"Animal {place}" in pages[0] for place in range(10))
    assert "Animal 10" in pages[2]
    labels = [card for rga in Rga.objects.order_by("number") for card in [rga.cards.get(kind="tag").pk]]
    (labels_page,) = read(printed(office, labels, PrintBatch.Kind.TAGS))
    assert all(str(number) in labels_page for number in range(1, 12))


def test_a_row_that_fails_is_named_and_the_rest_is_printed():
    office = Counter()
    odd = office.animal(name="李小龍")
    good, lost = office.animal(name="Boa"), office.animal(name="Sem foto")
    picture = io.BytesIO()
    Image.new("RGB", (60, 80), "#456").save(picture, "JPEG")
    picture.name, picture.size = "foto.jpg", len(picture.getvalue())
    for animal in (good, lost):
        animal.photo = attachments.store(
            municipality=office.town,
            kind=Attachment.Kind.PHOTO,
            upload=picture,
            by=office.clerk,
            at=office.at,
        )
        animal.save()
    lost.photo.display.storage.delete(lost.photo.display.name)
    rgas = []
    for animal in (good, lost):
        rgas.append(office.register(animal))
    odd.name = "Nome"
    odd.save()
    rgas.append(office.register(odd))
    odd.name = "李小龍"
    odd.save()
    batch = printed(office, [rga.cards.get(kind="card").pk for rga in rgas], PrintBatch.Kind.CARDS_SHEET)
    errors = list(batch.rows.order_by("position").values_list("error", flat=True))
    assert errors[0] == ""
    assert "A foto de Sem foto não pôde ser lida" in errors[1]
    assert "U+674E" in errors[2]
    assert "Boa" in read(batch)[0]
    assert [rga.cards.get(kind="card").printed_at is None for rga in rgas] == [False, True, True]


def test_a_batch_run_again_draws_nothing_again_and_a_broken_one_goes_on():
    office = Counter()
    batch = printed(office, [office.register().cards.get(kind="card").pk])
    assert printing.run(batch.pk, lambda row: office.at) == 0
    PrintBatch.objects.filter(pk=batch.pk).update(finished_at=None)
    assert printing.run(batch.pk, lambda row: office.at) == 0, "another worker gave a sign of life just now"
    later = office.at + printing.STALE + timedelta(seconds=1)
    assert printing.is_stale(PrintBatch.objects.get(), later)
    waiting = io.BytesIO()
    with pikepdf.new() as pdf:
        for _ in range(3):
            pdf.add_blank_page()
        pdf.save(waiting)
    name = f"private/batches/parts/{batch.pk}-0.pdf"
    batch.pdf.storage.save(name, waiting)
    assert printing.run(batch.pk, lambda row: later) == 3, "the chunk already drawn is taken as it waits"
    PrintBatch.objects.filter(pk=batch.pk).update(finished_at=None, beat_at=None)
    assert printing.run(batch.pk, lambda row: later) == 2, "a chunk that was lost is drawn again"


def test_public_page_says_whether_the_card_stands_and_never_who_the_tutor_is(client, town):
    records = Records(town)
    page = client.get(reverse("portal:rga", args=[records.rga.code.lower()]), follow=True).content.decode()
    for words in ("Com RGA", "cão", "700", "está perdido", "Centro de Controle de Zoonoses"):
        assert words in page
    for words in (town.tutor.name, "D&#x27;Ávila", town.tutor.document, "Rua das Flores"):
        assert words not in page
    animal_facts.die(
        animal=records.animal, on=date(2012, 3, 1), cause="idade", at=town.at(date(2012, 3, 1)), by=town.clerk
    )
    assert "sem valor" in client.get(reverse("portal:rga", args=[records.rga.code])).content.decode()
    assert client.get(reverse("portal:rga", args=["0000-0000-0000-0000"])).status_code == 404


@pytest.mark.parametrize("name", ["cards", "second_copies", "batches"])
def test_lists_ask_the_same_number_of_queries_however_long(clerk, town, name, django_assert_max_num_queries):
    Records(town)
    for number in range(6):
        rga = Rga.objects.create(
            municipality=town.municipality,
            number=800 + number,
            animal=AnimalFactory(tutor=TutorFactory(municipality=town.municipality)),
            registered_on=date(2012, 3, 1),
            registered_at=town.at(date(2012, 3, 1)),
            registered_by=town.clerk,
            code=f"LISTA-{number}",
        )
        rga.cards.create(kind="card", issued_on=date(2012, 3, 1), issued_by=town.clerk)
    with django_assert_max_num_queries(14):
        assert clerk.get(reverse(f"registry:{name}")).status_code == 200


def test_undoing_out_of_order_is_refused(town):
    animal, at = AnimalFactory(tutor=town.tutor), town.at(date(2012, 3, 1))
    people = [TutorFactory(municipality=town.municipality) for _ in range(2)]
    facts = [
        animal_facts.transfer(animal=animal, to_tutor=person, on=date(2012, 2, day), at=at, by=town.clerk)
        for day, person in zip((1, 10), people, strict=True)
    ]
    with pytest.raises(Refusal) as refused:
        animal_facts.revoke(fact=facts[0], reason="engano", on=date(2012, 3, 1), at=at, by=town.clerk)
    assert refused.value.code == "not_last_change"
