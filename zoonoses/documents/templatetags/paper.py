"""What a document template needs to print its context: a value, its absence, or a line to write on."""

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import mark_safe

register = template.Library()


@register.simple_tag(takes_context=True)
def entry(context, value="", lines=1, absent="não informado"):
    """The value with its line breaks; on a blank form, lines for handwriting; otherwise `absent` in italics."""
    if value not in ("", None):
        return mark_safe(conditional_escape(str(value)).replace("\n", "<br>"))
    if context["document"]["is_blank"]:
        return mark_safe('<span class="rule"></span>' * int(lines)) if int(lines) > 1 else ""
    return format_html('<span class="none">{}</span>', absent) if absent else ""


@register.simple_tag(takes_context=True)
def line(context, value=""):
    """A value inside a sentence; on a blank form a short line for handwriting."""
    if value not in ("", None):
        return value
    return mark_safe('<span class="rule-inline"></span>') if context["document"]["is_blank"] else ""


@register.simple_tag
def mark(checked, shape="()"):
    """A box of a form as the law prints it: `( )`, `(X)`, `[ ]`, `[X]`."""
    return mark_safe(f'<span class="mark">{shape[0]}{"X" if checked else " "}{shape[1]}</span>')
