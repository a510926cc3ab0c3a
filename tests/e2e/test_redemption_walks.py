"""On a phone: under each law that has redemption, one animal of each size from the street to its owner.

One lot in one act, one request, one payment, one delivery; every paper is read back from its PDF. The amounts are
worked by hand beside each law. Where the law has no redemption, the pages say so and offer nothing.
"""

import re
from datetime import date
from decimal import Decimal

import pytest
from PIL import Image

from fines.models import InfractionNotice
from impound.models import Exit, Redemption, SeizedAnimal
from registry.models import VaccineLot, VaccineProduct
from tests.e2e import depot_walk as walk
from tests.e2e.depot_walk import Found, later, only, papers, says
from tests.factories import TutorFactory
from tests.impound.depot import Depot
from tests.impound.redeeming import event, examined, unit_value
from zoonoses.documents.kinds import DocumentKind
from zoonoses.documents.models import Document

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
OWNER = "Orlando D'Ávila Zangirolami"


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "cavalo.jpg"
    Image.new("RGB", (640, 480), "#7a6a50").save(path)
    return path


def owner_in(depot):
    return TutorFactory(municipality=depot.municipality, name=OWNER)


def lot_of(count):
    rows = list(SeizedAnimal.objects.order_by("pk"))
    assert len(rows) == count
    return rows


def went_home(custodies, owner):
    """Each animal left once, by redemption, and is its owner's."""
    gone = Exit.objects.filter(custody__in=custodies)
    assert [(row.kind, row.receiver) for row in gone] == [("redemption", owner)] * len(custodies)
    assert {row.animal.tutor_id for row in SeizedAnimal.objects.select_related("animal")} == {owner.pk}
    assert Redemption.objects.count() == 1


def test_alegre_a_dog_and_a_cat_vaccinated_and_registered_at_the_counter(phone):
    """The law knows no sizes: a dog and a cat. Day 5 of the 15 (art. 23, § 2º), day of the seizure included.

    Art. 26, p. ú.: 2 × R$ 10,00 = R$ 20,00. Arts. 11, I, and 24, p. ú.: 2 × R$ 5,00 = R$ 10,00. Together R$ 30,00.
    """
    depot = Depot("alegre-es", (2012, 3, 1, 9, 30))
    owner, agent, clerk = owner_in(depot), phone(depot.agent), phone(depot.clerk)
    product = VaccineProduct.objects.create(
        municipality=depot.municipality, name="Raivacel", maker="Alfa", lab_period_days=365, low_stock_at=2
    )
    VaccineLot.objects.create(
        municipality=depot.municipality,
        product=product,
        clinic=None,
        number="P-100",
        made_on=date(2011, 6, 1),
        expires_on=date(2013, 6, 1),
        received_on=date(2011, 7, 1),
        doses=10,
    )
    walk.take(
        agent,
        [Found("dog", "caramelo, coleira vermelha", "male"), Found("cat", "rajada, orelha cortada")],
        ground="loose",
    )
    says(agent.text(), "Art. 23", "15/03/2012")
    walk.seize(agent, 2)
    dog, cat = lot_of(2)
    says(
        only(agent, depot, DocumentKind.SEIZURE), "Lei nº 3.138/2011", "caramelo, coleira vermelha",
        "rajada, orelha cortada", "Rua do Fato, 157", "01/03/2012",
    )  # fmt: skip

    later(depot, days=4)
    walk.ask_for(clerk, [dog, cat], owner)
    says(clerk.text(), "Art. 24, parágrafo único", "Art. 25", "R$ 30,00")
    clerk.press(f"Vacinar o nº {dog.full_number} agora", at="/vacinacao/")
    clerk.page.locator("[name=lot]").select_option(index=1)
    clerk.page.locator("[name=vet]").select_option(index=0)
    clerk.press("Registrar dose aplicada", at=r"/resgates/\d+/")
    clerk.press(f"Registrar comprovante do nº {cat.full_number}")
    clerk.fill(product_name="Defensor", on="2012-01-10")
    clerk.press("Registrar comprovante", at=r"/resgates/\d+/")
    for custody in (dog, cat):
        clerk.press(f"Registrar o animal nº {custody.full_number} agora", at=r"/resgates/\d+/")
    clerk.press("Fazer a conta", at=r"/resgates/\d+/")
    walk.guide(clerk)
    walk.receive(clerk, "cash")
    walk.hand_over(clerk)
    went_home([dog, cat], owner)
    says(
        only(clerk, depot, DocumentKind.REDEMPTION_BILL), "R$ 20,00", "Art. 26, parágrafo único", "R$ 10,00",
        "Arts. 11, I, e 24, parágrafo único", "R$ 30,00",
    )  # fmt: skip
    says(only(clerk, depot, DocumentKind.GUIDE), OWNER, "30,00")
    receipts = " ".join(papers(clerk, depot, DocumentKind.RECEIPT))
    says(receipts, OWNER, "20,00", "5,00", "05/03/2012")
    says(
        only(clerk, depot, DocumentKind.RELEASE), OWNER, "Art. 24, parágrafo único", "Art. 25", "R$ 30,00, pagos",
        "Raivacel (Alfa) em 05/03/2012; Defensor em 10/01/2012",
        dog.full_number, cat.full_number, "caramelo", "rajada",
    )  # fmt: skip


