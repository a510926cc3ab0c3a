from registry.views import animals, people

__all__ = ["animals", "people"]
