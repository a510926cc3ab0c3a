"""Addresses of the life of animals, of the RGA and of printing."""

from django.urls import path

from registry.views import animal_facts, animals, rga

patterns = [
    path("animais/listas/", animals.list_entries, name="list_entries"),
    path("animais/listas/<int:pk>/", animals.list_entry_switch, name="list_entry_switch"),
    path("animais/<int:pk>/fatos/<slug:slug>/", animal_facts.fact_new, name="animal_fact"),
    path("animais/fatos/<int:pk>/desfazer/", animal_facts.fact_revoke, name="fact_revoke"),
    path("animais/<int:pk>/rga/", rga.rga_new, name="rga_new"),
    path("animais/<int:pk>/segunda-via/", rga.second_copy_new, name="second_copy_new"),
    path("segundas-vias/", rga.second_copy_list, name="second_copies"),
    path("segundas-vias/<int:pk>/emitir/", rga.second_copy_issue, name="second_copy_issue"),
    path("carteiras/", rga.card_list, name="cards"),
    path("carteiras/imprimir/", rga.batch_new, name="batch_new"),
    path("impressoes/", rga.batch_list, name="batches"),
    path("impressoes/<int:pk>/", rga.batch, name="batch"),
    path("impressoes/<int:pk>/retomar/", rga.batch_resume, name="batch_resume"),
    path("impressoes/<int:pk>/pdf/", rga.batch_pdf, name="batch_pdf"),
]
