"""What the copy of a person's data prints. Conventions as in `contexts`: everything arrives ready, in Portuguese."""

from typing import TypedDict

from zoonoses.documents.contexts import SignatureBlock

PERSON_COPY = "documents/person_copy.html"


class Line(TypedDict, total=False):
    """One datum: its name and its words."""

    label: str
    value: str


class Section(TypedDict, total=False):
    title: str
    lines: list[Line]


class PersonCopyBody(TypedDict, total=False):
    """Cópia de dados pessoais, handed to the person they are about."""

    law: str
    date: str
    name: str
    sections: list[Section]
    note: str
    official: SignatureBlock
