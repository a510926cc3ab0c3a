"""Text from outside: keys of rows, keys of names, and the characters that nobody types."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import Http404
from django.test import RequestFactory
from django.urls import reverse
from django.utils.html import escape

from inspections.document_acts import person_block
from registry.models import Animal, Tutor
from registry.services.imports.cells import plain
from registry.text import address_key
from tests.factories import MembershipFactory, MunicipalityFactory, sign_in
from tests.registry.test_tutors import PERSON
from zoonoses.text import record_key, search_key
from zoonoses.unseen import UnseenSignsMiddleware, without_unseen


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("12", 12),
        ("0", 0),
        ("", None),
        (None, None),
        ("-1", None),
        ("²", None),
        ("٢", None),
        ("9" * 19, None),
    ],
)
def test_a_key_is_a_few_ascii_figures(text, key):
    assert record_key(text) == key


def test_signs_without_a_shape_do_not_part_a_name():
    assert search_key("Jo\u200bão D\u00ad'Ávila\ufeff") == "joao davila"


def test_letters_that_grow_in_their_plain_form_fit_their_columns():
    tutor, animal = Tutor(name="\ufdfa" * 200, street="\ufdfa" * 200), Animal(name="\ufdfa" * 80)
    tutor.clean_keys()
    animal.clean_keys()
    assert (len(tutor.name_key), len(animal.name_key), len(tutor.address_key)) == (200, 80, 400)
    assert address_key("R. das Flores", "157") == "rua das flores 157"


def test_nul_reaches_no_view():
    request = RequestFactory().post("/busca/?q=a%00b", {"q": ["c\x00", "d"], "other": "e"})
    middleware = UnseenSignsMiddleware(lambda sent: sent)
    assert middleware(request).GET["q"] == "ab"
    middleware.process_view(request, None, (), {})
    assert request.POST.getlist("q") == ["c", "d"] and request.POST["other"] == "e"
    with pytest.raises(Http404):
        middleware(RequestFactory().get("/verificar/a%00b/"))


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("Ana\u202eoãJ", "AnaoãJ"),
        ("\u2066Rex\u2069\u200b\u200e\ufeff", "Rex"),
        ("a\x07b\x9fc\xadd", "abcd"),
        ("José D'Ávila", "José D'Ávila"),
        ("Jose\u0301\tÇ\r\nº ª € – “x”", "Jose\u0301\tÇ\r\nº ª € – “x”"),
        ("李小龍 Ωμέγα نور", "李小龍 Ωμέγα نور"),
    ],
)
def test_what_is_not_seen_is_taken_out_and_what_is_seen_stays(typed, seen):
    assert without_unseen(typed) == seen
    assert plain(typed) == " ".join(seen.split())  # a cell of a spreadsheet


@pytest.mark.django_db
def test_no_form_no_search_no_file_and_no_paper_holds_an_unseen_sign(client):
    town = MunicipalityFactory()
    clerk = MembershipFactory(municipality=town, role="clerk")
    sign_in(client, clerk)
    odd = {"name": "Jo\u202eão\u200b D'Ávila\u2069", "street": "Rua\x1f A"}
    sent = client.post(reverse("registry:tutor_new"), PERSON | odd)
    tutor = Tutor.objects.get()
    assert sent.status_code == 302 and (tutor.name, tutor.street) == ("João D'Ávila", "Rua A")
    page = client.get(reverse("registry:tutor", args=[tutor.pk])).content.decode()
    assert escape("João D'Ávila") in page and not re.search("[\u200b\u202a-\u202e\u2066-\u2069]", page)
    assert person_block(tutor)["name"] == "João D'Ávila"
    file = SimpleUploadedFile("foto\u202egpj.exe", b"x")
    request = RequestFactory().post("/", {"password": "a\u200bb\x00", "copy": file})
    UnseenSignsMiddleware(None).process_view(request, None, (), {})
    assert (request.POST["password"], request.FILES["copy"].name) == ("a\u200bb", "fotogpj.exe")
