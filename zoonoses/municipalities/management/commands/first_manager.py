"""Creates the first municipality and its manager from the environment, at the first start of an installation."""

import environ
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from zoonoses import brazil
from zoonoses.accounts.models import User
from zoonoses.municipalities.models import UFS
from zoonoses.municipalities.services.founding import found

PREFIX = "ZOONOSES_FIRST_MANAGER_"
NEEDED = ("NAME", "PASSWORD", "MUNICIPALITY", "UF")


class Command(BaseCommand):
    help = f"Cria o primeiro município e o seu gestor a partir de {PREFIX}*. Repetir não altera nada."

    def handle(self, *args, **options):
        env = environ.Env()
        given = {name: env.str(PREFIX + name, default="").strip() for name in ("CPF", "EMAIL", *NEEDED)}
        if not given["CPF"]:
            self.stdout.write(f"{PREFIX}CPF vazio: nada a fazer.")
            return
        post, made = found(**self._checked(given))
        self.stdout.write(
            f"{'Criado' if made else 'Já existia'}: {post.user.name}, gestor de {post.municipality}."
        )

    def _checked(self, given):
        missing = [PREFIX + name for name in NEEDED if not given[name]]
        if missing:
            raise CommandError(f"Falta informar: {', '.join(missing)}.")
        if given["UF"] not in UFS:
            raise CommandError(f"{PREFIX}UF: {given['UF']} não é uma UF.")
        try:
            cpf = brazil.cpf(given["CPF"])
        except ValueError as error:
            raise CommandError(f"{PREFIX}CPF: {error}") from error
        try:
            validate_password(given["PASSWORD"], User(cpf=cpf, name=given["NAME"], email=given["EMAIL"]))
        except ValidationError as error:
            raise CommandError(f"{PREFIX}PASSWORD: {' '.join(error.messages)}") from error
        fields = {key.lower(): given[key] for key in ("NAME", "EMAIL", *NEEDED)}
        return {**fields, "cpf": cpf}
