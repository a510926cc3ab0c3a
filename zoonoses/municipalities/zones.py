"""Brazil's time zones as a town hall names them. The legal day is the municipality's local day."""

ZONES = (
    ("America/Sao_Paulo", "Brasília – DF, ES, GO, MG, PR, RJ, RS, SC, SP (UTC−3)"),
    ("America/Bahia", "Bahia (UTC−3)"),
    ("America/Maceio", "Alagoas e Sergipe (UTC−3)"),
    ("America/Recife", "Pernambuco (UTC−3)"),
    ("America/Fortaleza", "Ceará, Maranhão, Paraíba, Piauí, Rio Grande do Norte (UTC−3)"),
    ("America/Belem", "Amapá e leste do Pará (UTC−3)"),
    ("America/Santarem", "Oeste do Pará (UTC−3)"),
    ("America/Araguaina", "Tocantins (UTC−3)"),
    ("America/Cuiaba", "Mato Grosso (UTC−4)"),
    ("America/Campo_Grande", "Mato Grosso do Sul (UTC−4)"),
    ("America/Porto_Velho", "Rondônia (UTC−4)"),
    ("America/Boa_Vista", "Roraima (UTC−4)"),
    ("America/Manaus", "Amazonas (UTC−4)"),
    ("America/Eirunepe", "Oeste do Amazonas (UTC−5)"),
    ("America/Rio_Branco", "Acre (UTC−5)"),
    ("America/Noronha", "Fernando de Noronha (UTC−2)"),
)

_BY_UF = {
    "BA": "America/Bahia",
    "AL": "America/Maceio",
    "SE": "America/Maceio",
    "PE": "America/Recife",
    "CE": "America/Fortaleza",
    "MA": "America/Fortaleza",
    "PB": "America/Fortaleza",
    "PI": "America/Fortaleza",
    "RN": "America/Fortaleza",
    "AP": "America/Belem",
    "PA": "America/Belem",
    "TO": "America/Araguaina",
    "MT": "America/Cuiaba",
    "MS": "America/Campo_Grande",
    "RO": "America/Porto_Velho",
    "RR": "America/Boa_Vista",
    "AM": "America/Manaus",
    "AC": "America/Rio_Branco",
}


def zone_of(uf: str) -> str:
    """The zone of most municipalities of the UF: a first value, which the manager may change."""
    return _BY_UF.get(uf, "America/Sao_Paulo")
