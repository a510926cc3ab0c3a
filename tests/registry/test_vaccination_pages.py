"""Pages of vaccination: doses, stock, campaigns, overdue lists and letters, animals that bit; a clinic's own part."""

import io
import uuid
from datetime import date

import openpyxl
import pypdf
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from registry.models import Campaign, CampaignTally, PrintBatch, Rga, Vaccination, VaccineLot
from registry.services.letters import order_letters
from registry.services.overdue import NEVER, areas, overdue
from registry.tasks import print_batch
from tests.factories import AnimalFactory, TutorFactory, sign_in
from tests.registry.test_vaccination import left
from tests.registry.vaccines import DAY, VaccineTown
from zoonoses.documents.models import AccessRecord

pytestmark = pytest.mark.django_db


def key():
    return str(uuid.uuid4())


def with_rga(town, animal, number, clinic=None):
    return Rga.objects.create(
        municipality=town.municipality,
        number=number,
        animal=animal,
        registered_on=DAY,
        registered_at=town.at(DAY, 9),
        registered_by=town.clerk,
        code=f"PLACA-{number}",
        clinic=clinic,
    )


def url(name, *args):
    return reverse(f"registry:{name}", args=args)


def test_a_dose_from_the_number_to_the_paper(client):
    town = VaccineTown()
    with_rga(town, town.animal, 77)
    sign_in(client, town.vet)
    found = client.post(url("vaccination_new"), {"q": "77"})
    assert found.status_code == 302 and town.tutor.document not in found.url
    page = client.get(found.url)
    assert "P-100 (validade 31/03/2012, 10 doses)" in page.content.decode()
    sent = {"lot": town.lot.pk, "on": "2012-03-01", "vet": "0", "idempotency_key": key()}
    made = client.post(found.url, sent)
    assert client.post(found.url, sent).url == made.url
    dose = Vaccination.objects.get()
    assert (dose.vet_name, dose.vet_crmv) == (town.vet.user.name, town.vet.crmv)
    assert "01/03/2013" in client.get(made.url).content.decode()
    client.post(url("vaccination_issue", dose.pk))
    pdf = client.get(url("vaccination_pdf", dose.pk))
    assert (pdf.status_code, pdf["Content-Type"]) == (200, "application/pdf")
    seen = AccessRecord.objects.filter(membership=town.vet, object_id=str(town.tutor.pk))
    assert seen.filter(what="vacinação").exists()


@pytest.mark.parametrize(
    ("now", "status"),
    [("2012-03-30 10:00", 302), ("2012-03-31 23:50", 302), ("2012-04-01 00:10", 409)],
)
def test_an_expired_lot_is_refused_on_the_page_and_nothing_typed_is_lost(client, now, status):
    town = VaccineTown(now=now)
    sign_in(client, town.vet)
    sent = {
        "lot": town.lot.pk,
        "on": now[:10],
        "vet": "other",
        "vet_name": "Dra. Ana",
        "vet_crmv": "CRMV-ES 9",
        "idempotency_key": key(),
    }
    answer = client.post(f"{url('vaccination_new')}?animal={town.animal.pk}", sent)
    assert answer.status_code == status
    if status == 409:
        text = answer.content.decode()
        assert "venceu em 31/03/2012" in text and "Dra. Ana" in text and "Vencidas" in text
    assert left(town.lot) == (10 if status == 409 else 9)


def test_a_clinic_vaccinates_from_its_own_lots_and_sees_only_its_own(client):
    town = VaccineTown()
    with_rga(town, town.animal, 77)
    agency = town.apply(animal=town.animal_of())
    lot = town.new_lot("C-1", clinic=town.clinic_house)
    sign_in(client, town.clinic)
    assert client.post(url("vaccination_new"), {"q": town.tutor.document}).status_code == 200  # finds nobody
    hidden = f"{url('vaccination_new')}?animal={town.animal.pk}"
    assert client.get(hidden).status_code == 404
    found = client.post(url("vaccination_new"), {"q": "PLACA-77"}).url
    page = client.get(found).content.decode()
    assert town.tutor.name not in page and "C-1" in page and "P-100" not in page
    sent = {"on": "2012-03-01", "vet": "0", "idempotency_key": key()}
    assert client.post(found, {**sent, "lot": town.lot.pk}).status_code == 422
    made = client.post(found, {**sent, "lot": lot.pk})
    dose = Vaccination.objects.get(clinic=town.clinic_house)
    assert made.url == url("vaccination", dose.pk)
    assert client.get(hidden).status_code == 200  # now one of its own
    for name in ("vaccination", "vaccination_pdf"):
        assert client.get(url(name, agency.pk)).status_code == 404
    for name in ("vaccination_issue", "vaccination_void"):
        assert client.post(url(name, agency.pk), {"reason": "x"}).status_code == 404
    assert client.get(url("animal_vaccinations", agency.animal_id)).status_code == 404
    assert client.get(url("vaccine_lot", town.lot.pk)).status_code == 404
    assert client.post(url("vaccine_lot_loss", town.lot.pk)).status_code == 404
    listed = client.get(url("vaccinations")).content.decode()
    assert f"/vacinacao/{dose.pk}/" in listed and f"/vacinacao/{agency.pk}/" not in listed
    for name in ("campaigns", "overdue", "bites"):
        assert client.get(url(name)).status_code == 403
    stolen = found
    sign_in(client, VaccineTown().clinic)
    assert client.get(stolen).status_code == 404


