"""Words for the acts that the law allows or refuses."""

from django import template

register = template.Library()

ACT_LABELS = {
    "vet_report": "Relatório do médico veterinário",
    "intimation": "Intimação",
    "service": "Ciência",
    "return_visit": "Vistoria de retorno",
    "extension": "Prorrogação do prazo",
    "notice": "Auto de infração",
    "seizure": "Apreensão do animal",
    "guidance": "Orientação",
    "nothing": "Nada a fazer",
}


@register.filter
def act_label(code: str) -> str:
    """The act's name; a code without a name is shown as it is."""
    return ACT_LABELS.get(code, code)


@register.filter
def allowed_first(steps):
    """What may be done now, then what may not."""
    return sorted(steps, key=lambda step: not step.allowed)
