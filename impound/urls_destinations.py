"""Addresses of impoundment: destinations."""

patterns: list = []
