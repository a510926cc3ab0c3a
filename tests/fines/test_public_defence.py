"""Defence and appeal by the public page: received without an account, honest in the record, silent about the person."""

import uuid
from datetime import date
from io import BytesIO

import pytest
from django.core import signing
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from pypdf import PdfReader

from fines.models import Filing
from fines.services import public_filings
from fines.services.procedure import enter_rule
from fines.services.process_pieces import pieces_of
from tests.documents.test_attachments import jpeg
from tests.factories import sign_in, unit_value
from tests.fines.process import decide, drawn, serve
from tests.inspections.visits import Town
from zoonoses.documents.models import Attachment
from zoonoses.documents.services.annulment import annul
from zoonoses.portal import views_defence

pytestmark = pytest.mark.django_db

DUE = date(2026, 4, 20)
SENT = {
    "filed_by": "João da Silva",
    "capacity": "autuado",
    "text": "Não fui eu.",
    "email": "joao@example.org",
}


@pytest.fixture
def neiva():
    town = Town("joao-neiva-es", now="2026-04-20 10:00")
    unit_value(town.municipality, "VRTE", 2026, "4.50")
    return town


@pytest.fixture
def auto(neiva):
    return drawn(neiva, date(2026, 4, 1), "short_tether", aggravating=("intent",))


def address(notice, code=None):
    return reverse("portal:defence_file", args=[code or notice.act.document.code])


def send(client, notice, **fields):
    return client.post(address(notice), {"idempotency_key": str(uuid.uuid4()), **SENT, **fields})


def test_from_the_code_to_the_receipt_without_an_account(client, neiva, auto):
    code = auto.act.document.code
    typed = client.get(reverse("portal:defence"), {"codigo": code.lower().replace("-", " ")})
    assert typed.url == address(auto)
    before = client.get(address(auto)).content.decode()
    assert "ainda não registrou a ciência" in before and "<textarea" not in before
    assert send(client, auto).status_code == 409 and not Filing.objects.exists()

    serve(neiva, auto.act, date(2026, 4, 2))
    page = client.get(address(auto)).content.decode()
    for words in ("0001/2026", "01/04/2026", "20/04/2026", "Art. 9º, V", "sala dos conselhos", "Anexo II"):
        assert words in page
    person = auto.act.document.file.context["body"]["person"]
    private = [person[name] for name in ("name", "document", "street", "phone", "email") if person.get(name)]
    assert not any(words in page for words in private)
    empty = send(client, auto, text="", filed_by="Ana")
    assert empty.status_code == 422 and 'value="Ana"' in empty.content.decode()

    key = str(uuid.uuid4())
    for _ in range(2):
        photo = SimpleUploadedFile("prova.jpg", jpeg(), content_type="image/jpeg")
        done = send(client, auto, files=[photo], idempotency_key=key)
        assert done.status_code == 302
    filing = Filing.objects.get()
    assert (filing.is_late, filing.email, filing.act.online) == (False, SENT["email"], True)
    assert filing.act.author.role == "manager" and filing.act.by_whom == "página pública"
    kept = Attachment.objects.get(act=filing.act)
    assert kept.original_sha256 in client.get(done.url).content.decode()
    receipt = client.get(done.url + "pdf/")
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(receipt.content)).pages)
    text = " ".join(text.split())
    for words in (
        "página pública",
        "nenhum servidor conferiu",
        "João da Silva",
        "dentro do prazo",
        "Não fui eu.",
    ):
        assert words in text
    assert not any(words in text for words in (*private, neiva.manager.user.name, neiva.agent.user.name))
    assert filing.act.document.code in text

    second = send(client, auto)
    assert second.status_code == 409 and "só cabe uma" in second.content.decode()
    assert Filing.objects.count() == 1
    sign_in(client, neiva.judge)
    shown = client.get(reverse("fines:notice", args=[auto.pk])).content.decode()
    assert "página pública" in shown and "identidade não conferida" in shown and SENT["email"] in shown
    assert "página pública" in client.get(reverse("desk:case", args=[auto.act.case_id])).content.decode()
    assert any(piece.by == "página pública" for piece in pieces_of(auto))
    sign_in(client, neiva.clerk)
    counter = client.get(reverse("fines:defence_new", args=[auto.pk])).content.decode()
    assert "sem conferência de quem a mandou" in counter
    assert reverse("documents:document", args=[filing.act.document_id]) in counter
    annul(document=filing.act.document, reason="Assinou outra pessoa", by=neiva.manager, at=neiva.at(DUE, 11))
    assert "<textarea" in client.get(address(auto)).content.decode(), (
        "a false defence does not bar the true one"
    )


