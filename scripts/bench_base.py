"""What the benchmarks on PostgreSQL share. Importing it settles where they run: as in production, on the project."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zoonoses.settings")
# As in production: with DEBUG the framework keeps the text of every query, and that is what would be measured.
os.environ |= {
    "DEBUG": "False",
    "ALLOWED_HOSTS": "localhost",
    "SECRET_KEY": "only-for-this-measure-" + "0" * 50,
}


def as_cpf(nine: int) -> str:
    """Nine digits with their two check digits."""
    digits = f"{nine:09d}"
    for _ in range(2):
        weights = range(len(digits) + 1, 1, -1)
        rest = sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=True)) % 11
        digits += str(0 if rest < 2 else 11 - rest)
    return digits


def database_seconds(connection) -> float:
    """Processor time of this connection's PostgreSQL process, where it runs on this machine under Linux; else 0."""
    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        stat = Path(f"/proc/{cursor.fetchone()[0]}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
