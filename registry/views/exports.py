"""Files that are no list of the screen: the national register's."""

from registry.services import national
from zoonoses.documents.downloads import list_file
from zoonoses.municipalities import clock
from zoonoses.municipalities.access import access
from zoonoses.municipalities.models import Role


@access(Role.CLERK, Role.MANAGER)
def national_register(request):
    """Dogs and cats with exactly the decree's fields, as CSV unless another format is asked for."""
    return list_file(
        request,
        national.rows_of(request.municipality),
        national.columns(clock.today(request.municipality)),
        name="cadastro-nacional",
        seen=lambda animal: [animal.tutor],
        default="csv",
    )
