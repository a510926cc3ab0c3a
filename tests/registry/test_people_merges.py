"""Two records of one person: preview, choices, what stays where, chains, refusals, and two clerks at once."""

import threading
from datetime import date

import pytest
from django.db import connection
from django.urls import reverse

from registry.models import Penalty, Phone, Tutor, TutorAddress, TutorMerge
from registry.querysets import group_of
from registry.services import duplicates, ledger, merges, tutors
from tests.factories import AnimalFactory, MunicipalityFactory, TutorFactory, sign_in
from tests.fines.test_notices import notice
from tests.inspections.visits import Town
from zoonoses.documents.refusals import Refusal
from zoonoses.municipalities.lawbook import Lawbook

DAY = date(2012, 3, 1)
db = pytest.mark.django_db


@pytest.fixture
def town():
    return Town("alegre-es", now="2012-04-02 08:00")


def join(town, kept, merged, **choices):
    return merges.merge(
        kept=kept, merged=merged, choices=choices, reason="mesma pessoa", by=town.clerk, at=town.at(DAY)
    )


def ids(tutor):
    return set(Tutor.objects.filter(pk__in=group_of(tutor)).values_list("pk", flat=True))


@db
def test_what_hung_from_either_is_reached_through_the_one_that_is_kept(client, town):
    kept, merged = (
        town.tutor,
        TutorFactory(municipality=town.municipality, name="Jose Davila", phone="27999990000"),
    )
    rex, visit = AnimalFactory(tutor=merged, name="Rex"), town.visit(DAY, "inadequate_keeping", tutor=merged)
    tutors.warn(tutor=merged, reason="cão bravo", by=town.agent, on=DAY)
    done = join(town, kept, merged)
    rex.refresh_from_db()
    visit.refresh_from_db()
    assert (rex.tutor, visit.tutor) == (merged, merged), "no act and no animal is re-pointed"
    page = sign_in(client, town.clerk).get(reverse("registry:tutor", args=[kept.pk])).content.decode()
    for words in ("Rex", "(27) 99999-0000", "cão bravo", visit.act.document.full_number, "Jose Davila"):
        assert words in page
    assert client.get(reverse("registry:tutor", args=[merged.pk])).url == reverse(
        "registry:tutor", args=[kept.pk]
    )
    read = client.get(reverse("registry:merge", args=[done.pk])).content.decode()
    assert "mesma pessoa" in read and "Jose Davila" in read and town.clerk.user.name in read
    for look in ("jose davila", merged.document, "27999990000"):
        assert [each.pk for each in tutors.search(municipality=town.municipality, text=look).tutors] == [
            kept.pk
        ]


@db
def test_chosen_values_stay_and_an_address_is_not_lost(town):
    kept = TutorFactory(municipality=town.municipality, document="", street="Rua A", number="1")
    merged = TutorFactory(municipality=town.municipality, document="52998224725", street="Rua B", number="2")
    assert merges.suggested(kept, merged)["document"] == "merged"
    join(town, kept, merged, document="merged", address="merged")
    kept.refresh_from_db()
    assert (kept.document, kept.no_document_reason, kept.street) == ("52998224725", "", "Rua B")
    assert kept.address_key == "rua b 2 centro"
    assert TutorAddress.objects.get(tutor=kept).address_line == "Rua A, 1 – Centro"
    assert TutorMerge.objects.get().before["kept"]["street"] == "Rua A"
    assert tutors.by_document(municipality=town.municipality, document="52998224725") == kept


@db
def test_a_chain_of_merges_is_one_person(town):
    one, two, three = (TutorFactory(municipality=town.municipality) for _ in range(3))
    join(town, two, one)
    join(town, three, two)
    for person in Tutor.objects.filter(pk__in=[one.pk, two.pk, three.pk]):
        assert ids(person) == {one.pk, two.pk, three.pk}
    assert set(Tutor.objects.exclude(merged_into=None).values_list("merged_into", flat=True)) == {three.pk}


@db
def test_priors_are_of_the_group(town):
    merged = TutorFactory(municipality=town.municipality)
    drawn = notice(town, town.visit(DAY, "leash_plate_handler"), DAY)
    row = Penalty.objects.filter(act=drawn.act).first()
    lawbook = Lawbook(town.municipality, date(2012, 4, 2))
    asked = {"lawbook": lawbook, "provision": row.provision, "on": date(2012, 4, 2)}
    assert ledger.priors(tutor=merged, **asked).same == []
    join(town, merged, town.tutor)
    merged.refresh_from_db()
    assert ledger.priors(tutor=merged, **asked).same == [row]


@db
@pytest.mark.parametrize("case", ["itself", "other_town", "already", "no_reason"])
def test_refusals(town, case):
    kept, merged = town.tutor, TutorFactory(municipality=town.municipality)
    reason = "mesma pessoa"
    if case == "itself":
        merged = kept
    elif case == "other_town":
        merged = TutorFactory(municipality=MunicipalityFactory(law="vitoria-es"))
    elif case == "already":
        join(town, TutorFactory(municipality=town.municipality), merged)
    else:
        reason = " "
    with pytest.raises(Refusal) as refused:
        merges.merge(kept=kept, merged=merged, choices={}, reason=reason, by=town.clerk, at=town.at(DAY))
    codes = {
        "itself": "merge_itself", "other_town": "other_municipality",
        "already": "already_merged", "no_reason": "no_reason",
    }  # fmt: skip
    assert refused.value.code == codes[case]


