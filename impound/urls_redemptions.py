"""Addresses of impoundment: redemptions."""

from django.urls import path

from impound.views import redemption_acts, redemptions

patterns: list = [
    path("animais/<int:pk>/resgate/", redemptions.redeem, name="redeem"),
    path("resgates/", redemptions.redemption_list, name="redemptions"),
    path("resgates/<int:pk>/", redemptions.redemption, name="redemption"),
    path("resgates/<int:pk>/itens/", redemption_acts.item_new, name="redemption_item"),
    path("resgates/itens/<int:pk>/desfazer/", redemption_acts.item_undo, name="redemption_item_undo"),
    path("resgates/<int:pk>/conta/", redemption_acts.bill_new, name="redemption_bill"),
    path("resgates/<int:pk>/guia/", redemption_acts.guide_new, name="redemption_guide"),
    path("resgates/<int:pk>/pagar/", redemption_acts.pay, name="redemption_pay"),
    path("resgates/<int:pk>/auto/", redemption_acts.notice_sign, name="redemption_notice_sign"),
    path(
        "resgates/<int:pk>/registrar/<int:custody>/",
        redemption_acts.animal_register,
        name="redemption_register",
    ),
    path("resgates/<int:pk>/entregar/", redemption_acts.release, name="release"),
    path("resgates/<int:pk>/desistir/", redemption_acts.withdraw, name="redemption_withdraw"),
]
