"""Text from outside: keys of rows, keys of names, and the characters that nobody types."""

import pytest
from django.http import Http404
from django.test import RequestFactory

from registry.models import Animal, Tutor
from registry.text import address_key
from zoonoses.nuls import NoNulMiddleware
from zoonoses.text import record_key, search_key


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
    middleware = NoNulMiddleware(lambda sent: sent)
    assert middleware(request).GET["q"] == "ab"
    middleware.process_view(request, None, (), {})
    assert request.POST.getlist("q") == ["c", "d"] and request.POST["other"] == "e"
    with pytest.raises(Http404):
        middleware(RequestFactory().get("/verificar/a%00b/"))
