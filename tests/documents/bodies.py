"""Bodies of documents, as the acts give them: a full and an empty one of each template."""

from zoonoses.documents import contexts

SIGNS = [
    "o animal está sem comida e há indicativos que não recebeu alimento;",
    "não há vasilha de água;",
    "não há vasilha de comida;",
    "as fezes estão dispostas no pátio e denotam falta de limpeza;",
    "não há abrigo para o animal, seja casinha, cocheira ou similar;",
    "a guia é curta e não permite movimento do animal;",
    "está com carrapatos, pulgas e outros demonstrando falta de cuidado e higiene;",
    "estado nutricional precário;",
    "outros",
]
FIXED_TEXT = (
    "Lavrei o presente auto de infração em 3 (três) vias, que por mim e pelo infrator assinadas, ficando uma via em "
    "seu poder a fim de que, querendo, possa apresentar defesa, no prazo de 10 (dez) dias a contar da data da "
    "ciência, no Centro Municipal de Vigilância em Saúde, na prefeitura, na sala dos conselhos, [ou, no caso] de "
    "multa, recolhê-la mediante guia de arrecadação em estabelecimento bancário autorizado."
)
PERSON: contexts.PersonBlock = {
    "name": "Maria da Conceição Sant'Ana Gonçalves d'Ávila O'Hara de Albuquerque e Vasconcelos Júnior",
    "kind": "pessoa física",
    "document_label": "CPF",
    "document": "123.456.789-09",
    "rg": "1.234.567 SSP/ES",
    "street": "Rua Professora Antônia Nascimento Ceccon",
    "number": "157",
    "complement": "fundos",
    "district": "Nossa Senhora de Fátima",
    "city": "João Neiva",
    "uf": "ES",
    "postal_code": "29680-000",
    "address": "Rua Professora Antônia Nascimento Ceccon, 157, fundos – Nossa Senhora de Fátima – João Neiva/ES",
    "phone": "(27) 99999-8888",
    "email": "maria.gonçalves@example.org",
}
INSPECTOR: contexts.SignatureBlock = {
    "heading": "Assinatura do fiscal",
    "name": "João Batista Lôbo",
    "position": "Fiscal de Meio Ambiente",
    "badge": "00123-4",
}
REFUSAL: contexts.RefusalBlock = {
    "statement": "A pessoa recusou-se a assinar, na presença das duas testemunhas abaixo.",
    "witnesses": [
        {"heading": "Testemunha 1", "name": "Ângela Brandão", "document": "CPF 111.444.777-35"},
        {"heading": "Testemunha 2", "name": "Inácio Müller", "document": "RG 998.877"},
    ],
}
BASIS: list[contexts.BasisLine] = [
    {
        "text": "Nenhuma atenuante e uma agravante: infração grave.",
        "article": "Art. 15, II",
        "arithmetic": "",
    },
    {"text": "Multa da infração grave.", "article": "Art. 20, I", "arithmetic": "100 × 1 = 100,00 VRTE"},
]


def empty_control_form() -> contexts.ControlFormBody:
    return {
        "animal_types": [
            {"text": "cão", "checked": False},
            {"text": "gato", "checked": False},
            {"text": "Outro", "checked": False, "line": True},
        ],
        "sizes": [{"text": size, "checked": False} for size in ("P", "M", "G", "EG")],
        "signs": [{"text": text, "checked": False, "line": text == "outros"} for text in SIGNS],
        "inspector": {"heading": "Assinatura do fiscal"},
        "reported": {"heading": "Assinatura do denunciado"},
    }


def control_form() -> contexts.ControlFormBody:
    body = empty_control_form()
    body["animal_types"][0]["checked"] = True
    body["sizes"][1]["checked"] = True
    for place in (0, 1, 8):
        body["signs"][place]["checked"] = True
    body["signs"][8]["detail"] = "ferida aberta na orelha direita"
    return body | {
        "person": PERSON,
        "animal_names": "Pingo, Pretinha e Tição",
        "animal_count": "3",
        "breed": "sem raça definida",
        "colour": "caramelo; preta; preto e branco",
        "date": "10/03/2025",
        "hour": "14:30",
        "inspector": INSPECTOR,
        "reported": {"heading": "Assinatura do denunciado", "name": PERSON["name"]},
        "place": PERSON["address"],
        "findings": [
            {
                "conduct": "Privar o animal de água e de alimento",
                "article": "Art. 5º, IV, b",
                "law_text": "privá-los de ar, luz, água, alimento e descanso",
                "animals": "3 animais",
                "description": "Vasilhas secas ao sol, sem sinal de uso recente.",
            }
        ],
        "notes": "A vizinha informou que a casa fica vazia de segunda a sexta.",
    }


