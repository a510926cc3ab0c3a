"""What the list of documents is as a file."""

from zoonoses.documents.services.exports import Column

DOCUMENT_COLUMNS = [
    Column("Documento", lambda document: document.get_kind_display()),
    Column("Número", lambda document: document.full_number),
    Column("Título", lambda document: document.title),
    Column("Emitido em", lambda document: document.issued_at),
    Column("Código de verificação", lambda document: document.code),
    Column("Em branco", lambda document: document.is_blank),
    Column("Anulado", lambda document: hasattr(document, "annulment")),
]
