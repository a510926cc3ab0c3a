"""Addresses of licences, households, the castration programme and community animals."""

from django.urls import path

from registry.views import castration, community, households, licences, reductions

patterns = [
    path("licencas/", licences.licence_list, name="licences"),
    path("licencas/nova/", licences.licence_new, name="licence_new"),
    path("licencas/<int:pk>/", licences.licence, name="licence"),
    path("licencas/<int:pk>/decidir/", licences.licence_decide, name="licence_decide"),
    path("licencas/animais/<int:pk>/saida/", licences.licence_animal_gone, name="licence_animal_gone"),
    path("domicilios/", households.household_list, name="households"),
    path("domicilios/<int:pk>/", households.household, name="household"),
    path("domicilios/<int:pk>/laudo/", reductions.reduction_new, name="reduction_new"),
    path("domicilios/laudos/<int:pk>/encerrar/", reductions.reduction_lift, name="reduction_lift"),
    # castration
    path("castracao/", castration.queue, name="castration"),
    path("castracao/pedir/<int:pk>/", castration.request_new, name="castration_new"),
    path("castracao/<int:pk>/", castration.request_page, name="castration_request"),
    path("castracao/<int:pk>/desistir/", castration.withdraw, name="castration_withdraw"),
    path("castracao/dias/", castration.days, name="castration_days"),
    path("castracao/dias/<int:pk>/", castration.day, name="castration_day"),
    path("castracao/dias/<int:pk>/chamar/", castration.call_next, name="castration_call"),
    path("castracao/agendamentos/<int:pk>/resultado/", castration.result, name="castration_result"),
    # community
    path("comunitarios/", community.community_list, name="communities"),
    path("animais/<int:pk>/comunitario/", community.community_animal, name="community"),
    path("animais/<int:pk>/comunitario/termo/", community.commitment_new, name="commitment_new"),
]
