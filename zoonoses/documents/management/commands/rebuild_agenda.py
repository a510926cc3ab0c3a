"""Writes again what is next in every case. Lists read it; after a changed holiday or reading it is run once."""

from django.core.management.base import BaseCommand

from zoonoses.documents.services import agenda
from zoonoses.municipalities import clock
from zoonoses.municipalities.models import Municipality


class Command(BaseCommand):
    help = "Refaz a agenda (próximos atos e prazos) de todos os casos, ou dos de um município."

    def add_arguments(self, parser):
        parser.add_argument("--municipality", help="endereço (slug) de um só município")

    def handle(self, *args, municipality=None, **options):
        towns = Municipality.objects.filter(is_active=True)
        if municipality:
            towns = towns.filter(slug=municipality)
        done = sum(agenda.rebuild_all(town, on=clock.today(town)) for town in towns)
        self.stdout.write(f"{done} caso(s) refeito(s).")
