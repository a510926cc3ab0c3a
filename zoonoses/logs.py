"""Logs never hold personal data: what looks like a CPF, CNPJ, phone, e-mail or row is masked."""

import logging
import re

MASK = "***"
PATTERNS = (
    (re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+"), MASK),
    (re.compile(r"(?<![\w.])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\w)"), MASK),
    (re.compile(r"(?<!\w)[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}/?[0-9A-Z]{4}-?\d{2}(?!\w)"), MASK),
    (re.compile(r"\(?\b\d{2}\)?[ -]?9?\d{4}-?\d{4}\b"), MASK),
    # PostgreSQL repeats the offending values: "Key (cpf)=(...) already exists", "Failing row contains (...)".
    (re.compile(r"(Key \([^)]*\)=)\(.*?\)(?= |$)", re.MULTILINE), rf"\1({MASK})"),
    (re.compile(r"(Failing row contains ).*$", re.MULTILINE), rf"\1({MASK})"),
)


def redact(text: str) -> str:
    """The text with everything that looks like personal data masked."""
    for pattern, replacement in PATTERNS:
        text = pattern.sub(replacement, text)
    return text


class RedactingFormatter(logging.Formatter):
    """Masks the whole formatted record, its traceback included."""

    def format(self, record):
        return redact(super().format(record))
