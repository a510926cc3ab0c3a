from django.urls import path

from zoonoses.portal import views_rga, views_simulator, views_verify

app_name = "portal"
urlpatterns = [
    path("rga/<str:code>/", views_rga.rga, name="rga"),
    path("simulador/", views_simulator.simulate, name="simulator"),
    path("verificar/", views_verify.verify, name="verify"),
    path("verificar/<str:code>/", views_verify.verify_code, name="verify_code"),
]
