from django.apps import AppConfig

AUDITED = (
    *("Box", "BoxStay", "SeizedAnimal", "CustodyEvent", "Exit", "UndoneExit", "AdoptionBar", "FollowUp"),
    *("Redemption", "RedemptionItem", "SaleLot", "Publication"),
)
UNTOLD = {
    "CustodyEvent": ["key"],
    "FollowUp": ["key"],
    "SaleLot": ["minimum_basis"],
    "Publication": ["content"],
}


class ImpoundConfig(AppConfig):
    name = "impound"
    verbose_name = "Apreensões"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        """Every change of what is in custody is kept, and the manager may read it."""
        from impound.services import agenda as custody  # the app registry is ready only now
        from impound.services import (
            agenda_destinations,
            agenda_losses,
            agenda_redemptions,
            agenda_seizures,
            charge_sources,
            delivering,
            leaving,
            publications,
            redemption_bills,
            seizing,
            undoing,
            undoing_ends,
        )
        from zoonoses.documents.services import agenda, annulment
        from zoonoses.municipalities import audit
        from zoonoses.treasury.services import guards, sources

        for name in AUDITED:
            audit.register(self.get_model(name), exclude_fields=UNTOLD.get(name, []))
        agenda.register(agenda_destinations.lines_of)
        agenda.register(agenda_losses.lines_of)
        agenda.register(agenda_redemptions.lines_of)
        agenda.register(agenda_seizures.lines_of)
        agenda.register(custody.lines_of)
        annulment.on_annul(delivering.fall_with_document)
        annulment.on_annul(redemption_bills.fall_with_document)
        guards.on_settling(redemption_bills.guard)
        annulment.on_annul(undoing.fall_with_laudo)
        annulment.on_annul(undoing_ends.fall_with_termo)
        sources.register("redemption", charge_sources.of_redemption)
        sources.register("sale_lot", charge_sources.of_lot)
        sources.register("seizure", charge_sources.of_seizure)
        leaving.on_leave(publications.take_down_left)
        seizing.on_seize(publications.publish_seized)
