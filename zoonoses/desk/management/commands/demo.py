"""Fills an installation with training municipalities for who wants to see the product at work."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from zoonoses.desk import demo
from zoonoses.municipalities import clock
from zoonoses.municipalities.templatetags import br


class Command(BaseCommand):
    help = (
        "Cria os municípios de treinamento da demonstração. Repetir não altera nada; em produção é recusado."
    )

    def handle(self, *args, **options):
        if not settings.DEMO:
            raise CommandError("DEMO está desligado: dados de demonstração não entram em produção.")
        self.stdout.write("Demonstração: municípios de treinamento. Na primeira vez leva uns dois minutos.")
        for town in demo.load(real=clock.real_now()):
            day = clock.today(town.municipality)
            state = "criado agora" if town.is_new else "já existia"
            self.stdout.write(f"\n{town.municipality} – hoje é {day:%d/%m/%Y} neste treinamento ({state})")
            for post in town.people:
                cpf = br.cpf(post.user.cpf)
                self.stdout.write(f"  {cpf}  {post.get_role_display():<22}{post.user.name}")
            self.stdout.flush()
        self.stdout.write(f"\nEntre com o CPF. Senha de todos: {demo.PASSWORD}")
