"""Who works in a municipality: people enter through a manager, and are switched off, never deleted.

A person is one account with a post in each municipality. The account (name, e-mail, one-time link) is in the care of
one of them, where the oldest post still active is: another municipality's manager could otherwise take it over.
"""

from django.db import transaction

from zoonoses.accounts.models import User
from zoonoses.accounts.services import links, people
from zoonoses.municipalities.models import Membership, Municipality, Role
from zoonoses.municipalities.refusals import Refused

ACCOUNT_ELSEWHERE = (
    "A conta desta pessoa está sob os cuidados de outro município, onde ela tem o vínculo mais antigo: "
    "nome, e-mail e senha são tratados lá. Aqui se trata só do vínculo."
)


def cares_for(municipality, user) -> bool:
    """Whether this municipality may change the person's account: its post is the oldest active one, and they do not
    administer the whole installation."""
    if user.is_staff or user.is_superuser:
        return False
    oldest = Membership.objects.filter(user=user, is_active=True).order_by("pk").first()
    return oldest is None or oldest.municipality_id == municipality.pk


@transaction.atomic
def add_person(*, municipality, cpf, name, email, role, position, badge, crmv) -> tuple[Membership, bool]:
    """A post for the person with this CPF, and whether the person is new here.

    Somebody known from another municipality keeps name and e-mail as they are there. Raises `Refused` when the same
    post exists, or the e-mail is another person's.
    """
    Municipality.objects.select_for_update().get(pk=municipality.pk)
    user = people.find_by_cpf(cpf)
    is_new = user is None
    if is_new:
        if people.email_taken(email):
            raise Refused("Este e-mail já é de outra pessoa.", "email")
        user = User.objects.create_user(cpf, name, email=email)
    elif Membership.objects.of(municipality).filter(user=user, role=role).exists():
        raise Refused(f"{user.name} já tem este papel aqui. Abra o vínculo existente na lista.", "cpf")
    elif not user.is_active:
        user.is_active = True
        user.save(update_fields=["is_active"])
    post = Membership.objects.create(
        municipality=municipality, user=user, role=role, position=position, badge=badge, crmv=crmv
    )
    return post, is_new


@transaction.atomic
def change_post(*, post, role, position, badge, crmv, name=None, email=None) -> Membership:
    """Corrects a post and, where the account is in this municipality's care, the name and e-mail.

    Raises `Refused` for the last manager, for a role the person already has here, for another's e-mail.
    """
    _keep_a_manager(post, still_manager=role == Role.MANAGER)
    others = Membership.objects.of(post.municipality).filter(user=post.user, role=role)
    if others.exclude(pk=post.pk).exists():
        raise Refused("A pessoa já tem este papel aqui, em outro vínculo.", "role")
    if name is not None and cares_for(post.municipality, post.user):
        if people.email_taken(email, except_user=post.user):
            raise Refused("Este e-mail já é de outra pessoa.", "email")
        people.correct(user=post.user, name=name, email=email)
    post.role, post.position, post.badge, post.crmv = role, position, badge, crmv
    post.save(update_fields=["role", "position", "badge", "crmv"])
    return post


@transaction.atomic
def switch_off(*, post) -> None:
    """Ends the post; without any other post the person can no longer sign in. What they did stays."""
    _keep_a_manager(post, still_manager=False)
    post.is_active = False
    post.save(update_fields=["is_active"])
    elsewhere = Membership.objects.filter(user=post.user, is_active=True).exists()
    if not elsewhere and not post.user.is_staff:
        people.switch_off(post.user)


@transaction.atomic
def switch_on(*, post) -> None:
    """The post holds again, and its person may sign in."""
    post.is_active = True
    post.save(update_fields=["is_active"])
    if not post.user.is_active:
        post.user.is_active = True
        post.user.save(update_fields=["is_active"])


def one_time_link(*, post, by, at) -> str:
    """The secret of a link by which the person sets a password; `at` is the real moment, also in training."""
    if not post.is_active or not post.user.is_active:
        raise Refused("Ligue o usuário antes de gerar o link.")
    if not cares_for(post.municipality, post.user):
        raise Refused(ACCOUNT_ELSEWHERE)
    return links.make_link(user=post.user, by=by, at=at)


def _keep_a_manager(post, *, still_manager):
    """No municipality is left without a manager; its row is locked, so that two may not leave at once."""
    Municipality.objects.select_for_update().get(pk=post.municipality_id)
    if post.role != Role.MANAGER or still_manager or not post.is_active:
        return
    managers = Membership.objects.of(post.municipality).active().filter(role=Role.MANAGER)
    if not managers.exclude(pk=post.pk).exists():
        raise Refused("É o único gestor do município. Dê este papel a outra pessoa antes.", "role")