def notice() -> contexts.NoticeBody:
    return {
        "law": "Lei nº 3.468/2022",
        "date": "10/03/2025",
        "hour": "14:30",
        "address": PERSON["address"],
        "person": PERSON,
        "offender_document": "CPF 123.456.789-09 / RG 1.234.567 SSP/ES",
        "description": "Manter três cães sem água e sem alimento (art. 5º, IV, b).",
        "penalty": "Multa de 100,00 VRTE (art. 20, I).",
        "penalty_stage": "proposed",
        "penalty_note": "O Conselho Municipal de Meio Ambiente julga e aplica a penalidade (art. 9º, V).",
        "fixed_text": FIXED_TEXT,
        "defence_line": "Prazo de defesa: 10 dias úteis da ciência (art. 9º, V).",
        "items": [
            {
                "conduct": "Privar o animal de água e de alimento",
                "article": "Art. 5º, IV, b",
                "animals": "3 animais",
                "gravity": "grave",
                "circumstances": ["Agravante: ter o infrator agido com dolo (art. 17, IV)"],
                "penalty": "multa",
                "penalty_article": "art. 20, I",
                "amount": "100,00 VRTE",
                "priors": [
                    {
                        "document": "Auto de infração nº 0007/2024",
                        "on": "12/08/2024",
                        "article": "Art. 5º, IV, e",
                        "conduct": "Manter em local anti-higiênico",
                    }
                ],
                "basis": BASIS,
            }
        ],
        "total": "100,00 VRTE",
        "equivalent": "Equivalente a R$ 471,75 em 10/03/2025.",
        "consequences": ["Encaminhamento à Polícia Civil (art. 9º, § 3º)"],
        "origin": ["Ficha de Controle nº 0001/2025, de 10/03/2025"],
        "signature_date": "10/03/2025",
        "inspector": INSPECTOR,
        "offender": {"heading": "Assinatura do autuado", "name": PERSON["name"]},
    }


def blank_notice() -> contexts.NoticeBody:
    return {
        "fixed_text": FIXED_TEXT,
        "inspector": {"heading": "Assinatura do fiscal"},
        "offender": {"heading": "Assinatura do autuado"},
    }


def inspection_record() -> contexts.InspectionRecordBody:
    return {
        "law": "Lei nº 3.138/2011",
        "person": PERSON,
        "date": "01/03/2012",
        "hour": "09:10",
        "place": PERSON["address"],
        "origin": "Denúncia nº 0001/2012",
        "animals": [{"name": "Pingo", "species": "cão", "breed": "sem raça definida", "sex": "macho"}],
        "animal_count": "3",
        "findings": [{"conduct": "Cão sem registro", "article": "Art. 2º", "animals": "3 animais"}],
        "notes": "Sem observações.",
        "inspector": INSPECTOR,
        "reported": {"heading": "Assinatura do responsável", "name": PERSON["name"], "note": "recusou-se"},
        "refusal": REFUSAL,
    }


def vet_report() -> contexts.VetReportBody:
    return {
        "law": "Lei nº 3.468/2022",
        "article": "art. 9º, I",
        "inspection": "Ficha de Controle nº 0001/2025",
        "person": PERSON,
        "place": PERSON["address"],
        "date": "11/03/2025",
        "hour": "08:00",
        "fields": [
            {"label": "Espécie animal", "value": "canina"},
            {"label": "Raça", "value": "sem raça definida"},
            {"label": "Idade presumida", "value": "4 anos"},
            {
                "label": "Descrição do local de confinamento",
                "value": "Quintal de terra, sem sombra.",
                "long": True,
            },
            {"label": "Estado nutricional aparente", "value": "magro; escore corporal 2 de 9", "long": True},
            {"label": "Outras informações relevantes", "value": "", "long": True},
        ],
        "conclusion": "Constatam-se maus-tratos.",
        "vet": {
            "heading": "Médico veterinário",
            "name": "Íris Peçanha",
            "position": "Médica veterinária",
            "badge_label": "CRMV",
            "badge": "ES 1234",
        },
    }


