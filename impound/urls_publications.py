"""Addresses of impoundment: publications."""

patterns: list = []
