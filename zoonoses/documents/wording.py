"""Numbers and amounts in words, as papers write them."""

from decimal import Decimal

TEENS = "dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove"
UNITS = f"zero um dois três quatro cinco seis sete oito nove {TEENS}".split()
TENS = "_ _ vinte trinta quarenta cinquenta sessenta setenta oitenta noventa".split()
HUNDREDS = (
    "_ cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos".split()
)
LIMIT = 1_000_000_000


def in_words(number: int) -> str:
    """`1230` as `mil duzentos e trinta`; from a thousand million on, or below zero, the digits."""
    if not 0 <= number < LIMIT:
        return str(number)
    if number < 1000:
        return _below_thousand(number)
    millions, rest = divmod(number, 1_000_000)
    thousands, units = divmod(rest, 1000)
    parts = []
    if millions:
        parts.append(f"{_below_thousand(millions)} {'milhão' if millions == 1 else 'milhões'}")
    if thousands:
        parts.append("mil" if thousands == 1 else f"{_below_thousand(thousands)} mil")
    if units:
        parts.append(_below_thousand(units))
    last = units or thousands
    simple = last and (last < 100 or last % 100 == 0)
    return " ".join(parts[:-1]) + (" e " if simple else " ") + parts[-1] if len(parts) > 1 else parts[0]


def _below_thousand(number: int) -> str:
    if number < 20:
        return UNITS[number]
    if number == 100:
        return "cem"
    hundreds, rest = divmod(number, 100)
    words = [HUNDREDS[hundreds]] if hundreds else []
    if rest and rest < 20:
        words.append(UNITS[rest])
    elif rest:
        tens, units = divmod(rest, 10)
        words.append(TENS[tens])
        if units:
            words.append(UNITS[units])
    return " e ".join(words)


def reais_in_words(amount: Decimal) -> str:
    """`8.50` as `oito reais e cinquenta centavos`; the amount is in reais, with at most two decimal places."""
    reais, cents = divmod(int(amount * 100), 100)
    words = []
    if reais:
        unit = "real" if reais == 1 else "de reais" if reais % 1_000_000 == 0 else "reais"
        words.append(f"{in_words(reais)} {unit}")
    if cents or not reais:
        words.append(f"{in_words(cents)} {'centavo' if cents == 1 else 'centavos'}")
    return " e ".join(words)


def seizure_title(ruleset) -> str:
    """Termo de apreensão, with the name of the record where the law names one: it is the same paper."""
    document = ruleset.documents.get(ruleset.custody.record_document)
    return f"Termo de apreensão e {document.label.lower()}" if document else "Termo de apreensão"
