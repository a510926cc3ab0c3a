"""A spreadsheet on its way in: read, mapped, checked, written by the worker, undone."""
