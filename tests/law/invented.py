"""An invented sixth law: another unit, other terms, another table, dated values, a repeal."""

INVENTED = """
format = 1
id = "serra-azul-xx"

[law]
title = "Lei nº 1, de 2 de janeiro de 2020"
short_title = "Lei nº 1/2020"
ementa = "Lei inventada."
law_on = 2020-01-02
body = "Serviço de Zoonoses"
municipality = "Serra Azul"
uf = "XX"
unit = "UPSA"

[units]
UPSA = "Unidade Padrão de Serra Azul"

[validity]
from_reading = "starts"
until_reading = "ends"
article = "Art. 50"

[counting]
article = "Art. 40"

[[readings]]
key = "starts"
kind = "date"
default = 2020-01-10
label = "Começo"
article = "Art. 50"
law_text = "Esta lei entra em vigor na data de sua publicação."
why = "Data do diário."

[[readings]]
key = "ends"
kind = "date"
unset = true
label = "Fim"
article = "Art. 50"
law_text = "Esta lei entra em vigor na data de sua publicação."
why = "Sem revogação."

[[readings]]
key = "unit_day"
kind = "choice"
default = "notice"
label = "Dia da unidade"
article = "Art. 3º"
law_text = "UPSA"
why = "Dia do auto."
options = [{ value = "notice", label = "Auto" }, { value = "payment", label = "Pagamento" }]

[conversion]
date_reading = "unit_day"

[[repeats.triple]]
factor = "3 ** p"
shown = "× 3 por reincidência"
label = "triplicada"

[infractions.noise]
article = "Art. 5º"
label = "barulho"
conduct = "O animal faz barulho"
law_text = "É proibido perturbar o sossego."
liable = "owner"
intimation = { kind = "at_most", days = 4, label = "até 4 dias úteis", article = "Art. 6º" }

[[infractions.noise.penalties]]
article = "Art. 7º"
until = 2021-06-30
fine = { amount = "10.00", per_animal = true, repeat = "triple" }

[[infractions.noise.penalties]]
article = "Art. 7º, na redação da Lei nº 2/2021"
from = 2021-08-01
fine = { amount = "12.50", per_animal = true, repeat = "triple" }

[[infractions.noise.penalties]]
article = "Lei nº 9/2023"
from = 2023-01-01
repealed = true

[terms.intimation]
label = "Intimação"
article = "Art. 6º"
start_label = "ciência"
offered_by = "infraction"
count = "business_days"

[terms.keep]
label = "Guarda"
article = "Art. 8º"
start_label = "apreensão"
count = "days"
length = 7
extended = true
versions = [{ from = 2020-01-10, article = "Art. 8º" }, { from = 2022-01-01, article = "Lei nº 5/2021", length = 9 }]

[[sizes]]
code = "tiny"
label = "mínimo"
article = "Art. 9º"
species = ["hamster"]

[[sizes]]
code = "huge"
label = "enorme"
article = "Art. 9º"
species = ["elephant"]

[services.leash]
label = "Guia"
article = "Art. 10"
versions = [
    { from = 2020-01-10, amount = "1.00", article = "Art. 10" },
    { from = 2021-01-01, amount = "1.35", article = "Lei nº 3/2020" },
]

[bill]
article = "Art. 11"
times = "required"
days = "calendar_nights"
sized = true

[[bill.items]]
code = "board"
label = "Hospedagem"
article = "Art. 11"

[bill.items.rates]
by_size = { tiny = ["0.10"], huge = ["7.00", "9.00"] }
mode = "sum_of_days"
after_last = "repeat_last"

[practice]
intimation_name = "Aviso"
penalty_stage = "imposed"
prior_from = "notice"
multiple = "one_notice_items"
"""
