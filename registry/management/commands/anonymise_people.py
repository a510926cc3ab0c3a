"""Anonymises people whose term of keeping ended, where the manager set one. Run it once a month, or at night."""

from django.core.management.base import BaseCommand

from registry.services import anonymisation
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import Municipality


class Command(BaseCommand):
    help = "Anonimiza os cadastros cujo prazo de guarda terminou, nos municípios que o definiram."

    def add_arguments(self, parser):
        parser.add_argument("--municipality", help="endereço (slug) de um só município")

    def handle(self, *args, municipality=None, **options):
        towns = Municipality.objects.filter(is_active=True).exclude(retention_years=None)
        if municipality:
            towns = towns.filter(slug=municipality)
        for town in towns:
            done = anonymisation.anonymise_all(municipality=town, on=clock.today(town))
            self.stdout.write(f"{town}: {done} cadastro(s) anonimizado(s).")
