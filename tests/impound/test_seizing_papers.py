"""The papers themselves, read back from the PDF: the termo, the notificação, the blank form."""

import io
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from impound.services.seizing import AnimalInput, SeizureInput, seize
from impound.services.summons import summon
from registry.models import Rga
from tests.documents.conftest import text_of
from tests.factories import AnimalFactory, TutorFactory
from tests.impound.depot import Depot
from zoonoses.documents.models import Attachment
from zoonoses.documents.services import attachments, blanks

pytestmark = pytest.mark.django_db
REFUSED = {
    "presence": "refused",
    "holder": "João Água-Viva",
    "witnesses": {
        "witness_1": "Ana Íris",
        "witness_1_document": "RG 1",
        "witness_2": "Élcio Ó",
        "witness_2_document": "CPF 2",
    },
}


def _photo(depot, at):
    stored = io.BytesIO()
    Image.new("RGB", (40, 30), "#c08040").save(stored, "JPEG")
    upload = SimpleUploadedFile("foto.jpg", stored.getvalue(), content_type="image/jpeg")
    return attachments.store(
        municipality=depot.municipality, kind=Attachment.Kind.PHOTO, upload=upload, by=depot.agent, at=at,
        draft=uuid.uuid4(),
    )  # fmt: skip


def has(text, *words):
    missing = [word for word in words if word not in text]
    assert not missing, f"{missing} not in {text}"


def test_the_termo_and_the_notificacao_of_alegre_read_back():
    depot = Depot("alegre-es", (2012, 3, 1, 22, 30))
    at, town = depot.at(2012, 3, 1, 22, 30), depot.municipality
    tutor = TutorFactory(municipality=town, name="Conceição D'Ávila Gonçalves")
    animal = AnimalFactory(municipality=town, tutor=tutor, species="dog", name="Trovão")
    Rga.objects.create(
        municipality=town, number=42, animal=animal, registered_on=at.date(), registered_at=at,
        registered_by=depot.agent, code="7K3M-9QXA-0T5R-BW2E",
    )  # fmt: skip
    seizure = seize(
        municipality=town,
        seizure=SeizureInput(
            ground="loose", place={"street": "Rua do Fato", "number": "10"}, owner=tutor, **REFUSED
        ),
        animals=[
            AnimalInput(
                animal=animal, tag_read="42", description="caramelo", apparent_health="magro",
                photos=(_photo(depot, at),),
            ),
            AnimalInput(species="cat", description="tigrada", apparent_health="boa", sex="female"),
        ],
        at=at,
        by=depot.agent,
        key=uuid.uuid4(),
    )  # fmt: skip
    has(
        text_of(seizure.act.document),
        *(
            "TERMO DE APREENSÃO",
            "nº 0001/2012",
            "22:30",
            "Rua do Fato, 10",
            "Art. 23",
            "Conceição D'Ávila Gonçalves",
        ),
        *(
            "Animal apreendido nº 0001/2012",
            "Animal apreendido nº 0002/2012",
            "registrado e com plaqueta",
            "Trovão",
        ),
        *("até qui., 15/03/2012, inclusive", "João Água-Viva", "Recusou-se a assinar", "Ana Íris", "Élcio Ó"),
        "Animal nº 0001/2012, fotografia 1",
    )
    identified = [custody for custody in seizure.animals.all() if custody.identified]
    call = summon(seizure=seizure, animals=identified, tutor=tutor, by=depot.clerk, at=at, key=uuid.uuid4())
    has(
        text_of(call.act.document),
        *(
            "NOTIFICAÇÃO DE APREENSÃO",
            "Art. 23, § 1º",
            "até qui., 15/03/2012",
            "R$ 10,00",
            "vacinação",
            "Art. 25",
        ),
        "via 1 de 2",
    )


def test_joao_neivas_blank_has_the_words_of_its_article_12():
    depot = Depot("joao-neiva-es", (2025, 3, 10, 9, 0))
    at = depot.at(2025, 3, 10, 9)
    (blank,) = blanks.print_blanks(
        municipality=depot.municipality, kind="seizure", quantity=1, at=at, author=depot.agent
    )
    text = text_of(blank)
    has(text, "FICHA DE CAPTURA", "ART. 12", "Características do animal")
    assert text.count("Aparente estado de saúde") == 3
