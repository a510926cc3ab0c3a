"""Addresses of impoundment: custody."""

from django.urls import path

from impound.views import custody, custody_ends, custody_events

patterns: list = [
    path("", custody.custody_list_page, name="custodies"),
    path("animais/<int:pk>/", custody.custody, name="custody"),
    path("animais/<int:pk>/conta/", custody.custody_bill, name="custody_bill"),
    path("animais/<int:pk>/registrar/", custody_events.event_new, name="event_new"),
    path("fatos/<int:pk>/desfazer/", custody_events.event_revoke, name="event_revoke"),
    path("animais/<int:pk>/laudo/", custody_events.evaluation_new, name="evaluation_new"),
    path("animais/<int:pk>/fim/", custody_ends.custody_end, name="custody_end"),
    path("animais/<int:pk>/desfazer-saida/", custody_ends.custody_end_undo, name="custody_end_undo"),
    path("animais/<int:pk>/proprietario/", custody_events.owner_identified, name="owner_identified"),
    path("animais/<int:pk>/filhotes/", custody_events.birth_new, name="birth_new"),
]
