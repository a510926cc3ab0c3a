from django.urls import path

from zoonoses.portal import views_defence, views_rga, views_seized, views_simulator, views_verify

app_name = "portal"
urlpatterns = [
    path("animais-recolhidos/", views_seized.animals, name="seized"),
    path("animais-recolhidos/<str:code>/", views_seized.animal, name="seized_animal"),
    path("animais-recolhidos/<str:code>/foto/<int:pk>/", views_seized.photo, name="seized_photo"),
    path("defesa/", views_defence.defence, name="defence"),
    path("defesa/recibo/<str:token>/", views_defence.defence_receipt, name="defence_receipt"),
    path("defesa/recibo/<str:token>/pdf/", views_defence.defence_receipt_pdf, name="defence_receipt_pdf"),
    path("defesa/<str:code>/", views_defence.defence_file, name="defence_file"),
    path("rga/<str:code>/", views_rga.rga, name="rga"),
    path("simulador/", views_simulator.simulate, name="simulator"),
    path("verificar/", views_verify.verify, name="verify"),
    path("verificar/<str:code>/", views_verify.verify_code, name="verify_code"),
]