def intimation() -> contexts.IntimationBody:
    return {
        "name": "Intimação",
        "law": "Lei nº 3.138/2011",
        "person": PERSON,
        "inspection": "Termo de vistoria nº 0001/2012, de 01/03/2012",
        "place": PERSON["address"],
        "date": "01/03/2012",
        "hour": "09:30",
        "items": [
            {
                "conduct": "Cão sem registro",
                "article": "Art. 2º",
                "animals": "3 animais",
                "term": "30 (trinta) dias",
                "term_article": "Art. 2º, § 1º",
                "last_day": "seg., 02/04/2012",
                "basis": [
                    {
                        "text": "Sábado: prorroga-se.",
                        "article": "—",
                        "arithmetic": "31/03/2012 + 2 = 02/04/2012",
                    }
                ],
                "consequence": "Não sanada, será lavrado auto de infração.",
            }
        ],
        "orders": "Registrar os três cães no órgão municipal.\nApresentar os comprovantes de vacinação.",
        "term_note": "O prazo conta da ciência desta intimação, excluído o dia da ciência.",
        "inspector": INSPECTOR,
        "recipient": {"heading": "Ciente", "name": PERSON["name"]},
    }


def complaint() -> contexts.ComplaintBody:
    return {
        "channel": "balcão",
        "date": "01/03/2012",
        "hour": "08:15",
        "what": "Três cães presos sem água há dias.",
        "accused": "morador da casa azul",
        "place": "Rua das Flores, 157 – Centro",
        "reference": "ao lado da padaria",
        "received_by": INSPECTOR | {"heading": "Recebido por"},
    }


def extension() -> contexts.ExtensionBody:
    return {
        "law": "Lei nº 3.138/2011",
        "article": "art. 16, § 1º",
        "person": PERSON,
        "of": "Intimação nº 0001/2012, de 01/03/2012",
        "conduct": "Cão sem registro",
        "previous_last_day": "seg., 02/04/2012",
        "new_last_day": "qua., 02/05/2012",
        "reason": "Internação hospitalar comprovada.",
        "date": "30/03/2012",
        "authority": INSPECTOR | {"heading": "Autoridade"},
    }


def referral() -> contexts.ReferralBody:
    return {
        "law": "Lei nº 3.468/2022",
        "article": "art. 9º, § 3º",
        "law_text": "A constatação de maus-tratos pelo tutor será encaminhada à Polícia Civil.",
        "to": "Delegacia de Polícia Civil de João Neiva",
        "person": PERSON,
        "inspection": "Vistoria de 01/04/2026, Ficha de Controle nº 0001/2026",
        "place": "Rua das Flores, 157 – Centro",
        "date": "03/04/2026",
        "items": [
            {
                "conduct": "Corrente ou corda menor de 2 metros",
                "article": "art. 6º, VI",
                "law_text": "deixar animais amarrados em correntes ou cordas menores de 2 (dois) metros",
                "description": "Corda de 1,20 m presa ao portão.",
                "animals": "1 animal",
            }
        ],
        "report": "Relatório do médico veterinário nº 0001/2026, de 02/04/2026",
        "fields": [{"label": "a) espécie animal", "value": "cão", "long": False}],
        "conclusion": "Constata maus-tratos.",
        "pieces": ["Relatório do médico veterinário nº 0001/2026, código ABCD-123456"],
        "text": "O animal já foi recolhido.",
        "authority": INSPECTOR | {"heading": "Autoridade"},
    }


FULL = {
    contexts.CONTROL_FORM_ANEXO_I: (
        "control_form",
        "Ficha de Controle da Proteção e Bem-Estar Animal",
        control_form,
    ),
    contexts.NOTICE_ANEXO_II: ("infraction_notice", "Auto de infração", notice),
    contexts.NOTICE: ("infraction_notice", "Auto de infração", notice),
    contexts.INSPECTION_RECORD: ("inspection_record", "Termo de vistoria", inspection_record),
    contexts.VET_REPORT: ("vet_report", "Relatório do médico veterinário", vet_report),
    contexts.INTIMATION: ("intimation", "Intimação", intimation),
    contexts.COMPLAINT: ("complaint", "Protocolo de denúncia", complaint),
    contexts.REFERRAL: ("referral", "Ofício de encaminhamento", referral),
    contexts.EXTENSION: ("extension", "Prorrogação de prazo", extension),
}
