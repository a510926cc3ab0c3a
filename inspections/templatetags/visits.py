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
    "referral": "Encaminhamento a outra autoridade",
    "guidance": "Orientação",
    "nothing": "Nada a fazer",
}


# Refusals that no later fact takes away.
FOR_GOOD = {
    "already_intimated",
    "already_noticed",
    "already_on_file",
    "already_referred",
    "already_served",
    "cured",
    "no_sanction_in_law",
    "not_in_law",
    "not_offered",
}


@register.filter
def refusal_word(step) -> str:
    """`não` for what cannot come any more, `ainda não` for what may."""
    return "não" if step.code in FOR_GOOD else "ainda não"


@register.filter
def act_label(step) -> str:
    """The act's name as this law calls it; a code without a name is shown as it is."""
    return step.name or ACT_LABELS.get(step.act, step.act)


@register.filter
def allowed_first(steps):
    """What may be done now, then what its page can still complete, then what may not be done."""
    return sorted(steps, key=lambda step: (not step.allowed, not step.is_open))
