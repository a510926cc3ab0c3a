"""Words of the municipality for the contract of adoption, by what the law's clause is about. A person may change them.

Laws name the clauses of the contract, where they name them at all, and never write them.
"""

# Parts of the contract that come from the records themselves.
ANIMAL, RECEIVER, DONOR = "animal_data", "adopter_data", "donor_data"
FROM_RECORDS = (ANIMAL, RECEIVER, DONOR)

CLAUSES = {
    "adopter_responsibilities": (
        "Responsabilidades do adotante",
        (
            "O adotante responde pelo animal desde a assinatura: dá-lhe alimento, água, abrigo e assistência "
            "de médico veterinário; mantém-no vacinado contra a raiva e identificado; não o deixa solto na "
            "rua, não o abandona, não o vende nem o repassa sem comunicar ao órgão; comunica a morte, a perda"
            " e a mudança de endereço."
        ),
    ),
    "breach_penalties": (
        "Penalidades no caso de descumprimento",
        (
            "O descumprimento deste contrato permite ao Município retomar o animal e impede nova adoção, sem "
            "prejuízo das multas e demais penalidades da lei municipal e da responsabilidade civil e penal "
            "por maus-tratos ou abandono."
        ),
    ),
    "monitoring_permission": (
        "Permissão de monitoramento",
        (
            "O adotante permite que o Município visite o animal e verifique as suas condições, no endereço "
            "acima ou em outro para onde o leve, e presta as informações que lhe forem pedidas."
        ),
    ),
    "welfare_conditions": (
        "Condições de bem-estar e manutenção do animal",
        (
            "O animal fica em lugar limpo, seguro, protegido do sol, da chuva e do frio, com espaço para se "
            "mover, sem corrente curta nem confinamento permanente, e sem sofrer castigo, esforço excessivo "
            "ou privação."
        ),
    ),
}

# The same clauses where an entity receives the animal, to keep it or to find who adopts it.
OF_ENTITY = {
    "adopter_responsibilities": (
        "Responsabilidades da entidade",
        (
            "A entidade responde pelo animal desde a assinatura: dá-lhe alimento, água, abrigo e assistência "
            "de médico veterinário; mantém-no vacinado contra a raiva e identificado; não o abandona nem o "
            "vende. Pode entregá-lo a quem o adote, por contrato com as mesmas obrigações, e comunica ao "
            "órgão quem o recebeu, a morte ou a perda do animal."
        ),
    ),
    "breach_penalties": (
        "Penalidades no caso de descumprimento",
        (
            "O descumprimento deste contrato permite ao Município retomar o animal e impede nova doação à "
            "entidade, sem prejuízo das multas e demais penalidades da lei municipal e da responsabilidade "
            "civil e penal por maus-tratos ou abandono."
        ),
    ),
    "monitoring_permission": (
        "Permissão de monitoramento",
        (
            "A entidade permite que o Município visite o animal e verifique as suas condições, na sede dela "
            "ou onde o animal estiver, e presta as informações que lhe forem pedidas."
        ),
    ),
    "welfare_conditions": CLAUSES["welfare_conditions"],
}

TOLD = {
    "family_life": (
        "Toda a família convive com o animal: é preciso tempo, espaço, paciência e o acordo de todos; "
        "crianças pequenas ficam sob a vigilância de um adulto."
    ),
    "behaviour": (
        "O animal estranha a casa nova nos primeiros dias: dê-lhe um canto tranquilo, rotina e tempo; ensina-"
        "se com recompensa, nunca com castigo; morder, roer e latir pedem orientação."
    ),
    "life_expectancy": (
        "Cães vivem em geral de 10 a 14 anos e gatos de 12 a 16: a adoção é compromisso por toda a vida do "
        "animal."
    ),
    "adult_size": "",
    "nutritional_needs": (
        "Ração própria da espécie e da idade, em porções ao longo do dia, e água limpa sempre; ossos cozidos,"
        " chocolate, cebola e uva fazem mal."
    ),
    "health_needs": (
        "Vacina contra a raiva e as demais da espécie, todo ano; vermífugo e controle de pulgas e carrapatos;"
        " castração; consulta ao médico veterinário ao menos uma vez por ano."
    ),
}
