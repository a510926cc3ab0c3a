"""Who a row speaks of: somebody already registered, somebody of an earlier row, or somebody new.

People are matched by document; a row without one by the same name with the same address or telephone.
"""

from dataclasses import dataclass, field

from registry.models import Tutor
from registry.services.duplicates import near
from registry.text import address_key, search_key
from zoonoses.municipalities.templatetags import br

ADDRESS = ("street", "number", "complement", "district", "city", "uf", "postal_code")
PLAIN = ("name", "rg", "rg_issuer", "rg_uf", "email", "cadunico", *ADDRESS)
NO_DOCUMENT = "não informado na planilha importada"


@dataclass(eq=False, slots=True)
class Person:
    """`pk` once there is a record; `row` the row that brought the person, None when already registered before."""

    name_key: str
    document: str
    pk: int | None = None
    row: int | None = None
    tutor: Tutor | None = field(default=None, repr=False)
    phones: tuple = ()

    @property
    def where(self) -> str:
        return f"da linha {self.row}" if self.row else "do cadastro"


class People:
    """The people met so far in a file, beside those of the register.

    Records of new people are made only where they are to be written: a check keeps who they are and no more.
    """

    def __init__(self, municipality, *, writes: bool):
        self.municipality, self.writes = municipality, writes
        self.by_document: dict[str, Person] = {}
        self.by_place: dict[tuple, Person] = {}

    def prime(self, persons: list[dict]) -> None:
        """Fetches who of the register may be meant by these values, in two queries a chunk."""
        documents = {values["document"] for values in persons if values.get("document")}
        names = {
            search_key(values["name"])
            for values in persons
            if values.get("name") and not values.get("document")
        }
        rows = Tutor.objects.of(self.municipality).heads().only("pk", "name_key", "document", "address_key")
        found = list(rows.filter(document__in=documents - self.by_document.keys())) if documents else []
        if names:
            found += rows.filter(name_key__in=names).prefetch_related("phones")
        for tutor in found:
            phones = [phone.number for phone in tutor.phones.all()] if tutor.name_key in names else []
            person = Person(tutor.name_key, tutor.document, pk=tutor.pk)
            self._keep(person, tutor.address_key, phones)

    def _keep(self, person, address_key, phones):
        if person.document:
            self.by_document.setdefault(person.document, person)
        for place in (address_key, *phones):
            if place:
                self.by_place.setdefault((person.name_key, place), person)

    def find(self, values: dict) -> Person | None:
        """Who has the document; without one, who has the name and the address or a telephone."""
        if values.get("document"):
            return self.by_document.get(values["document"])
        name = search_key(values.get("name", ""))
        places = (_place(values), *phones_of(values))
        return next(
            (self.by_place[(name, place)] for place in places if (name, place) in self.by_place), None
        )

    def add(self, values: dict, row: int) -> Person:
        """Somebody new, whose record is not yet written."""
        phones = phones_of(values)
        person = Person(search_key(values["name"]), values.get("document", ""), row=row)
        if self.writes:
            person.tutor, person.phones = self._tutor(values), phones
        self._keep(person, _place(values), phones)
        return person

    def _tutor(self, values) -> Tutor:
        document = values.get("document", "")
        kind = Tutor.Kind.LEGAL if len(document) == 14 else values.get("kind", Tutor.Kind.NATURAL)
        tutor = Tutor(
            municipality=self.municipality,
            kind=kind,
            document=document,
            no_document_reason="" if document else values.get("no_document_reason") or NO_DOCUMENT,
            **{name: values.get(name, "") for name in PLAIN},
        )
        tutor.clean_keys()
        return tutor


def _place(values: dict) -> str:
    return address_key(values.get("street", ""), values.get("number", ""), values.get("district", ""))


def phones_of(values: dict) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, (values.get("phone"), values.get("phone_2")))))


def other_name(person: Person, values: dict) -> str:
    """A sentence when the document is that of a person with quite another name; "" when the names go together."""
    if not values.get("document") or not values.get("name"):
        return ""
    name = search_key(values["name"])
    if name == person.name_key or near(person.name_key, name):
        return ""
    return (
        f"O documento {br.document(values['document'])} já é de outra pessoa, {person.where}: "
        f"{person.name_key.title()}. Confira."
    )
