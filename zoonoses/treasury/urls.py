from django.urls import path

from zoonoses.treasury.views import bank, charges, collection, revenue

app_name = "treasury"
urlpatterns = [
    path("", charges.charge_list, name="charges"),
    path("nova/", charges.charge_new, name="charge_new"),
    path("receita/", revenue.revenue, name="revenue"),
    path("banco/", bank.bank_returns, name="bank_returns"),
    path("banco/<int:pk>/", bank.bank_return, name="bank_return"),
    path("banco/<int:pk>/continuar/", bank.bank_resume, name="bank_resume"),
    path("banco/dados/", collection.collection, name="collection"),
    path("<int:pk>/", charges.charge, name="charge"),
    path("<int:pk>/receber/", charges.pay, name="pay"),
    path("<int:pk>/guia/", charges.guide_new, name="guide_new"),
    path("<int:pk>/cancelar/", charges.cancel, name="cancel"),
    path("pagamentos/<int:pk>/estornar/", charges.payment_void, name="payment_void"),
]
