"""Addresses of impoundment: seizures, boxes, summons."""

from django.urls import path

from impound.views import boxes, losses, seizing, seizures, summons

patterns: list = [
    path("lista/", seizures.seizure_list, name="seizures"),
    path("nova/", seizing.seizure_new, name="seizure_new"),
    path("perdas-da-posse/", losses.loss_list, name="losses"),
    path("identificar/", seizing.identify, name="identify"),
    path("<int:pk>/", seizures.seizure, name="seizure"),
    path("<int:pk>/notificar/", summons.summons_new, name="summons_new"),
    path("baias/", boxes.box_list, name="boxes"),
    path("baias/nova/", boxes.box_new, name="box_new"),
    path("baias/<int:pk>/editar/", boxes.box_edit, name="box_edit"),
    path("animais/<int:pk>/baia/", boxes.box_move, name="box_move"),
]
