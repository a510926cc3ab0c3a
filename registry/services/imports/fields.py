"""The fields of each kind of spreadsheet: what they are called, how a cell is read, which headers mean them."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from registry.models import ImportJob
from registry.services.imports import cells

TUTOR = "tutor_"


@dataclass(frozen=True)
class Field:
    """One field: its name, what the page and the exports call it, its reader, and other headers that mean it."""

    name: str
    label: str
    read: Callable
    others: tuple[str, ...] = ()
    required: bool = False


PERSON = (
    Field("name", "Nome do tutor", cells.name, ("nome", "nome completo", "razao social", "tutor", "proprietario",
          "responsavel", "dono", "nome do proprietario", "nome do responsavel", "nome completo do proprietario",
          "nome ou razao social"), required=True),
    Field("document", "CPF ou CNPJ", cells.document, ("cpf", "cnpj", "cpf cnpj", "documento", "no cpf", "n cpf")),
    Field("kind", "Tipo de pessoa", cells.kind, ("tipo", "pessoa")),
    Field("no_document_reason", "Motivo de não ter CPF/CNPJ", cells.text_of(200), ("motivo sem documento",)),
    Field("rg", "RG", cells.text_of(30), ("identidade", "carteira de identidade")),
    Field("rg_issuer", "Órgão emissor do RG", cells.text_of(20), ("orgao emissor", "orgao expedidor", "emissor")),
    Field("rg_uf", "UF do RG", cells.uf, ("uf rg",)),
    Field("phone", "Telefone", cells.phone, ("celular", "fone", "tel", "contato", "telefone 1", "whatsapp")),
    Field("phone_2", "Outro telefone", cells.phone, ("telefone 2", "celular 2", "telefone alternativo")),
    Field("email", "E-mail", cells.email, ("email", "correio eletronico")),
    Field("cadunico", "NIS do CadÚnico", cells.nis, ("nis", "cadunico")),
    Field("street", "Logradouro", cells.text_of(200), ("endereco", "rua", "endereco do tutor",
          "endereco do proprietario", "endereco residencial")),
    Field("number", "Número", cells.text_of(20), ("n", "no", "num", "numero da casa")),
    Field("complement", "Complemento", cells.text_of(100), ("compl",)),
    Field("district", "Bairro", cells.text_of(100), ("distrito", "localidade")),
    Field("city", "Município", cells.text_of(100), ("cidade", "municipio do tutor")),
    Field("uf", "UF", cells.uf, ("estado",)),
    Field("postal_code", "CEP", cells.postal_code, ()),
)  # fmt: skip

ANIMAL = (
    Field("rga", "RGA", cells.rga, ("numero do rga", "rga n", "registro", "numero de registro", "plaqueta",
          "numero da plaqueta")),
    Field("registered_on", "Data do registro", cells.day, ("registrado em", "data de registro", "data cadastro",
          "data do cadastro")),
    Field("species", "Espécie", cells.species, ("tipo de animal", "especie do animal"), required=True),
    Field("name", "Nome do animal", cells.text_of(80), ("nome", "animal", "pet", "nome do pet")),
    Field("breed", "Raça", cells.text_of(80), ()),
    Field("colour", "Cor", cells.text_of(80), ()),
    Field("coat", "Pelagem", cells.text_of(80), ()),
    Field("sex", "Sexo", cells.sex, ("genero",)),
    Field("size", "Porte", cells.size, ("tamanho",)),
    Field("born_on", "Nascimento", cells.day, ("data de nascimento", "nascido em", "dt nascimento", "nasc",
          "data nascimento", "data nasc")),
    Field("age_is_presumed", "Idade presumida", cells.yes_no, ("presumida", "nascimento presumido")),
    Field("age", "Idade", cells.age, ("idade anos", "idade aproximada", "idade em anos")),
    Field("is_neutered", "Castrado", cells.yes_no, ("castrada", "castrado a", "esterilizado", "castracao")),
    Field("neutered_on", "Castrado em", cells.day, ("data da castracao", "data castracao")),
    Field("origin", "Origem", cells.text_of(120), ("procedencia",)),
    Field("kept_at", "Onde é mantido", cells.text_of(250), ("local onde e mantido", "endereco do animal")),
    Field("diseases", "Doenças", cells.text_of(250), ("doenca",)),
    Field("marks", "Sinais particulares", cells.text_of(250), ("sinais", "marcas", "observacoes", "observacao", "obs")),
    Field("sinpatinhas", "Número no SinPatinhas", cells.sinpatinhas, ("sinpatinhas", "rg animal")),
    Field("is_community", "Animal comunitário", cells.yes_no, ("comunitario",)),
    Field("chip", "Microchip", cells.chip, ("chip", "microchip 1", "numero do microchip", "n microchip",
          "n do chip", "numero do chip", "transponder")),
    Field("chip_2", "Outro microchip", cells.chip, ("microchip 2", "chip 2")),
    Field("died_on", "Óbito em", cells.day, ("data do obito", "obito", "morte", "data da morte")),
)  # fmt: skip

VACCINATION = (
    Field("rga", "RGA", cells.rga, ("numero do rga", "rga n", "registro", "plaqueta", "numero da plaqueta")),
    Field("chip", "Microchip", cells.chip, ("chip", "numero do microchip")),
    Field("document", "CPF ou CNPJ do tutor", cells.document, ("cpf", "cnpj", "cpf cnpj", "cpf do tutor",
          "cpf do proprietario", "documento")),
    Field("name", "Nome do animal", cells.text_of(80), ("nome", "animal", "pet", "nome do pet")),
    Field("on", "Data da aplicação", cells.day, ("data", "aplicada em", "data da vacina", "data da vacinacao",
          "vacinado em", "data vacina"), required=True),
    Field("product", "Vacina", cells.text_of(120), ("nome da vacina", "tipo de vacina", "imunobiologico")),
    Field("is_rabies", "Contra a raiva", cells.yes_no, ("antirrabica", "raiva")),
    Field("lot", "Partida", cells.text_of(60), ("lote", "numero da partida", "numero do lote", "partida lote")),
    Field("revaccinate_on", "Data da revacinação", cells.day, ("revacinacao", "proxima dose", "proxima vacina",
          "revacinar em", "validade da vacina", "reforco")),
    Field("vet_name", "Médico veterinário", cells.text_of(200), ("veterinario", "aplicador", "responsavel",
          "medico veterinario responsavel")),
    Field("vet_crmv", "CRMV", cells.text_of(30), ("crmv do veterinario",)),
)  # fmt: skip


def _of_tutor(field: Field) -> Field:
    """The person's field beside an animal: the bare name is the animal's, the rest keeps its own words."""
    mine = tuple(word for word in field.others if word not in ("nome", "tipo"))
    marked = tuple(f"{field.label} {of}" for of in ("do tutor", "do proprietário", "do responsável", "tutor"))
    required = False
    return replace(field, name=TUTOR + field.name, others=mine + marked, required=required)


FIELDS = {
    ImportJob.Kind.TUTORS: PERSON,
    ImportJob.Kind.ANIMALS: (*ANIMAL, *(_of_tutor(field) for field in PERSON)),
    ImportJob.Kind.VACCINATIONS: VACCINATION,
}


def fields_of(kind: str) -> dict[str, Field]:
    """The fields of a kind of spreadsheet by name, in the order of the page."""
    return {field.name: field for field in FIELDS[kind]}
