"""Addresses of the accredited clinics: the agency's pages about them, and their own."""

from django.urls import path

from registry.views import clinic_own, clinics

patterns = [
    path("clinicas/", clinics.clinic_list, name="clinics"),
    path("clinicas/nova/", clinics.clinic_new, name="clinic_new"),
    path("clinicas/<int:pk>/", clinics.clinic, name="clinic"),
    path("clinicas/<int:pk>/editar/", clinics.clinic_edit, name="clinic_edit"),
    path("clinicas/<int:pk>/kits/", clinics.clinic_kits, name="clinic_kits"),
    path("clinicas/<int:pk>/inutilizar/", clinics.clinic_spoilt, name="clinic_spoilt"),
    path("clinicas/<int:pk>/suspender/", clinics.clinic_suspend, name="clinic_suspend"),
    path("clinicas/<int:pk>/pessoas/", clinics.clinic_member_new, name="clinic_member_new"),
    path("clinicas/remessas/<int:pk>/", clinics.remittance, name="remittance"),
    path("clinica/", clinic_own.clinic_home, name="clinic_home"),
    path("clinica/inutilizar/", clinic_own.kit_spoilt, name="kit_spoilt"),
    path("clinica/registros/", clinic_own.clinic_registrations, name="clinic_registrations"),
    path("clinica/remessa/", clinic_own.clinic_remittance, name="clinic_remittance"),
    path("clinica/consulta/", clinic_own.clinic_lookup, name="clinic_lookup"),
    path("clinica/documentos/<int:pk>/pdf/", clinic_own.clinic_pdf, name="clinic_pdf"),
]
