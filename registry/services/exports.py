"""What the lists of the registry are as files."""

from zoonoses.documents.services.exports import FORMATS, Column, safe, write

__all__ = ["FORMATS", "Column", "safe", "write"]
