from django.urls import path

from zoonoses.municipalities.views import audit, holidays, identity, laws, people, posts, training, units

app_name = "municipalities"
urlpatterns = [
    path("", identity.settings, name="settings"),
    path("brasao/", identity.crest, name="crest"),
    path("tema.css", identity.theme, name="theme"),
    path("escolher/", posts.choose, name="choose"),
    path("leis/", laws.laws, name="laws"),
    path("leituras/<slug:key>/", laws.reading, name="reading"),
    path("feriados/", holidays.holidays, name="holidays"),
    path("feriados/<int:year>/incluir/", holidays.suggested, name="holidays_suggested"),
    path("feriados/<int:year>/conferir/", holidays.confirm, name="calendar_year"),
    path("feriados/dia/<int:pk>/revogar/", holidays.revoke, name="holiday_revoke"),
    path("unidades/", units.index_values, name="index_values"),
    path("usuarios/", people.users, name="users"),
    path("usuarios/novo/", people.user_new, name="user_new"),
    path("usuarios/<int:pk>/", people.user, name="user"),
    path("usuarios/<int:pk>/ligar/", people.user_switch, name="user_switch"),
    path("usuarios/<int:pk>/link/", people.user_link, name="user_link"),
    path("auditoria/", audit.audit, name="audit"),
    path("treinamento/", training.training, name="training"),
]
