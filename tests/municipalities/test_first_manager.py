"""The first start: municipality, manager and law from the environment, as often as it is run."""

import pytest
from django.core.management import CommandError, call_command

from zoonoses.accounts.models import OneTimeLink, User
from zoonoses.municipalities.models import Membership, Municipality

pytestmark = pytest.mark.django_db
GIVEN = {
    "CPF": "529.982.247-25",
    "NAME": "Maria da Penha Souza",
    "EMAIL": "Maria@Example.org",
    "PASSWORD": "quatro cavalos brancos",
    "MUNICIPALITY": "Cuiabá",
    "UF": "MT",
}


def run(monkeypatch, capsys, **changes):
    for name, value in {**GIVEN, **changes}.items():
        monkeypatch.setenv(f"ZOONOSES_FIRST_MANAGER_{name}", value)
    call_command("first_manager")
    return capsys.readouterr().out


def test_creates_once(monkeypatch, capsys):
    assert run(monkeypatch, capsys).startswith("Criado")
    assert run(monkeypatch, capsys, PASSWORD="zebras dormem tarde").startswith("Já existia")
    post = Membership.objects.select_related("user", "municipality").get()
    assert (post.user.cpf, post.user.email, post.role) == ("52998224725", "maria@example.org", "manager")
    assert post.user.check_password("quatro cavalos brancos")
    assert post.municipality.time_zone == "America/Cuiaba"
    assert post.municipality.rulesets.get().ruleset == "cuiaba-mt"


def test_without_cpf_does_nothing(monkeypatch, capsys):
    assert "nada a fazer" in run(monkeypatch, capsys, CPF="")
    assert not Municipality.objects.exists()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"CPF": "529.982.247-26"}, "CPF"),
        ({"PASSWORD": "curta"}, "PASSWORD"),
        ({"UF": "XX"}, "UF"),
        ({"MUNICIPALITY": ""}, "MUNICIPALITY"),
    ],
)
def test_says_what_is_wrong(monkeypatch, capsys, changes, says):
    with pytest.raises(CommandError, match=says):
        run(monkeypatch, capsys, **changes)
    assert not User.objects.exists()


def test_link_from_the_server(monkeypatch, capsys):
    run(monkeypatch, capsys)
    call_command("one_time_link", "529.982.247-25")
    assert "/conta/primeiro-acesso/" in capsys.readouterr().out
    assert OneTimeLink.objects.count() == 1
    with pytest.raises(CommandError):
        call_command("one_time_link", "111.444.777-35")
