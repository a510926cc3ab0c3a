"""The first municipality of an installation, and the person who enters all others."""

from django.db import transaction
from django.utils.text import slugify

from zoonoses.accounts.models import User
from zoonoses.municipalities.lawbook import all_rulesets
from zoonoses.municipalities.models import Membership, Municipality, Role, RulesetInForce
from zoonoses.municipalities.zones import zone_of


@transaction.atomic
def found(*, cpf, name, email, password, municipality, uf) -> tuple[Membership, bool]:
    """The manager's post, and whether anything was made. A second call with the same data changes nothing.

    `cpf` are eleven digits. An account that exists keeps its password. The law of the municipality is adopted when
    the installation has one for it.
    """
    town = _town(municipality, uf)
    user = User.objects.filter(cpf=cpf).first() or User.objects.create_user(cpf, name, password, email=email)
    return Membership.objects.get_or_create(
        user=user, municipality=town, role=Role.MANAGER, defaults={"position": "Gestor"}
    )


def _town(name, uf) -> Municipality:
    town = Municipality.objects.filter(name=name, uf=uf, is_training=False).first()
    if town is not None:
        return town
    town = Municipality.objects.create(
        name=name,
        uf=uf,
        slug=slugify(f"{name} {uf}"),
        body_name="Centro de Controle de Zoonoses",
        letterhead_name=f"Prefeitura Municipal de {name}",
        time_zone=zone_of(uf),
    )
    for key, law in all_rulesets().items():
        if (law.header.municipality, law.header.uf) == (name, uf):
            RulesetInForce.objects.create(municipality=town, ruleset=key)
    return town
