"""What the list of the depósito is as a file."""

from zoonoses.documents.services.exports import Column

COLUMNS = [
    Column("Nº de entrada", lambda row: row.custody.full_number),
    Column("Espécie", lambda row: row.custody.animal.species_label),
    Column("Sexo", lambda row: row.custody.get_sex_display()),
    Column("Porte", lambda row: row.custody.get_size_display()),
    Column("Características", lambda row: row.custody.description),
    Column("Microchip lido", lambda row: row.custody.chip_read),
    Column("Plaqueta lida", lambda row: row.custody.tag_read),
    Column("Apreendido em", lambda row: row.custody.seized_at),
    Column("Resgate até", lambda row: row.terms.ends_on),
    Column("Permanência máxima", lambda row: row.terms.ceiling_on),
    Column("Baia", lambda row: row.custody.box_name),
    Column("Proprietário", lambda row: row.owner.name if row.owner else ""),
    Column("Deve hoje", lambda row: row.owed),
    Column("Em reais", lambda row: row.reais),
    Column("Próximo passo", lambda row: row.next),
]
