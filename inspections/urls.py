from django.urls import path

from inspections.views import acts, acts_lists

app_name = "inspections"
urlpatterns = [
    path("vistorias/<int:pk>/relatorio/", acts.vet_report_new, name="vet_report_new"),
    path("vistorias/<int:pk>/intimar/", acts.intimate, name="intimate"),
    path("vistorias/<int:pk>/intimar/papel/", acts.intimate_paper, name="intimate_paper"),
    path("vistorias/<int:pk>/orientar/", acts.guidance_new, name="guidance_new"),
    path("intimacoes/", acts_lists.intimation_list, name="intimations"),
    path("intimacoes/<int:pk>/", acts_lists.intimation, name="intimation"),
    path("intimacoes/itens/<int:pk>/prorrogar/", acts.extension_new, name="extension_new"),
]
