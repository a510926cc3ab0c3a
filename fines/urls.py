from django.urls import path

from fines import views

app_name = "fines"
urlpatterns = [
    path("autos/", views.notices, name="notices"),
    path("autos/<int:pk>/", views.notice, name="notice"),
    path("vistorias/<int:pk>/autuar/", views.notice_new, name="notice_new"),
    path("vistorias/<int:pk>/autuar/papel/", views.notice_paper, name="notice_paper"),
]
