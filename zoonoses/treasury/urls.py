from django.urls import path

from zoonoses.treasury.views import bank, charges, collection, revenue

app_name = "treasury"
urlpatterns = [
    path("cobrancas/", charges.charge_list, name="charges"),
    path("cobrancas/nova/", charges.charge_new, name="charge_new"),
    path("cobrancas/receita/", revenue.revenue, name="revenue"),
    path("cobrancas/banco/", bank.bank_returns, name="bank_returns"),
    path("cobrancas/banco/<int:pk>/", bank.bank_return, name="bank_return"),
    path("cobrancas/banco/<int:pk>/continuar/", bank.bank_resume, name="bank_resume"),
    path("municipio/recebimento/", collection.collection, name="collection"),
    path("cobrancas/<int:pk>/", charges.charge, name="charge"),
    path("cobrancas/<int:pk>/receber/", charges.pay, name="pay"),
    path("cobrancas/<int:pk>/guia/", charges.guide_new, name="guide_new"),
    path("cobrancas/<int:pk>/cancelar/", charges.cancel, name="cancel"),
    path("cobrancas/pagamentos/<int:pk>/estornar/", charges.payment_void, name="payment_void"),
]
