"""What each law licenses: the request, who decides, and how long the paper holds. Tables of days."""

import pytest

from tests.law.invented import INVENTED
from tests.law.support import LAWS, ask, law
from zoonoses.law import answer, check


def test_what_each_law_licenses():
    found = {name: list(law(name).licences) for name in LAWS}
    assert found == {
        "alegre-es": ["special_licence", "kennel"],
        "cuiaba-mt": ["kennel_report", "pet_shop_report", "circus_report"],
        "joao-neiva-es": [],
        "alvares-machado-sp": [],
        "vitoria-es": ["commercial_kennel"],
    }
    vitoria = law("vitoria-es").licences["commercial_kennel"]
    assert (vitoria.paper, vitoria.decided_by, vitoria.vet_article) == ("", (), "Art. 25")
    assert law("alegre-es").licences["special_licence"].decided_by == ("agent",)


@pytest.mark.parametrize(
    ("requested_on", "reading", "admitted"),
    [
        ("2011-03-04", "transitional", True),
        ("2012-03-04", "transitional", True),
        ("2012-03-05", "transitional", True),  # the 4th is a Sunday
        ("2012-03-06", "transitional", False),
        ("2012-03-06", "permanent", True),
        ("2012-03-06", "ended", False),
    ],
)
def test_special_licence_of_alegre_is_asked_for_in_twelve_months(requested_on, reading, admitted):
    readings = {"special_licence": reading}
    found = ask(
        "alegre-es", "licence", licence="special_licence", requested_on=requested_on, readings=readings
    )
    assert found["admitted"] is admitted
    assert found["request_due_on"] == (None if reading == "permanent" else "2012-03-05")


@pytest.mark.parametrize(
    ("name", "code", "issued_on", "readings", "valid_until"),
    [
        ("alegre-es", "special_licence", "2012-02-01", {}, None),
        ("alegre-es", "special_licence", "2012-02-01", {"special_licence": "ended"}, "2012-03-05"),
        ("alegre-es", "kennel", "2012-02-01", {}, None),
        ("cuiaba-mt", "kennel_report", "2024-02-29", {}, "2025-03-01"),
        ("cuiaba-mt", "pet_shop_report", "2025-08-16", {}, "2026-08-16"),
        ("cuiaba-mt", "circus_report", "2025-08-16", {}, None),
    ],
)
def test_validity(name, code, issued_on, readings, valid_until):
    found = ask(name, "licence", licence=code, issued_on=issued_on, readings=readings)
    assert found["valid_until"] == valid_until


def test_a_late_kennel_is_still_received_and_a_laudo_needs_its_visit():
    late = ask("alegre-es", "licence", licence="kennel", requested_on="2015-01-05")
    assert (late["timely"], late["admitted"], late["request_due_on"]) == (False, True, "2011-08-31")
    assert ask("cuiaba-mt", "licence", licence="circus_report")["visit_required"]
    assert not late["visit_required"]


def test_basis_cites_each_article():
    found = answer(law("cuiaba-mt"), "licence", {"licence": "kennel_report", "issued_on": "2025-08-16"})
    assert [step["article"] for step in found["basis"]] == [
        "Art. 28",
        "Art. 28, § 2º",
        "Art. 28, § 2º",
        "Art. 28, § 2º",
    ]
    assert "16/08/2026" in found["basis"][-1]["arithmetic"]


@pytest.mark.parametrize("name", LAWS)
def test_what_the_law_does_not_license_is_not_in_it(name):
    assert ask(name, "licence", licence="rocket") == {"error": "not_in_law"}


WRONG = """
[licences.zoo]
label = "Licença de zoológico"
article = "Art. 20"
law_text = "Depende de licença."
holder = "ship"
paper = "Licença"
request_document = "nothing"
request_term = "never"
validity_term = "always"
decided_by = ["pope"]
household = true
"""


def test_faults_are_said_with_their_place(tmp_path):
    file = tmp_path / "law.toml"
    file.write_text(INVENTED.replace("\n[practice]", f"{WRONG}\n[practice]"), encoding="utf-8")
    faults = {fault.path: fault.message for fault in check(file)}
    assert {path.rpartition(".")[2] for path in faults} == {
        "holder", "request_document", "request_term", "validity_term", "decided_by", "decided_label", "household",
    }  # fmt: skip
    assert "no term 'never'" in faults["licences.zoo.request_term"]
