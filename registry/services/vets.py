"""Who may answer for a dose: the vets of the agency, or the responsible vet of a clinic."""

from zoonoses.municipalities.models import Membership, Role


def vets_at(*, municipality, clinic=None, first=None) -> list[tuple[str, str]]:
    """Pairs of name and CRMV to choose from; the membership `first` leads the list when it is a vet."""
    if clinic is not None:
        return [(clinic.vet_name, clinic.vet_crmv)] if clinic.vet_name and clinic.vet_crmv else []
    rows = Membership.objects.active().filter(municipality=municipality, role=Role.VET).exclude(crmv="")
    posts = sorted(rows.select_related("user"), key=lambda post: (post != first, post.user.name, post.pk))
    return [(post.user.name, post.crmv) for post in posts]