def test_stock_is_registered_corrected_and_lost(client):
    town = VaccineTown()
    sign_in(client, town.clerk)
    new = {
        "name": "Defensor",
        "maker": "Zoetis",
        "is_rabies": "on",
        "lab_period_days": "1095",
        "low_stock_at": "5",
    }
    assert client.post(url("vaccine_product_new"), new).status_code == 302
    assert client.post(url("vaccine_product_new"), new).status_code == 409
    product = town.municipality.vaccine_products.get(name="Defensor")
    lot = {
        "product": product.pk,
        "number": "D-1",
        "made_on": "2011-01-01",
        "expires_on": "2013-01-01",
        "received_on": "2012-02-01",
        "doses": "50",
    }
    for wrong in ({"expires_on": "2010-01-01"}, {"received_on": "2012-03-02"}, {"doses": "0"}):
        assert client.post(url("vaccine_lot_new"), {**lot, **wrong}).status_code == 422
    made = client.post(url("vaccine_lot_new"), lot)
    assert client.post(url("vaccine_lot_new"), lot).status_code == 409
    row = VaccineLot.objects.get(number="D-1")
    sent = {"loss-doses": "48", "loss-reason": "geladeira", "loss-on": "2012-03-01", "idempotency_key": key()}
    for _ in range(2):
        assert client.post(url("vaccine_lot_loss", row.pk), sent).status_code == 302
    assert client.post(url("vaccine_lot_loss", row.pk), {**sent, "idempotency_key": key()}).status_code == 409
    assert "poucas doses" in client.get(made.url).content.decode()
    assert client.post(url("vaccine_lot", row.pk), {**lot, "doses": "40"}).status_code == 409
    stock = client.get(url("vaccine_stock")).content.decode()
    assert "2 de 50 doses" in stock and "vence em 30 dias" in stock
    sheet = client.get(url("vaccine_stock") + "?formato=csv")
    assert "D-1;01/01/2011;01/01/2013;01/02/2012;50;0;48;2" in b"".join(sheet).decode()


def test_a_post_works_by_number_and_by_counts(client):
    town = VaccineTown()
    with_rga(town, town.animal, 77)
    twin = town.animal_of(name="Xodó")
    post = town.post()
    sign_in(client, town.agent)
    page, fast, count = (
        url(name, post.pk) for name in ("campaign_post", "campaign_vaccinate", "campaign_count")
    )
    assert "oriente o tutor a registrá-lo" in client.get(page).content.decode()
    sent = {"q": "77", "lot": town.lot.pk, "idempotency_key": key()}
    done = client.post(fast, sent, follow=True)
    assert f"Vacinado: {town.animal}" in done.content.decode()
    assert f'value="{town.lot.pk}" selected' in done.content.decode()  # the lot stays chosen
    assert client.post(fast, {**sent, "idempotency_key": key()}).status_code == 409  # already in the campaign
    assert client.post(fast, {**sent, "q": "123", "idempotency_key": key()}).status_code == 409
    several = client.post(fast, {"q": town.tutor.document, "lot": town.lot.pk, "idempotency_key": key()})
    assert several.status_code == 200 and "Vacinar Xodó" in several.content.decode()
    sent = {"q": town.tutor.document, "lot": town.lot.pk, "animal": twin.pk, "idempotency_key": key()}
    done = client.post(fast, sent, follow=True).content.decode()
    assert "Vacinado: Xodó" in done and "13, § 4º" in done
    sent = {"count": "cat:5", "lot": town.lot.pk, "idempotency_key": key(), "q": ""}
    for _ in range(2):
        assert client.post(count, sent).status_code == 302
    assert client.post(count, {**sent, "count": "dog:n", "idempotency_key": key()}).status_code == 422
    sent |= {"count": "dog:n", "number": "2", "idempotency_key": key()}
    assert client.post(count, sent).status_code == 302
    assert (left(town.lot), CampaignTally.objects.count()) == (1, 2)
    sent |= {"idempotency_key": key()}
    assert client.post(count, sent).status_code == 409
    tally = CampaignTally.objects.get(species="dog")
    fix = {"doses": "1", "reason": "contei a mais", "idempotency_key": key()}
    assert client.post(url("tally_correct", tally.pk), fix).status_code == 302
    assert left(town.lot) == 2


