"""The laudo that reduces the limit of one address (Alegre, art. 17, § 1º): from which day, for whom, until when."""

from datetime import date
from uuid import uuid4

import pytest
from django.urls import reverse

from registry.models import HouseholdReduction
from registry.services import households, reductions
from tests.factories import AnimalFactory, TutorFactory, sign_in
from tests.inspections.visits import Town
from zoonoses.documents.refusals import Refusal

pytestmark = pytest.mark.django_db
REPORT, NOTICE = date(2012, 4, 2), date(2012, 4, 10)
TYPED = {
    "limit": 6,
    "report": "Laudo nº 3/2012, de Rômulo Cesconetto Altoé",
    "report_on": REPORT,
    "starts_on": NOTICE,
    "reason": "Quintal de vinte metros quadrados, sem ralo.",
}


@pytest.fixture
def town():
    """Alegre on 02/05/2012; eight dogs in one house, of two tutors."""
    made = Town("alegre-es", now="2012-05-02 09:00")
    other = TutorFactory(municipality=made.municipality, street=made.tutor.street, number=made.tutor.number)
    other.district, other.address_key = made.tutor.district, made.tutor.address_key
    other.save()
    for place in range(8):
        AnimalFactory(tutor=(made.tutor, other)[place % 2], species="dog", born_on=date(2009, 1, 1))
    return made


def record(town, **other):
    return reductions.record(
        holder=town.tutor, values=TYPED | other, at=town.at(date(2012, 5, 2), 10), by=town.agent, key=uuid4()
    )


def answer(town, on):
    return households.count(municipality=town.municipality, address_key=town.tutor.address_key, on=on)


@pytest.mark.parametrize(
    ("on", "limit", "infraction"),
    [
        (date(2012, 4, 9), 10, None),
        (NOTICE, 6, "reduced_limit_exceeded"),
        (date(2012, 5, 1), 6, "reduced_limit_exceeded"),
        (date(2012, 5, 2), 10, None),
    ],
)
def test_it_counts_from_the_intimacao_until_it_is_lifted(town, on, limit, infraction):
    made = record(town)
    lifted = {"reason": "Canil novo, conferido em visita.", "on": date(2012, 5, 2), "by": town.agent}
    reductions.lift(reduction=made, **lifted)
    reductions.lift(reduction=made, **(lifted | {"reason": "outro"}))
    found = answer(town, on)
    assert (found["limit"], found["infraction"], found["counted"]) == (limit, infraction, 8)
    assert found["over_limit"] is (infraction is not None)
    made.refresh_from_db()
    assert made.lifted_reason == "Canil novo, conferido em visita."


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"limit": 10}, "not_reduced"),
        ({"starts_on": date(2012, 4, 1)}, "before_report"),
        ({"starts_on": date(2012, 5, 3)}, "in_the_future"),
    ],
)
def test_what_is_not_a_reduction_is_refused(town, typed, code):
    with pytest.raises(Refusal) as refused:
        record(town, **typed)
    assert refused.value.code == code
    assert not HouseholdReduction.objects.exists()


@pytest.mark.parametrize("law", ["cuiaba-mt", "vitoria-es"])
def test_a_law_without_it_says_so(client, law):
    town = Town(law, now="2024-03-20 09:00")
    with pytest.raises(Refusal) as refused:
        record(town)
    assert refused.value.code == "not_in_law"
    page = sign_in(client, town.agent).get(reverse("registry:reduction_new", args=[town.tutor.pk]))
    assert "sem previsão na lei" in page.content.decode()


def test_the_page_of_the_home_records_shows_and_lifts_it(client, town):
    sign_in(client, town.agent)
    home = reverse("registry:household", args=[town.tutor.pk])
    new = reverse("registry:reduction_new", args=[town.tutor.pk])
    key = str(uuid4())
    days = {"report_on": "2012-04-02", "starts_on": "2012-04-10", "idempotency_key": key}
    assert client.post(new, TYPED | days | {"limit": 0}).status_code == 422
    assert client.post(new, TYPED | days | {"limit": 12}).status_code == 409
    for _ in range(2):
        assert client.post(new, TYPED | days).status_code == 302
    made = HouseholdReduction.objects.get()
    text = client.get(home).content.decode()
    assert "Laudo nº 3/2012" in text and "vale desde 10/04/2012" in text and "Acima do limite" in text
    lift = reverse("registry:reduction_lift", args=[made.pk])
    assert client.post(lift, {"reason": ""}).status_code == 422
    assert client.post(lift, {"reason": "Obra feita."}).status_code == 302
    assert "Obra feita." in client.get(home).content.decode()
