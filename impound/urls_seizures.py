"""Addresses of impoundment: seizures."""

patterns: list = []