@db
def test_the_page_previews_and_merges(client, town):
    kept = town.tutor
    merged = TutorFactory(municipality=town.municipality, name=kept.name.upper(), street="Rua B")
    sign_in(client, town.clerk)
    choose = client.get(reverse("registry:merge_choose", args=[kept.pk])).content.decode()
    url = reverse("registry:merge_new", args=[kept.pk, merged.pk])
    assert url in choose, "the likely one is offered"
    preview = client.get(url).content.decode()
    assert "Rua B" in preview and kept.address_line in preview
    values = {"name": "kept", "document": "kept", "address": "kept"}
    assert client.post(url, values).status_code == 422
    response = client.post(url, {**values, "reason": "mesma pessoa"})
    assert response.url == reverse("registry:tutor", args=[kept.pk])
    assert client.post(url, {**values, "reason": "de novo"}).status_code == 404
    assert TutorMerge.objects.count() == 1


@db
def test_who_may_not_merge_and_strangers(client, town):
    stranger = TutorFactory(municipality=MunicipalityFactory(law="vitoria-es"))
    sign_in(client, town.agent)
    assert client.get(reverse("registry:merge_choose", args=[town.tutor.pk])).status_code == 403
    sign_in(client, town.manager)
    for args in ([town.tutor.pk, stranger.pk], [stranger.pk, town.tutor.pk]):
        assert client.post(reverse("registry:merge_new", args=args), {"reason": "x"}).status_code == 404


@db
def test_the_list_of_merges_costs_the_same_whatever_its_length(
    client, town, django_assert_num_queries, django_assert_max_num_queries
):
    sign_in(client, town.clerk)
    join(town, town.tutor, TutorFactory(municipality=town.municipality))
    with django_assert_max_num_queries(20) as few:
        client.get(reverse("registry:merges"))
    for _ in range(26):
        join(town, town.tutor, TutorFactory(municipality=town.municipality))
    with django_assert_num_queries(len(few)):
        assert "Próximas" in client.get(reverse("registry:merges")).content.decode()


@db
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ({"name": "Jose Davila", "phone_1": "(27) 99999-0000"}, True),
        ({"name": "José", "document": "529.982.247-25"}, True),
        ({"name": "José Dávila", "street": "R. das Flores", "number": "157", "district": "Centro"}, True),
        ({"name": "José da Costa Dávila", "street": "Rua B", "phone_1": "27999990000"}, True),
        ({"name": "Pedro Henrique", "phone_1": "27999990000"}, False),
        ({"name": "Jose Davilla", "street": "Rua B"}, False),
        ({"phone_1": "123"}, False),
    ],
)
def test_likeness_while_typing(client, town, typed, found):
    town.tutor.delete()
    TutorFactory(
        municipality=town.municipality, name="José D'Ávila", document="52998224725", phone="27999990000"
    )
    TutorFactory(municipality=MunicipalityFactory(law="vitoria-es"), name="José D'Ávila", phone="27999990000")
    answer = sign_in(client, town.clerk).post(reverse("registry:tutor_likely"), typed)
    assert answer.status_code == 200
    assert answer.content.decode().count("<li>") == int(found)


@db
def test_a_further_address_and_four_phones(client, town):
    person = TutorFactory(municipality=town.municipality)
    for number in range(5):
        Phone.objects.create(tutor=person, number=f"2799999000{number}")
    sign_in(client, town.clerk)
    form = {
        "kind": "natural_person", "name": "Ana Lima", "document": person.document, "phone_1": "27999990009",
        "cadunico": "120.54123.50-8",
    }  # fmt: skip
    assert (
        "NIS inválido" in client.post(reverse("registry:tutor_edit", args=[person.pk]), form).content.decode()
    )
    client.post(reverse("registry:tutor_edit", args=[person.pk]), {**form, "cadunico": "12056412545"})
    person.refresh_from_db()
    assert (person.name, person.cadunico) == ("Ana Lima", "12056412545")
    assert set(person.phones.values_list("number", flat=True)) == {"27999990009", "27999990004"}
    client.post(reverse("registry:address_new", args=[person.pk]), {"street": "Av. Brasil", "number": "9"})
    address = person.addresses.get()
    assert address.address_key == "avenida brasil 9"
    assert [each.pk for each in duplicates.likely_same(
        municipality=town.municipality, values={"name": "Ana Limma", "street": "Avenida Brasil", "number": "9"}
    )] == [person.pk]  # fmt: skip
    client.post(reverse("registry:address_edit", args=[address.pk]), {"remove": "1"})
    assert not person.addresses.exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_clerks_merge_the_same_two_people_at_once():
    town = Town("alegre-es", now="2012-04-02 08:00")
    one, two = town.tutor, TutorFactory(municipality=town.municipality)
    results, barrier = [], threading.Barrier(2)

    def work(kept, merged):
        barrier.wait()
        try:
            results.append(join(town, kept, merged))
        except Refusal as refusal:
            results.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=pair) for pair in ((one, two), (two, one))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert TutorMerge.objects.count() == 1
    assert "already_merged" in results
    assert Tutor.objects.exclude(merged_into=None).count() == 1