def test_cuiaba_small_medium_and_large_and_one_sized_by_hand(phone):
    """Monday to Wednesday: three calendar days, that of the seizure included; art. 11, § 2º ends on Thursday.

    Art. 11, § 3º, by animal, transport + fine + daily rates of three days, in UPF:
    small  0,25 + 0,50 + (1,00 + 1,50 + 2,00) =  5,25, twice (the rabbit is no species of § 4º: small by hand)
    medium 0,50 + 1,00 + (2,00 + 2,50 + 3,00) =  9,00
    large  1,00 + 2,00 + (3,00 + 3,50 + 4,00) = 13,50
    Together 33,00 UPF, at R$ 50,00: R$ 1.650,00. The auto (art. 36, I: minor, 3,00 UPF) stands apart (art. 38).
    """
    depot = Depot("cuiaba-mt", (2024, 6, 3, 9, 30))
    unit_value(depot, "UPF", "50.00", date(2024, 6, 1), date(2024, 6, 30))
    owner, agent, clerk = owner_in(depot), phone(depot.agent), phone(depot.clerk)
    lot = [
        Found("dog", "preto, sem coleira", "male"),
        Found("sheep", "branca, sem brinco"),
        Found("cattle", "nelore, marca OZ"),
        Found(
            "other", "cinza, orelhas longas", "male", other="coelho", size="small", reason="menor que um cão"
        ),
    ]
    walk.take(agent, lot, ground="loose", owner=OWNER)
    says(agent.text(), "Art. 11, § 4º, I", "Art. 11, § 4º, II", "Art. 11, § 4º, III", "06/06/2024", OWNER)
    walk.seize(agent, 4)
    custodies = lot_of(4)
    assert [row.size for row in custodies] == ["small", "medium", "large", "small"]
    says(
        only(agent, depot, DocumentKind.SEIZURE), "Lei nº 3.666/1997", "Art. 9º, I", "pequeno", "médio", "grande",
        "coelho", "menor que um cão", "nelore, marca OZ", OWNER,
    )  # fmt: skip

    later(depot, days=2)
    agent.start_notice(custodies[0].seizure.visit_id)
    agent.tick("[name^=finding_]")
    agent.tick("[name^=gravity_][value=minor]")
    agent.page.locator("[name^=reason_]").first.fill("Sem prejuízo a terceiros.")
    agent.fill(description="Animais soltos na via pública.")
    agent.draw_up()
    notice = InfractionNotice.objects.get()
    says(agent.pdf(notice.act.document), "3,00 UPF", "Art. 36, I", OWNER)

    walk.ask_for(clerk, custodies, owner)
    says(clerk.text(), "Art. 9º, § 1º", "33,00 UPF", "R$ 1.650,00", "não é condição da entrega", "36,00 UPF")
    clerk.press(f"Verificar a causa do nº {custodies[0].full_number}", at="/registrar/")
    clerk.tick("[name=ceased][value='1']")
    clerk.fill(text="Cercado refeito.")
    clerk.press("Registrar verificação das causas", at=r"/resgates/\d+/")
    for custody in custodies[1:]:
        event(depot, custody, "cause", date(2024, 6, 5), facts={"ceased": True})
    clerk.press("Fazer a conta", at=r"/resgates/\d+/")
    walk.guide(clerk)
    walk.receive(clerk)
    walk.hand_over(clerk)
    went_home(custodies, owner)
    says(
        only(clerk, depot, DocumentKind.REDEMPTION_BILL), "3 dias de custódia", "Transporte", "Multa da tabela",
        "Diárias", "Art. 11, § 3º", "33,00 UPF", "R$ 1.650,00", "porte grande",
        "0,25 + 0,50 + 1,00 + 0,25 = 2,00 UPF",
    )  # fmt: skip
    says(only(clerk, depot, DocumentKind.GUIDE), OWNER, "1.650,00", "05/06/2024")
    says(only(clerk, depot, DocumentKind.RECEIPT), OWNER, "1.650,00", "05/06/2024")
    says(
        only(clerk, depot, DocumentKind.RELEASE), OWNER, "Art. 9º, § 1º", "Art. 10", "R$ 1.650,00, pagos",
        *(row.full_number for row in custodies),
    )  # fmt: skip