def test_coverage_is_drawn_and_exported(client):
    town = VaccineTown(doses=50)
    campaign = town.campaign()
    post = town.post(campaign, dogs=10, cats=10)
    sign_in(client, town.clerk)
    sent = {"count": "dog:8", "lot": town.lot.pk, "idempotency_key": key()}
    client.post(url("campaign_count", post.pk), sent)
    text = client.get(url("campaign", campaign.pk)).content.decode()
    assert 'aria-label="Cães: 8 de 10 doses, 80,0 % do alvo; meta de 80 %"' in text
    assert 'width="80.0"' in text and "style=" not in text.split("<main")[1]
    for kind in ("csv", "xlsx", "ods"):
        file = client.get(url("campaign", campaign.pk) + f"?formato={kind}")
        assert file.status_code == 200 and file["Content-Disposition"].endswith(f'.{kind}"')
    sheet = client.get(url("campaign", campaign.pk) + "?formato=xlsx")
    rows = list(openpyxl.load_workbook(io.BytesIO(sheet.content)).active.values)
    assert rows[0] == ("Dia", "Posto", "Área", "Espécie", "Doses")
    assert (rows[1][0].date(), *rows[1][1:]) == (DAY, "Escola Municipal", "Centro", "cão", 8)


def test_campaigns_and_posts_are_made_on_pages(client):
    town = VaccineTown()
    sign_in(client, town.manager)
    sent = {
        "name": "Antirrábica",
        "starts_on": "2012-03-01",
        "ends_on": "2012-02-01",
        "product": town.product.pk,
        "goal_percent": "80",
    }
    assert client.post(url("campaign_new"), sent).status_code == 422
    sent["ends_on"] = "2012-03-31"
    made = client.post(url("campaign_new"), sent)
    assert client.post(url("campaign_new"), sent).status_code == 409
    campaign = Campaign.objects.get()
    post = {
        "name": "Praça",
        "area": "Centro",
        "target_dogs": "10",
        "target_cats": "4",
        "team": [town.agent.pk],
    }
    assert client.post(url("campaign_post_new", campaign.pk), post).status_code == 302
    assert client.post(url("campaign_post_new", campaign.pk), post).status_code == 409
    assert list(campaign.posts.get().team.all()) == [town.agent]
    assert "Praça" in client.get(made.url).content.decode()
    sign_in(client, town.agent)
    assert client.get(url("campaign_new")).status_code == 403
    assert client.get(made.url).status_code == 200


@pytest.mark.parametrize(
    ("on", "listed"),
    [(date(2013, 2, 28), False), (date(2013, 3, 1), False), (date(2013, 3, 2), True)],
)
def test_an_animal_is_overdue_the_day_after_its_last_day(on, listed):
    town = VaccineTown(now="2013-03-02 10:00")
    town.apply()
    town.animal_of(died_on=date(2012, 6, 1))
    assert [row.pk for row in overdue(municipality=town.municipality, on=on)] == (
        [town.animal.pk] if listed else []
    )


def test_the_lists_by_area_tell_expired_from_never_and_keep_the_unknown_out():
    town = VaccineTown("cuiaba-mt", now="2013-06-01 10:00", lab_days=None)
    town.apply()  # no day: the law is silent, and so is the laboratory
    north = TutorFactory(municipality=town.municipality, district="Norte")
    never = AnimalFactory(tutor=north, born_on=None)
    AnimalFactory(tutor=north, species="horse", born_on=None)
    on = date(2013, 6, 1)
    assert not overdue(municipality=town.municipality, on=on).exists()
    rows = overdue(municipality=town.municipality, on=on, kind=NEVER)
    assert list(rows) == [never]
    assert [(area.district, area.animals) for area in areas(rows)] == [("Norte", 1)]
    assert not overdue(municipality=town.municipality, on=on, kind=NEVER, district="Centro").exists()


def test_puppies_below_the_laws_age_are_not_on_the_list():
    town = VaccineTown("vitoria-es", now="2012-05-15 10:00")
    ages = {born: town.animal_of(born_on=born) for born in (date(2012, 1, 15), date(2012, 1, 16))}
    rows = overdue(municipality=town.municipality, on=date(2012, 5, 15), kind=NEVER)
    assert ages[date(2012, 1, 15)] in rows and ages[date(2012, 1, 16)] not in rows


