"""Addresses of impoundment: redemptions."""

patterns: list = []