def test_alvares_machado_medium_and_large_and_one_equivalent_in_size(phone, photo):
    """One event and one owner: 60 UFM whatever the animals are (art. 10), at R$ 4,10 of the day of payment.

    60 × 4,10 = R$ 246,00; what was spent (art. 8º): seizure R$ 90,00 + feeding R$ 120,50 = R$ 210,50.
    Together R$ 456,50. The lhama is large as the equivalent in size of art. 1º, I, by hand.
    """
    depot = Depot("alvares-machado-sp", (2024, 6, 3, 9, 30))
    unit_value(depot, "UFM", "4.10", date(2024, 1, 1), date(2024, 12, 31))
    owner = owner_in(depot)
    agent, clerk, anyone = phone(depot.agent), phone(depot.clerk), phone()
    lot = [
        Found("horse", "castanho, quatro patas brancas", "male"),
        Found("pig", "malhado, sem brinco"),
        Found(
            "other", "branca, focinho preto", other="lhama", size="large", reason="do tamanho de um jumento"
        ),
    ]
    walk.take(agent, lot, ground="loose_unaccompanied", owner=OWNER, photo=photo)
    says(
        agent.text(), "O que o público vai ler", "Castanho, quatro patas brancas", "Rua do Fato – Centro", "Art. 15",
        "Art. 1º, I", "Art. 1º, II", "13/06/2024",
    )  # fmt: skip
    walk.seize(agent, 3)
    custodies = lot_of(3)
    horse, pig, llama = custodies
    assert [row.size for row in custodies] == ["large", "medium", "large"]
    says(
        only(agent, depot, DocumentKind.SEIZURE), "Lei nº 3.135/2024", "Art. 3º", "grande", "médio", "lhama",
        "do tamanho de um jumento", "castanho, quatro patas brancas", OWNER,
    )  # fmt: skip

    anyone.go(f"/animais-recolhidos/?municipio={depot.municipality.slug}")
    says(anyone.text(), "nº 0001/2024", "Castanho, quatro patas brancas")
    anyone.press("Equino nº 0001/2024", at="/animais-recolhidos/")
    says(anyone.text(), "Rua do Fato – Centro", "03/06/2024")
    assert not re.search("Orlando|157", anyone.text())
    public = anyone.page.url

    agent.go(f"/apreensoes/animais/{horse.pk}/")
    says(agent.text(), "quarentena", "Resgate até", OWNER, "porte grande")
    examined(depot, horse, date(2024, 6, 5))
    event(depot, horse, "expense", date(2024, 6, 3), code="seizure", cost=Decimal("90.00"))
    event(depot, pig, "expense", date(2024, 6, 5), code="feeding", cost=Decimal("120.50"))
    later(depot, days=10)  # Thursday, 13 June: the last of the ten days (art. 6º)
    agent.start_notice(horse.seizure.visit_id)
    agent.fill(description="Animais soltos na via pública.")
    agent.draw_up()
    says(agent.pdf(InfractionNotice.objects.get().act.document), "60,00 UFM", "Art. 10", OWNER)

    walk.ask_for(clerk, custodies, owner, born_on="1970-01-31")
    says(clerk.text(), "Art. 9º, VII", "R$ 456,50")
    clerk.press(f"{OWNER} assinou o auto agora", at=r"/resgates/\d+/")
    assert walk.show_all(clerk) == 5  # RG, CPF, residence, proof, containment: art. 9º, II, III, IV and VII
    clerk.press("Fazer a conta", at=r"/resgates/\d+/")
    walk.guide(clerk)
    walk.receive(clerk)
    walk.hand_over(clerk)
    went_home(custodies, owner)
    says(
        only(clerk, depot, DocumentKind.REDEMPTION_BILL), "R$ 90,00", "R$ 120,50", "60,00 UFM", "R$ 246,00",
        "R$ 456,50", "Art. 8º", "Arts. 8º e 10",
    )  # fmt: skip
    says(only(clerk, depot, DocumentKind.GUIDE), OWNER, "456,50", "13/06/2024")
    receipts = papers(clerk, depot, DocumentKind.RECEIPT)
    assert len(receipts) == 2
    says(
        " ".join(receipts),
        OWNER,
        "246,00",
        "R$ 456,50 - R$ 246,00 (multa do evento) = R$ 210,50",
        "13/06/2024",
    )
    says(
        only(clerk, depot, DocumentKind.RELEASE), OWNER, "conferido no balcão", "Art. 9º, VI", "Art. 13",
        "Exame de mormo: negativo (05/06/2024)",
        "lhama", "R$ 456,50, pagos", *(row.full_number for row in custodies),
    )  # fmt: skip
    assert anyone.page.request.get(public).status == 410


