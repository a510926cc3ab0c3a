"""The monthly remittance: tables of days, what is in the list, what was missing, and the papers."""

from datetime import date, timedelta

import pytest

from registry.models import Remittance
from registry.services import clinic_list, remittances
from tests.documents.conftest import text_of
from tests.factories import AnimalFactory, ClinicMemberFactory, TutorFactory, local_moment
from tests.registry.test_clinics_numbers import Desk, refused

pytestmark = pytest.mark.django_db


class Month(Desk):
    """A clinic with kits, whose registrations and remittances fall on given days."""

    def __init__(self, law="alegre-es"):
        super().__init__(law)
        self.person = ClinicMemberFactory(clinic=self.one).membership
        self.deliver(self.one, 30)

    def register(self, on, **animal):
        tutor = TutorFactory(municipality=self.town, name="Zélia Conceição")
        return self.use(self.one, on=on, animal=AnimalFactory(tutor=tutor, **animal))

    def moment(self, on, hour=10):
        return local_moment(self.town, on.year, on.month, on.day, hour, 0)

    def send(self, on):
        return remittances.send(clinic=self.one, at=self.moment(on), by=self.person)

    def receive(self, remittance, on, missing=()):
        return remittances.receive(remittance=remittance, missing=missing, at=self.moment(on), by=self.clerk)

    def due(self, on):
        return clinic_list.due_words(self.one, self.town, on)

    def pending(self):
        return [row.number for row in remittances.pending(self.one)]


@pytest.fixture
def month():
    return Month()


def test_nothing_runs_before_the_first_registration(month):
    said = month.due(date(2025, 3, 10))
    assert (said["due_on"], said["overdue"]) == (None, False) and "começa com o primeiro" in said["sentence"]


@pytest.mark.parametrize(
    ("on", "overdue"),
    [
        (date(2025, 4, 8), False),  # the eve
        (date(2025, 4, 9), False),  # the thirtieth day after 10 March
        (date(2025, 4, 10), True),
    ],
)
def test_the_first_remittance_is_due_thirty_days_after_the_first_registration(month, on, overdue):
    month.register(date(2025, 3, 10))
    month.register(date(2025, 3, 20))
    said = month.due(on)
    assert (said["due_on"], said["overdue"], said["due"].article) == (date(2025, 4, 9), overdue, "Art. 9º")


@pytest.mark.parametrize(
    ("sent_on", "due_on"),
    [
        (date(2025, 4, 9), date(2025, 5, 9)),
        (date(2025, 3, 20), date(2025, 4, 22)),  # 19 April is a Saturday; Monday the 21st is Tiradentes
    ],
)
def test_the_next_one_is_due_thirty_days_after_the_previous(month, sent_on, due_on):
    month.register(date(2025, 3, 10))
    month.send(sent_on)
    assert month.due(sent_on)["due_on"] is None
    month.register(sent_on + timedelta(days=1))
    assert month.due(sent_on)["due_on"] == due_on


def test_a_clinic_with_nothing_to_send_is_not_overdue(month):
    month.register(date(2025, 3, 10))
    month.send(date(2025, 3, 11))
    said = month.due(date(2025, 6, 30))
    assert not said["overdue"] and "Nada a remeter" in said["sentence"]


def test_the_list_and_its_paper(month):
    month.register(date(2025, 3, 10), name="Farofa")
    month.register(date(2025, 3, 12), name="João D'Ávila")
    sent = month.send(date(2025, 3, 20))
    assert (sent.from_on, sent.until_on) == (date(2025, 3, 10), date(2025, 3, 20))
    assert month.pending() == []
    text = text_of(sent.list_document)
    for words in (
        "Relação mensal de registros", "0001/2025", month.one.name, month.one.crmv, "10/03/2025 a 20/03/2025",
        "2 vias", "Art. 9º", "Farofa", "João D'Ávila", "Zélia Conceição", "12/03/2025", "órgão municipal",
    ):  # fmt: skip
        assert words in text or words.upper() in text, words


def test_one_remittance_a_day(month):
    month.register(date(2025, 3, 10))
    first = month.send(date(2025, 3, 10))
    later = month.register(date(2025, 3, 10))
    assert month.send(date(2025, 3, 10)) == first and month.pending() == [later]
    assert month.send(date(2025, 3, 11)).items.get().rga.number == later


def test_an_empty_one_renews_the_term(month):
    month.register(date(2025, 3, 10))
    month.send(date(2025, 3, 11))
    empty = month.send(date(2025, 4, 7))
    assert empty.items.count() == 0 and "nenhuma via" in text_of(empty.list_document)
    month.register(date(2025, 4, 8))
    assert month.due(date(2025, 4, 8))["due_on"] == date(2025, 5, 7)


def test_vias_that_did_not_come_go_again(month):
    numbers = [month.register(date(2025, 3, 10)) for _ in range(3)]
    sent = month.send(date(2025, 3, 11))
    assert refused(month.receive, sent, date(2025, 3, 12), missing=[99]) == "not_in_remittance"
    done = month.receive(sent, date(2025, 3, 12), missing=[numbers[2], numbers[1]])
    assert (done.received_on, done.missing) == (date(2025, 3, 12), "RGA 2, 3")
    text = text_of(done.receipt)
    for words in ("3 vias", "1 via", "RGA 2, RGA 3", "12/03/2025", "Recibo de remessa mensal"):
        assert words in text or words.upper() in text, words
    assert month.receive(sent, date(2025, 3, 13)).receipt == done.receipt
    assert month.pending() == [2, 3]
    assert [item.rga.number for item in month.send(date(2025, 4, 1)).items.all()] == [2, 3]
    assert month.pending() == []


def test_many_missing_are_named_shortly(month):
    numbers = [month.register(date(2025, 3, 10)) for _ in range(22)]
    done = month.receive(month.send(date(2025, 3, 11)), date(2025, 3, 12), missing=numbers)
    assert done.missing.endswith("20 e mais 2")


def test_the_clinics_of_a_town_are_told_apart(month):
    month.register(date(2025, 3, 10))
    lines = clinic_list.told(clinic_list.for_list(month.town), month.town, date(2025, 4, 10))
    assert [line["due"] for line in lines] == [date(2025, 4, 9), None]


@pytest.mark.parametrize("law", ["cuiaba-mt", "joao-neiva-es", "alvares-machado-sp", "vitoria-es"])
def test_laws_without_remittance_say_so(law):
    month = Month(law)
    month.register(date(2025, 3, 10))
    assert "não prevê" in month.due(date(2025, 5, 10))["sentence"]
    assert refused(month.send, date(2025, 3, 11)) == "not_in_law"
    assert not Remittance.objects.exists()


def test_an_unconfirmed_calendar_is_said(month):
    month.town.calendar_years.filter(year=2025).delete()
    month.register(date(2025, 3, 10))
    said = month.due(date(2025, 3, 11))
    assert said["due_on"] is None and "2025" in said["sentence"]