def test_late_is_received_as_late_and_an_appeal_follows_the_decision(client, neiva, auto):
    serve(neiva, auto.act, date(2026, 4, 1))
    assert "17/04/2026: recebe-se como fora do prazo" in client.get(address(auto)).content.decode()
    made = send(client, auto)
    assert "Recebida fora do prazo" in client.get(made.url).content.decode()
    assert Filing.objects.get().is_late
    first = decide(neiva, auto, date(2026, 4, 20))
    assert "ainda não registrou a ciência" in client.get(address(auto)).content.decode()
    serve(neiva, first.act, date(2026, 4, 20))
    by_decision = client.get(address(auto, first.act.document.code)).content.decode()
    assert "Recurso" in by_decision and "Art. 9º, § 1º" in by_decision and "Defesa até" not in by_decision
    assert send(client, auto).status_code == 302
    assert Filing.objects.get(kind="appeal").act.online
    assert "só cabe um" in send(client, auto).content.decode()


def test_a_wrong_code_an_annulled_auto_and_another_paper_say_the_same_to_all(
    client, neiva, auto, monkeypatch
):
    monkeypatch.setattr(views_defence, "WRONG_CODES", 2)
    serve(neiva, auto.act, date(2026, 4, 2))
    annul(document=auto.act.document, reason="CPF errado", by=neiva.manager, at=neiva.at(date(2026, 4, 3)))
    page = client.get(address(auto)).content.decode()
    assert "foi anulado" in page and "CPF errado" not in page
    other = neiva.visit(date(2026, 4, 2)).act.document.code
    answers = [client.get(address(auto, code)) for code in (other, "7K3M-9QXA-0T5R-BW2E")]
    assert {answer.status_code for answer in answers} == {404}
    pages = {
        answer.content.decode().replace(other, "X").replace("7K3M-9QXA-0T5R-BW2E", "X") for answer in answers
    }
    assert all("Nenhum auto de infração tem este código" in each for each in pages)
    assert client.get(address(auto, other)).status_code == 429
    assert client.get(address(auto)).status_code == 200, "a right code is never counted"


def test_too_many_too_big_and_not_a_picture_are_refused_and_what_was_typed_stays(
    client, neiva, auto, monkeypatch
):
    serve(neiva, auto.act, date(2026, 4, 2))
    monkeypatch.setattr(public_filings, "MOST_BYTES", 100)
    big = SimpleUploadedFile("grande.jpg", jpeg())
    answer = send(client, auto, files=[big])
    assert answer.status_code == 409 and "passa de 10 MB" in answer.content.decode()
    assert "Não fui eu." in answer.content.decode()
    fake = [SimpleUploadedFile("a.exe", b"MZ")]
    assert "não é uma foto" in send(client, auto, files=fake).content.decode()
    many = [SimpleUploadedFile(f"{n}.jpg", b"x") for n in range(6)]
    assert "no máximo 5" in send(client, auto, files=many).content.decode()
    monkeypatch.setattr(views_defence, "SENDINGS", 3)
    busy = send(client, auto)
    assert busy.status_code == 429 and "Não fui eu." in busy.content.decode()
    assert not Filing.objects.exists() and not Attachment.objects.exists()


def test_a_receipt_is_known_by_its_signed_address_alone(client, neiva, auto):
    serve(neiva, auto.act, date(2026, 4, 2))
    at_counter = signing.dumps(10**6, salt=views_defence.RECEIPT_SALT)
    for token in ("1", at_counter, signing.dumps(1, salt="other")):
        assert client.get(reverse("portal:defence_receipt", args=[token])).status_code == 404
        assert client.get(reverse("portal:defence_receipt_pdf", args=[token])).status_code == 404


def test_without_a_regulation_no_term_is_shown_and_with_one_its_act_is_named(client):
    town = Town("alegre-es", now="2012-03-10 10:00")
    at = town.at(date(2012, 1, 2))
    auto = drawn(town, date(2012, 3, 1), "leash_plate_handler")
    serve(town, auto.act, date(2012, 3, 2))
    page = client.get(address(auto)).content.decode()
    assert "Nem a lei nem regulamento" in page and "Último dia" not in page and "se entrega em" not in page
    rule = {
        "act": "Decreto nº 12/2012",
        "from_on": date(2012, 1, 1),
        "defence_days": 15,
        "defence_place": "Protocolo",
    }
    enter_rule(municipality=town.municipality, by=town.manager, at=at, **rule)
    page = client.get(address(auto)).content.decode()
    assert "19/03/2012" not in page and "Protocolo" in page
    assert "Decreto nº 12/2012 (regulamento do Município, não da lei)" in page