@pytest.mark.parametrize(
    ("town", "now", "law"),
    [
        ("joao-neiva-es", (2024, 6, 5, 9, 0), "Lei nº 3.468/2022"),
        ("vitoria-es", (2025, 3, 12, 9, 0), "Lei de 25/05/2011"),
    ],
    ids=["joao-neiva-es", "vitoria-es"],
)
def test_a_law_without_redemption_says_so_and_offers_nothing(phone, town, now, law):
    depot = Depot(town, now)
    dog = depot.seize(depot.at(now[0], now[1], now[2] - 2, 9), owner=owner_in(depot))
    clerk = phone(depot.clerk)
    _offers_nothing(clerk, dog, law)
    if town == "vitoria-es":
        # Five days after Monday the 10th end on Saturday; the last day moves to Monday the 17th (arts. 4º, I and II).
        depot.choose("custody_days", 5)
        _offers_nothing(clerk, dog, law, "Prazo de guarda", "17/03")
    assert not Redemption.objects.exists() and not Document.objects.exists()


def _offers_nothing(clerk, custody, law, *until):
    """Neither bill nor request: the page of the animal, the bill of any day, and the redemption by its address."""
    clerk.go(f"/apreensoes/animais/{custody.pk}/")
    says(clerk.text(), "Resgate sem previsão na lei", *until, "nada: sem previsão na lei")
    assert not clerk.offers("Resgate")
    clerk.go(f"/apreensoes/animais/{custody.pk}/conta/")
    says(clerk.text(), "não tem conta de resgate: nada se cobra")
    clerk.go(f"/apreensoes/animais/{custody.pk}/resgate/")
    says(clerk.text(), law, "não prevê resgate", "Nada se cobra e nada se pede aqui")
    assert not clerk.page.locator("main form[method=post]").count()
    assert not clerk.offers("Registrar pedido") and not clerk.offers("Fazer a conta")
