from django.contrib.auth.base_user import BaseUserManager
from django.db import models


class UserManager(BaseUserManager):
    def create_user(self, cpf, name, password=None, email="", **extra):
        """A user known by the eleven digits of the CPF; without password nobody can sign in as them."""
        user = self.model(cpf=cpf, name=name, email=(email or "").strip().lower(), **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, cpf, name, password=None, email="", **extra):
        """Who administers the installation (not a municipality: that is a manager's membership)."""
        return self.create_user(cpf, name, password, email, is_staff=True, is_superuser=True, **extra)


class OneTimeLinkQuerySet(models.QuerySet):
    def standing(self, at):
        """Links that still open at a moment: not used, not cancelled, not expired."""
        return self.filter(used_at=None, revoked_at=None, expires_at__gt=at)
