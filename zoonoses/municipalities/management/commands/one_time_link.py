"""A one-time link from the server itself, for a manager who lost access and whom no other manager can help."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from zoonoses import brazil
from zoonoses.accounts.models import User
from zoonoses.accounts.services import links
from zoonoses.municipalities import clock


class Command(BaseCommand):
    help = "Mostra um link de uso único, válido por 48 horas, para a pessoa com este CPF definir a senha."

    def add_arguments(self, parser):
        parser.add_argument("cpf", help="CPF da pessoa, com ou sem pontuação")

    def handle(self, *args, cpf, **options):
        try:
            user = User.objects.get(cpf=brazil.cpf(cpf), is_active=True)
        except (ValueError, User.DoesNotExist) as error:
            raise CommandError("Ninguém ligado tem este CPF.") from error
        token = links.make_link(user=user, by=user, at=clock.real_now())
        base = getattr(settings, "ZOONOSES_SITE_URL", "").rstrip("/")
        self.stdout.write(base + reverse("one_time", args=[token]))
