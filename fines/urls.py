from django.urls import path

from fines import views, views_process

app_name = "fines"
urlpatterns = [
    path("autos/", views.notices, name="notices"),
    path("autos/<int:pk>/", views.notice, name="notice"),
    path("vistorias/<int:pk>/autuar/", views.notice_new, name="notice_new"),
    path("vistorias/<int:pk>/autuar/papel/", views.notice_paper, name="notice_paper"),
    path("autos/<int:pk>/defesa/", views_process.defence_new, name="defence_new"),
    path("autos/<int:pk>/replica/", views_process.reply_new, name="reply_new"),
    path("autos/<int:pk>/recurso/", views_process.appeal_new, name="appeal_new"),
    path("autos/<int:pk>/decidir/", views_process.decision_new, name="decision_new"),
    path("autos/<int:pk>/decidir-recurso/", views_process.final_decision_new, name="final_decision_new"),
    path("autos/<int:pk>/cobrar/", views_process.charge_new, name="charge_new"),
    path("autos/<int:pk>/medidas/", views_process.measures_page, name="measures"),
    path("autos/<int:pk>/processo.pdf", views_process.process_pdf, name="process_pdf"),
    path("processo/regulamento/", views_process.procedure_rules, name="procedure"),
]
