"""How Brazil writes documents, telephones, money, quantities and dates. Templates load it as `{% load br %}`.

The filters only write what they are given: `None` and an empty text give an empty text, and a document or telephone
of unexpected length is shown as it was stored, never cut. No filter reads the clock: the day is an argument.
"""

import re
import uuid
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal

from django import template
from django.utils import timezone
from django.utils.html import format_html

register = template.Library()

WEEKDAYS = (
    "segunda-feira",
    "terça-feira",
    "quarta-feira",
    "quinta-feira",
    "sexta-feira",
    "sábado",
    "domingo",
)
SHORT_WEEKDAYS = ("seg.", "ter.", "qua.", "qui.", "sex.", "sáb.", "dom.")
MONTHS = (
    "janeiro",
    "fevereiro",
    "março",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
)
SOON_DAYS = 3
# In this order: each browser also names those that it imitates.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


def _bare(value) -> str:
    """Letters and digits alone; CNPJ has letters since July 2026."""
    return re.sub(r"[^0-9A-Za-z]", "", str(value or "")).upper()


def _digits(value) -> str:
    return re.sub(r"\D", "", str(value or ""))


@register.filter
def cpf(value) -> str:
    """`12345678909` as `123.456.789-09`."""
    digits = _digits(value)
    if len(digits) != 11:
        return str(value or "")
    return f"{digits[:3]}.{digits[3:6]}.{digits[6:9]}-{digits[9:]}"


@register.filter
def cnpj(value) -> str:
    """`12ABC34501DE35` as `12.ABC.345/01DE-35`, numeric or alphanumeric."""
    text = _bare(value)
    if len(text) != 14:
        return str(value or "")
    return f"{text[:2]}.{text[2:5]}.{text[5:8]}/{text[8:12]}-{text[12:]}"


@register.filter
def document(value) -> str:
    """A CPF or a CNPJ, told apart by its length."""
    return cnpj(value) if len(_bare(value)) == 14 else cpf(value)


@register.filter
def masked_document(value) -> str:
    """A document for eyes that need only recognise it: `***.456.789-**`, `12.345.***/****-**`."""
    text = _bare(value)
    if len(text) == 11:
        return f"***.{text[3:6]}.{text[6:9]}-**"
    if len(text) == 14:
        return f"{text[:2]}.{text[2:5]}.***/****-**"
    return "*" * len(text)


@register.filter
def phone(value) -> str:
    """`27999998888` as `(27) 99999-8888`; national numbers (0800) and those without area code too."""
    digits = _digits(value)
    if len(digits) in (12, 13) and digits.startswith("55"):
        digits = digits[2:]
    if digits.startswith("0") and len(digits) == 11:
        return f"{digits[:4]} {digits[4:7]} {digits[7:]}"
    if len(digits) in (10, 11):
        return f"({digits[:2]}) {digits[2:-4]}-{digits[-4:]}"
    if len(digits) in (8, 9):
        return f"{digits[:-4]}-{digits[-4:]}"
    return str(value or "")


@register.filter
def crmv(value) -> str:
    """A registration as it is spoken of: `CRMV-ES 0781`, with the council said once, however it was typed."""
    text = str(value or "").strip()
    return text if not text or text.upper().startswith("CRMV") else f"CRMV {text}"


@register.filter
def cep(value) -> str:
    """`29680000` as `29680-000`."""
    digits = _digits(value)
    return f"{digits[:5]}-{digits[5:]}" if len(digits) == 8 else str(value or "")


def _exact(value) -> Decimal:
    """An amount as Decimal. A float has already lost what was written: that is a fault of the caller."""
    if isinstance(value, float):
        raise TypeError("an amount must be a Decimal, an int or a text, never a float")
    return Decimal(value)


def _written(number: Decimal) -> str:
    return f"{number:,f}".translate(str.maketrans(",.", ".,"))


@register.filter
def decimal_br(value, places=None) -> str:
    """`Decimal("1234.50")` as `1.234,50`: as many decimal places as the number has, or as asked (half up)."""
    if value is None or value == "":
        return ""
    number = _exact(value)
    if places is not None:
        number = number.quantize(Decimal(1).scaleb(-int(places)), rounding=ROUND_HALF_UP)
    return _written(number)


