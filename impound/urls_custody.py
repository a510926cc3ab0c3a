"""Addresses of impoundment: custody."""

patterns: list = []
