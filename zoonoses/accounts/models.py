"""The person who signs in. Where that person works, and as what, is a Membership of a municipality."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower

from zoonoses.accounts.querysets import OneTimeLinkQuerySet, UserManager


class User(AbstractBaseUser, PermissionsMixin):
    """A public servant or clinic employee, known by CPF. Never deleted: switched off (`is_active`)."""

    cpf = models.CharField("CPF", max_length=11, unique=True)
    name = models.CharField("nome completo", max_length=200)
    email = models.EmailField("e-mail", blank=True)
    is_staff = models.BooleanField("administra a instalação", default=False)
    is_active = models.BooleanField("ativo", default=True)
    date_joined = models.DateTimeField("cadastrado em", auto_now_add=True)

    objects = UserManager()

    USERNAME_FIELD = "cpf"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        verbose_name = "usuário"
        verbose_name_plural = "usuários"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(cpf__regex=r"^[0-9]{11}$"), name="user_cpf_has_eleven_digits"
            ),
            models.UniqueConstraint(
                Lower("email"), condition=~models.Q(email=""), name="user_email_unique_when_given"
            ),
        ]

    def __str__(self):
        return self.name

    def get_full_name(self):
        """Full name, as printed on documents."""
        return self.name

    def get_short_name(self):
        """First name, for greetings."""
        return self.name.split(" ")[0]


class OneTimeLink(models.Model):
    """A link by which somebody without e-mail sets a password, once and for a short time.

    Only the digest of its secret is kept: who reads the database cannot use it.
    """

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="one_time_links")
    digest = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", verbose_name="criado por"
    )
    created_at = models.DateTimeField("criado em")
    expires_at = models.DateTimeField("vale até")
    used_at = models.DateTimeField("usado em", null=True, blank=True)
    revoked_at = models.DateTimeField("cancelado em", null=True, blank=True)

    objects = OneTimeLinkQuerySet.as_manager()

    class Meta:
        verbose_name = "link de primeiro acesso"
        verbose_name_plural = "links de primeiro acesso"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("created_at")), name="one_time_link_expires_later"
            )
        ]
