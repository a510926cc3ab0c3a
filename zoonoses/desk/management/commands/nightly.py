"""The night's work in every municipality, run by compose, cron or systemd. It may be run again at any time."""

from django.core.management.base import BaseCommand, CommandError

from zoonoses.municipalities import clock
from zoonoses.municipalities.models import Municipality
from zoonoses.municipalities.services import nightly


class Command(BaseCommand):
    help = "Rotina da noite: retoma trabalhos parados e refaz a agenda, em cada município, no dia dele."

    def add_arguments(self, parser):
        parser.add_argument("--municipality", help="endereço (slug) de um só município")

    def handle(self, *args, municipality=None, **options):
        towns = Municipality.objects.filter(is_active=True).order_by("pk")
        if municipality:
            towns = towns.filter(slug=municipality)
        failed = 0
        for town in towns:
            for done in nightly.run(town, at=clock.now(town)):
                told = "falhou" if done.count is None else done.count
                self.stdout.write(f"{town}: {done.name}: {told}")
                failed += done.count is None
        if failed:
            raise CommandError(f"{failed} rotina(s) falharam; o erro de cada uma está no registro (log).")
