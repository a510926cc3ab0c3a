"""A page opened from an attendance returns to it, and never to another site."""

import pytest
from django.test import RequestFactory

from zoonoses.municipalities.returning import return_url


@pytest.mark.parametrize(
    ("volta", "params", "url"),
    [
        ("", {}, ""),
        ("/apreensoes/resgates/5/", {}, "/apreensoes/resgates/5/"),
        ("/apreensoes/animais/5/resgate/", {"tutor": 7}, "/apreensoes/animais/5/resgate/?tutor=7"),
        (
            "/apreensoes/animais/5/resgate/?tutor=7",
            {"dono": 8},
            "/apreensoes/animais/5/resgate/?tutor=7&dono=8",
        ),
        ("https://example.com/", {}, ""),
        ("//example.com/", {"tutor": 7}, ""),
        ("javascript:alert(1)", {}, ""),
    ],
)
def test_only_pages_of_this_site(volta, params, url):
    assert return_url(RequestFactory().get("/", {"volta": volta}), **params) == url