@register.filter
def money(value) -> str:
    """Reais with two decimal places: `R$ 1.234,56`, `-R$ 10,00`."""
    if value is None or value == "":
        return ""
    number = _exact(value).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    sign = "-" if number < 0 else ""
    return f"{sign}R$ {_written(abs(number))}"


@register.filter
def quantity(value) -> str:
    """`{"amount": "60", "unit": "UFM"}` as `60,00 UFM`; reais (`BRL`) as money. At least two decimal places."""
    if not value:
        return ""
    if isinstance(value, dict):
        amount, unit = value["amount"], value["unit"]
    else:
        amount, unit = value.amount, value.unit
    if unit == "BRL":
        return money(amount)
    number = _exact(amount)
    places = max(2, -number.normalize().as_tuple().exponent)
    return f"{decimal_br(number, places)} {unit}"


def _day(value) -> date:
    """The local day of a date or of a moment."""
    if isinstance(value, datetime):
        return (timezone.localtime(value) if timezone.is_aware(value) else value).date()
    return value


@register.filter
def weekday(value) -> str:
    """`segunda-feira`."""
    return WEEKDAYS[_day(value).weekday()] if value else ""


@register.filter
def long_date(value) -> str:
    """`2 de abril de 2024`, as documents say it; the first of a month is `1º`."""
    if not value:
        return ""
    day = _day(value)
    number = "1º" if day.day == 1 else str(day.day)
    return f"{number} de {MONTHS[day.month - 1]} de {day.year}"


@register.filter
def short_date(value, today=None) -> str:
    """`ter., 02/04/2024`; the year is left out when it is the year of `today`."""
    if not value:
        return ""
    day = _day(value)
    same_year = today and day.year == _day(today).year
    return f"{SHORT_WEEKDAYS[day.weekday()]}, {day:%d/%m}" + ("" if same_year else f"/{day.year}")


@register.filter
def distance(value, today) -> str:
    """`vence hoje`, `vence em 3 dias`, `venceu há 2 dias`: calendar days from `today` to the due day."""
    if not value or not today:
        return ""
    days = (_day(value) - _day(today)).days
    named = {-1: "venceu ontem", 0: "vence hoje", 1: "vence amanhã"}
    if days in named:
        return named[days]
    return f"vence em {days} dias" if days > 0 else f"venceu há {-days} dias"


@register.filter
def due_date(value, today) -> str:
    """A due day with weekday and distance: `ter., 02/04 · vence hoje`."""
    if not value or not today:
        return short_date(value)
    return f"{short_date(value, today)} · {distance(value, today)}"


@register.filter
def due_state(value, today) -> str:
    """`overdue`, `today`, `soon` (the next three days) or `running`: the look of a due day, never its legal effect."""
    if not value or not today:
        return ""
    days = (_day(value) - _day(today)).days
    if days < 0:
        return "overdue"
    if days == 0:
        return "today"
    return "soon" if days <= SOON_DAYS else "running"


@register.filter
def browser(user_agent) -> str:
    """`Chrome em Android`, for a person to recognise an own device; never for a decision."""
    text = user_agent or ""
    name = next((name for mark, name in BROWSERS if mark in text), "Navegador")
    system = next((f" em {name}" for mark, name in SYSTEMS if mark in text), "")
    return name + system


@register.simple_tag(takes_context=True)
def idempotency_key(context):
    """The hidden key that makes a repeated submit harmless. A form shown again with errors keeps its key."""
    request = context.get("request")
    sent = request.POST.get("idempotency_key", "") if request is not None else ""
    key = sent if _is_uuid(sent) else str(uuid.uuid4())
    return format_html('<input type="hidden" name="idempotency_key" value="{}">', key)


def _is_uuid(text: str) -> bool:
    return re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", text) is not None


@register.simple_tag(takes_context=True)
def query_replace(context, **changes):
    """The query string of this page with some parameters changed; `None` or empty takes a parameter out.

    `<a href="{% query_replace pagina=2 %}">` keeps the filters that are on.
    """
    query = context["request"].GET.copy()
    for name, value in changes.items():
        if value is None or value == "":
            query.pop(name, None)
        else:
            query[name] = value
    return "?" + query.urlencode()