def test_letters_go_one_to_each_tutor_and_name_who_cannot_be_reached(client):
    town = VaccineTown(now="2013-06-01 10:00")
    town.apply()
    town.apply(animal=town.animal_of(name="Xodó"))
    homeless = TutorFactory(municipality=town.municipality, name="Ana Sem Rua", street="")
    town.apply(animal=AnimalFactory(tutor=homeless, born_on=None))
    rows = overdue(municipality=town.municipality, on=date(2013, 6, 1))
    at = town.at(date(2013, 6, 1))
    sent = key()
    batch = order_letters(municipality=town.municipality, rows=rows, at=at, by=town.clerk, key=sent)
    assert order_letters(municipality=town.municipality, rows=rows, at=at, by=town.clerk, key=sent) == batch
    assert batch.rows.count() == 2
    assert print_batch.call(batch.pk) == 1
    batch.refresh_from_db()
    text = " ".join(pypdf.PdfReader(batch.pdf.open()).pages[0].extract_text().split())
    for words in ("José D'Ávila", "Xodó", "dose de 01/03/2012, protegia até 01/03/2013", "gratuita (Art. 12"):
        assert words in text
    assert text.count("protegia até") == 2
    failed = batch.rows.get(drawn=False)
    assert failed.error == "Ana Sem Rua: sem endereço no cadastro."


def test_letters_are_ordered_from_the_list(client):
    town = VaccineTown(now="2013-06-01 10:00")
    town.apply()
    sign_in(client, town.clerk)
    page = client.get(url("overdue") + "?area=Centro").content.decode()
    assert "venceu há 92 dias" in page and "Centro (1)" in page
    answer = client.post(
        url("overdue_letters"), {"lista": "expired", "area": "Centro", "idempotency_key": key()}
    )
    batch = PrintBatch.objects.get()
    assert (answer.status_code, batch.pages, batch.finished_at is not None) == (302, 1, True)
    file = client.get(url("overdue") + "?area=Centro&formato=csv")
    assert "01/03/2012;01/03/2013" in b"".join(file).decode()
    nobody = client.post(url("overdue_letters"), {"area": "Norte", "idempotency_key": key()}, follow=True)
    assert "Nada foi marcado" in nobody.content.decode()


def test_a_bite_from_notice_to_outcome(client):
    town = VaccineTown(now="2012-03-05 10:00")
    with_rga(town, town.animal, 77)
    sign_in(client, town.vet)
    found = client.post(url("bite_new"), {"q": "77"}).url
    sent = {
        "bitten_on": "2012-03-01",
        "notified_by": "UBS Centro",
        "sinan_number": "1234567",
        "condition": "healthy",
        "observable": "on",
        "place": "na casa do tutor",
        "idempotency_key": key(),
    }
    page = client.post(found, sent).url
    assert client.post(found, sent).url == page
    assert (
        client.post(found, {**sent, "bitten_on": "2012-03-06", "idempotency_key": key()}).status_code == 409
    )
    text = client.get(page).content.decode()
    assert "vence em 6 dias" in text and "1234567" in text
    assert "vence em 6 dias" in client.get(url("bites")).content.decode()
    bite = town.animal.bite_observations.get()
    seen = {"visit-on": "2012-03-05", "visit-condition": "healthy", "idempotency_key": key()}
    assert client.post(url("bite_visit", bite.pk), seen).status_code == 302
    early = {"outcome-outcome": "healthy", "outcome-on": "2012-03-05"}
    refused = client.post(url("bite_close", bite.pk), early)
    assert refused.status_code == 409 and "vai até 11/03/2012" in refused.content.decode()
    assert client.post(url("bite_close", bite.pk), {**early, "outcome-outcome": "rabid"}).status_code == 302
    assert "raivoso" in client.get(url("bites") + "?lista=encerradas").content.decode()


def test_the_lists_ask_the_same_number_of_questions_however_long(client):
    town = VaccineTown(now="2013-06-01 10:00", doses=100)
    campaign = town.campaign()
    sign_in(client, town.clerk)
    pages = [
        url("vaccinations"),
        url("vaccine_stock"),
        url("campaigns"),
        url("overdue"),
        url("bites"),
        url("campaign", campaign.pk),
    ]

    def fill(number):
        for n in range(number):
            tutor = TutorFactory(municipality=town.municipality, phone=f"2799999{number}{n:03d}")
            animal = AnimalFactory(tutor=tutor, born_on=None)
            town.apply(animal=animal)
            town.new_lot(f"L-{number}-{n}")
            town.post(campaign, f"Posto {number}-{n}")
            animal.bite_observations.create(
                municipality=town.municipality,
                bitten_on=date(2013, 5, 30),
                condition="healthy",
                place="casa",
                opened_by=town.vet,
                opened_at=town.at(date(2013, 5, 31)),
            )

    def asked(page):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page).status_code == 200
        return len(queries)

    fill(2)
    few = [asked(page) for page in pages]
    fill(6)
    assert [asked(page) for page in pages] == few
