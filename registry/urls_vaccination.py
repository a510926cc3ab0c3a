"""Addresses of vaccination: doses, stock, campaigns, overdue lists, animals that bit."""

from django.urls import path

from registry.views import bites, campaigns, overdue, vaccination, vaccines

patterns = [
    path("vacinacao/", vaccination.vaccination_list, name="vaccinations"),
    path("vacinacao/nova/", vaccination.vaccination_new, name="vaccination_new"),
    path("vacinacao/<int:pk>/", vaccination.vaccination_page, name="vaccination"),
    path("vacinacao/<int:pk>/emitir/", vaccination.vaccination_issue, name="vaccination_issue"),
    path("vacinacao/<int:pk>/documento/", vaccination.vaccination_pdf, name="vaccination_pdf"),
    path("vacinacao/<int:pk>/anular/", vaccination.vaccination_void, name="vaccination_void"),
    path("animais/<int:pk>/vacinas/", vaccination.animal_vaccinations, name="animal_vaccinations"),
    path("animais/<int:pk>/vacinas/comprovante/", vaccination.vaccination_proof, name="vaccination_proof"),
    path("vacinacao/estoque/", vaccines.stock, name="vaccine_stock"),
    path("vacinacao/estoque/vacinas/nova/", vaccines.product_new, name="vaccine_product_new"),
    path("vacinacao/estoque/vacinas/<int:pk>/", vaccines.product_edit, name="vaccine_product"),
    path("vacinacao/estoque/partidas/nova/", vaccines.lot_new, name="vaccine_lot_new"),
    path("vacinacao/estoque/partidas/<int:pk>/", vaccines.lot, name="vaccine_lot"),
    path("vacinacao/estoque/partidas/<int:pk>/perda/", vaccines.lot_loss, name="vaccine_lot_loss"),
    path("vacinacao/campanhas/", campaigns.campaign_list, name="campaigns"),
    path("vacinacao/campanhas/nova/", campaigns.campaign_new, name="campaign_new"),
    path("vacinacao/campanhas/<int:pk>/", campaigns.campaign, name="campaign"),
    path("vacinacao/campanhas/<int:pk>/editar/", campaigns.campaign_edit, name="campaign_edit"),
    path("vacinacao/campanhas/<int:pk>/postos/novo/", campaigns.post_new, name="campaign_post_new"),
    path("vacinacao/postos/<int:pk>/", campaigns.post_page, name="campaign_post"),
    path("vacinacao/postos/<int:pk>/editar/", campaigns.post_edit, name="campaign_post_edit"),
    path("vacinacao/postos/<int:pk>/vacinar/", campaigns.post_vaccinate, name="campaign_vaccinate"),
    path("vacinacao/postos/<int:pk>/contar/", campaigns.post_count, name="campaign_count"),
    path("vacinacao/contagens/<int:pk>/corrigir/", campaigns.tally_correct, name="tally_correct"),
    path("vacinacao/vencidas/", overdue.overdue_list, name="overdue"),
    path("vacinacao/vencidas/cartas/", overdue.overdue_letters, name="overdue_letters"),
    path("vacinacao/agressoes/", bites.bite_list, name="bites"),
    path("vacinacao/agressoes/nova/", bites.bite_new, name="bite_new"),
    path("vacinacao/agressoes/<int:pk>/", bites.bite, name="bite"),
    path("vacinacao/agressoes/<int:pk>/visita/", bites.bite_visit, name="bite_visit"),
    path("vacinacao/agressoes/<int:pk>/desfecho/", bites.bite_close, name="bite_close"),
]
