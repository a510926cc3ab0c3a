"""Who may open the pages of public notices, and one record behind each: the access matrix takes both from here."""

from django.core.files.base import ContentFile

from impound.models import Publication, PublicPhoto
from zoonoses.municipalities.models import Role

STAFF = frozenset({Role.AGENT, Role.VET, Role.MANAGER, Role.CLERK})
BODY = STAFF | {Role.JUDGE}
PUBLIC = "public"
TABLE = {
    "impound:publish": STAFF,
    "impound:publications": BODY,
    "impound:publication": BODY,
    "impound:publication_withdraw": STAFF,
    "impound:publication_certify": STAFF,
    "portal:seized": PUBLIC,
    "portal:seized_animal": PUBLIC,
    "portal:seized_photo": PUBLIC,
}


class Records:
    """The animal of the seizures' records (`tests.impound.access_seizures.Records`), divulged with one photograph."""

    def __init__(self, town, seizures):
        self.custody = seizures.custody
        self.publication = Publication.objects.create(
            municipality=town.municipality,
            custody=self.custody,
            code=f"ACCE-SS00-0000-{town.municipality.pk % 10000:04d}",
            content={
                "entry": "0001/2012",
                "law": "Lei",
                "article": "",
                "ordered": False,
                "fields": [],
                "photos": [],
            },
            content_sha256="0" * 64,
            published_at=self.custody.seized_at,
            published_by=town.agent,
        )
        self.photo = PublicPhoto(publication=self.publication, source=town.attachment, sha256="0" * 64)
        self.photo.file.save("foto.jpg", ContentFile(b"foto"), save=False)
        self.photo.save()

    def args(self) -> dict:
        """The arguments of each address that has some."""
        one = [self.publication.pk]
        names = ("publication", "publication_withdraw", "publication_certify")
        return {"impound:publish": [self.custody.pk]} | {f"impound:{name}": one for name in names}

    def shared(self) -> dict:
        """Arguments of the pages that anybody opens."""
        return {
            "portal:seized_animal": [self.publication.code],
            "portal:seized_photo": [self.publication.code, self.photo.pk],
        }
