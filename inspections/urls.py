from django.urls import path

from inspections.views import acts, acts_intimation, acts_lists, acts_referral, complaints, drafts, visits

app_name = "inspections"
urlpatterns = [
    path("denuncias/", complaints.complaint_list, name="complaints"),
    path("denuncias/nova/", complaints.complaint_new, name="complaint_new"),
    path("denuncias/<int:pk>/", complaints.complaint, name="complaint"),
    path("denuncias/<int:pk>/denunciante/", complaints.complainant, name="complainant"),
    path("vistorias/", visits.inspection_list, name="inspections"),
    path("vistorias/nova/", drafts.inspection_new, name="inspection_new"),
    path("vistorias/rascunho/<uuid:key>/", drafts.draft, name="draft"),
    path("vistorias/rascunho/<uuid:key>/conferir/", drafts.draft_review, name="draft_review"),
    path("vistorias/rascunho/<uuid:key>/apagar/", drafts.draft_discard, name="draft_discard"),
    path("vistorias/<int:pk>/", visits.inspection, name="inspection"),
    path("vistorias/<int:pk>/retorno/", drafts.return_new, name="return_new"),
    path("vistorias/<int:pk>/relatorio/", acts.vet_report_new, name="vet_report_new"),
    path("vistorias/<int:pk>/intimar/", acts_intimation.intimate, name="intimate"),
    path("vistorias/<int:pk>/intimar/papel/", acts_intimation.intimate_paper, name="intimate_paper"),
    path("vistorias/<int:pk>/orientar/", acts.guidance_new, name="guidance_new"),
    path("vistorias/<int:pk>/encaminhar/", acts_referral.referral_new, name="referral_new"),
    path("intimacoes/", acts_lists.intimation_list, name="intimations"),
    path("intimacoes/<int:pk>/", acts_lists.intimation, name="intimation"),
    path("intimacoes/itens/<int:pk>/prorrogar/", acts.extension_new, name="extension_new"),
]
