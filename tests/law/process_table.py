"""The procedure after the auto, written by hand: each state on each day, and what becomes of every act.

One line is one day of one state; a line without a state belongs to the one above. `ok` is allowed, `late` is allowed
and marked as out of time; every other word is the reason of a refusal, by `WORDS`: `x?`, for want of x; `x!`, for
x is done already.
"""

COLUMNS = (
    *("service", "defence", "reply", "decision", "decision_service", "appeal", "final_decision"),
    *("final_service", "charge", "payment", "active_debt"),
)
WORDS = {
    "ok": None,
    "late": None,
    "told?": "not_served",
    "told!": "already_served",
    "def?": "not_defended",
    "def!": "already_defended",
    "rep!": "already_replied",
    "dec?": "not_decided",
    "dec!": "decided",
    "app?": "not_appealed",
    "app!": "already_appealed",
    "app-late": "late_appeal",
    "runs": "term_running",
    "over": "term_expired",
    "none": "not_offered",
    "fin?": "not_final",
    "fin!": "final",
    "chg?": "not_charged",
    "chg!": "already_charged",
    "prop": "only_proposed",
    "zero": "nothing_owed",
    "paid": "paid",
    "no-term": "no_term",
    "away": "at_active_debt",
    "sent!": "already_sent",
    "off": "cancelled",
    "null": "annulled",
    "own": "own_notice",
    "who": "not_entitled",
}

# João Neiva, by its law. Ciência on Thursday 17/12/2026: ten business days without Christmas and the 1st of January
# end on Monday 04/01/2027. Ciência of the decision on Friday 15/01: the appeal ends on Friday 29/01, the payment on
# Sunday 14/02, so on Monday 15/02. Ciência of the final decision on Friday 19/02: Sunday 21/03, so Monday 22/03.
BY_LAW = """
state               day        service defence reply decision d.told appeal   final    f.told charge payment debt
drawn               16/12/2026 ok      told?   none  told?    dec?   dec?     app?     dec?   prop   chg?    zero
                    04/01/2027 ok      told?   none  told?    dec?   dec?     app?     dec?   prop   chg?    zero
told                17/12/2026 told!   ok      none  runs     dec?   dec?     app?     dec?   prop   chg?    zero
                    01/01/2027 told!   ok      none  runs     dec?   dec?     app?     dec?   prop   chg?    zero
                    03/01/2027 told!   ok      none  runs     dec?   dec?     app?     dec?   prop   chg?    zero
                    04/01/2027 told!   ok      none  runs     dec?   dec?     app?     dec?   prop   chg?    zero
                    05/01/2027 told!   late    none  ok       dec?   dec?     app?     dec?   prop   chg?    zero
                    05/07/2027 told!   late    none  ok       dec?   dec?     app?     dec?   prop   chg?    zero
defended            04/01/2027 told!   def!    none  ok       dec?   dec?     app?     dec?   prop   chg?    zero
defended early      29/12/2026 told!   def!    none  ok       dec?   dec?     app?     dec?   prop   chg?    zero
defended late       05/01/2027 told!   def!    none  ok       dec?   dec?     app?     dec?   prop   chg?    zero
defended, author    11/01/2027 told!   def!    none  own      dec?   dec?     app?     dec?   prop   chg?    zero
defended, clerk     11/01/2027 told!   def!    none  who      dec?   dec?     app?     dec?   prop   chg?    zero
kept                11/01/2027 told!   dec!    none  dec!     ok     told?    app?     dec?   ok     chg?    zero
                    11/06/2027 told!   dec!    none  dec!     ok     told?    app?     dec?   ok     chg?    zero
lowered             11/01/2027 told!   dec!    none  dec!     ok     told?    app?     dec?   ok     chg?    zero
made light          11/01/2027 told!   dec!    none  dec!     ok     told?    app?     dec?   zero   chg?    zero
cancelled           11/01/2027 told!   dec!    none  dec!     ok     off      app?     dec?   off    chg?    zero
kept, told          15/01/2027 told!   dec!    none  dec!     told!  ok       app?     dec?   ok     chg?    zero
                    28/01/2027 told!   dec!    none  dec!     told!  ok       app?     dec?   ok     chg?    zero
                    29/01/2027 told!   dec!    none  dec!     told!  ok       app?     dec?   ok     chg?    zero
                    30/01/2027 told!   dec!    none  dec!     told!  late     app?     dec?   ok     chg?    zero
made light, told    29/01/2027 told!   dec!    none  dec!     told!  ok       app?     dec?   zero   chg?    zero
cancelled, told     15/01/2027 told!   dec!    none  dec!     told!  off      app?     dec?   off    chg?    zero
kept, told, charged 29/01/2027 told!   dec!    none  dec!     told!  ok       app?     dec?   chg!   ok      fin?
                    30/01/2027 told!   dec!    none  dec!     told!  late     app?     dec?   chg!   ok      runs
                    14/02/2027 told!   dec!    none  dec!     told!  late     app?     dec?   chg!   ok      runs
                    15/02/2027 told!   dec!    none  dec!     told!  late     app?     dec?   chg!   ok      runs
                    16/02/2027 told!   dec!    none  dec!     told!  late     app?     dec?   chg!   ok      ok
appealed            29/01/2027 told!   dec!    none  dec!     told!  app!     ok       dec?   ok     chg?    zero
                    29/06/2027 told!   dec!    none  dec!     told!  app!     ok       dec?   ok     chg?    zero
appealed, author    10/02/2027 told!   dec!    none  dec!     told!  app!     own      dec?   ok     chg?    zero
appealed, clerk     10/02/2027 told!   dec!    none  dec!     told!  app!     who      dec?   ok     chg?    zero
appealed late       30/01/2027 told!   dec!    none  dec!     told!  app!     app-late dec?   ok     chg?    zero
appealed, charged   16/02/2027 told!   dec!    none  dec!     told!  app!     ok       dec?   chg!   ok      fin?
final               10/02/2027 told!   dec!    none  dec!     told!  fin!     dec!     ok     ok     chg?    zero
final, made light   10/02/2027 told!   dec!    none  dec!     told!  fin!     dec!     ok     zero   chg?    zero
final, cancelled    10/02/2027 told!   dec!    none  dec!     told!  fin!     dec!     ok     off    chg?    zero
final, told         19/02/2027 told!   dec!    none  dec!     told!  fin!     dec!     told!  ok     chg?    zero
charged             22/02/2027 told!   dec!    none  dec!     told!  fin!     dec!     told!  chg!   ok      runs
                    21/03/2027 told!   dec!    none  dec!     told!  fin!     dec!     told!  chg!   ok      runs
                    22/03/2027 told!   dec!    none  dec!     told!  fin!     dec!     told!  chg!   ok      runs
                    23/03/2027 told!   dec!    none  dec!     told!  fin!     dec!     told!  chg!   ok      ok
sent                23/03/2027 told!   dec!    none  dec!     told!  fin!     dec!     told!  chg!   away    sent!
paid                23/03/2027 told!   dec!    none  dec!     told!  fin!     dec!     told!  chg!   paid    zero
annulled            04/01/2027 null    null    null  null     null   null     null     null   null   null    null
"""

# A law that says nothing of the procedure, and a municipality that entered nothing: no term runs on any day.
UNREGULATED = """
state               day        service defence reply decision d.told appeal   final    f.told charge payment debt
drawn               16/12/2026 ok      told?   none  told?    dec?   dec?     app?     dec?   ok     chg?    zero
drawn, charged      16/12/2026 ok      told?   none  told?    dec?   dec?     app?     dec?   chg!   ok      fin?
told                17/12/2026 told!   ok      none  def?     dec?   dec?     app?     dec?   ok     chg?    zero
                    17/12/2030 told!   ok      none  def?     dec?   dec?     app?     dec?   ok     chg?    zero
told, charged       17/12/2026 told!   ok      none  def?     dec?   dec?     app?     dec?   chg!   ok      fin?
                    17/12/2030 told!   ok      none  def?     dec?   dec?     app?     dec?   chg!   ok      fin?
defended            04/01/2027 told!   def!    none  ok       dec?   dec?     app?     dec?   ok     chg?    zero
                    04/01/2030 told!   def!    none  ok       dec?   dec?     app?     dec?   ok     chg?    zero
defended, author    11/01/2027 told!   def!    none  own      dec?   dec?     app?     dec?   ok     chg?    zero
defended, clerk     11/01/2027 told!   def!    none  who      dec?   dec?     app?     dec?   ok     chg?    zero
kept                11/01/2027 told!   dec!    none  dec!     ok     none     app?     dec?   ok     chg?    zero
lowered             11/01/2027 told!   dec!    none  dec!     ok     none     app?     dec?   ok     chg?    zero
made light          11/01/2027 told!   dec!    none  dec!     ok     none     app?     dec?   zero   chg?    zero
cancelled           11/01/2027 told!   dec!    none  dec!     ok     off      app?     dec?   off    chg?    zero
kept, told          15/01/2027 told!   dec!    none  dec!     told!  none     app?     dec?   ok     chg?    zero
kept, told, charged 15/01/2027 told!   dec!    none  dec!     told!  none     app?     dec?   chg!   ok      no-term
                    15/01/2030 told!   dec!    none  dec!     told!  none     app?     dec?   chg!   ok      no-term
paid at once        16/12/2026 ok      told?   none  told?    dec?   dec?     app?     dec?   chg!   paid    zero
converted           17/12/2026 told!   ok      none  def?     dec?   dec?     app?     dec?   zero   chg?    zero
annulled            17/12/2026 null    null    null  null     null   null     null     null   null   null    null
"""

# The same laws under a decree: defence in 15 days, réplica in 5 business days, appeal in 10 business days, payment in
# 30 days from when it is final. Ciência on 17/12/2026: the 15th day is the holiday of 01/01, so Monday 04/01/2027.
# Defended on Tuesday 29/12: the réplica ends on Wednesday 06/01. Ciência of the decision on 15/01: appeal to 29/01,
# final on 30/01, payment to Monday 01/03. Final decision of 10/02: payment to Friday 12/03.
REGULATED = """
state               day        service defence reply decision d.told appeal   final    f.told charge payment debt
drawn               16/12/2026 ok      told?   def?  told?    dec?   dec?     app?     dec?   ok     chg?    zero
told                17/12/2026 told!   ok      def?  runs     dec?   dec?     app?     dec?   ok     chg?    zero
                    01/01/2027 told!   ok      def?  runs     dec?   dec?     app?     dec?   ok     chg?    zero
                    03/01/2027 told!   ok      def?  runs     dec?   dec?     app?     dec?   ok     chg?    zero
                    04/01/2027 told!   ok      def?  runs     dec?   dec?     app?     dec?   ok     chg?    zero
                    05/01/2027 told!   late    def?  fin!     dec?   dec?     app?     dec?   ok     chg?    zero
told, charged       04/01/2027 told!   ok      def?  runs     dec?   dec?     app?     dec?   chg!   ok      fin?
                    05/01/2027 told!   late    def?  fin!     dec?   dec?     app?     dec?   chg!   ok      runs
                    04/02/2027 told!   late    def?  fin!     dec?   dec?     app?     dec?   chg!   ok      runs
                    05/02/2027 told!   late    def?  fin!     dec?   dec?     app?     dec?   chg!   ok      ok
defended early      29/12/2026 told!   def!    ok    runs     dec?   dec?     app?     dec?   ok     chg?    zero
                    05/01/2027 told!   def!    ok    runs     dec?   dec?     app?     dec?   ok     chg?    zero
                    06/01/2027 told!   def!    ok    runs     dec?   dec?     app?     dec?   ok     chg?    zero
                    07/01/2027 told!   def!    over  ok       dec?   dec?     app?     dec?   ok     chg?    zero
defended late       05/01/2027 told!   def!    ok    fin!     dec?   dec?     app?     dec?   ok     chg?    zero
                    13/01/2027 told!   def!    over  fin!     dec?   dec?     app?     dec?   ok     chg?    zero
replied             30/12/2026 told!   def!    rep!  ok       dec?   dec?     app?     dec?   ok     chg?    zero
replied, author     30/12/2026 told!   def!    rep!  own      dec?   dec?     app?     dec?   ok     chg?    zero
replied, clerk      30/12/2026 told!   def!    rep!  who      dec?   dec?     app?     dec?   ok     chg?    zero
kept                11/01/2027 told!   dec!    dec!  dec!     ok     told?    app?     dec?   ok     chg?    zero
lowered             11/01/2027 told!   dec!    dec!  dec!     ok     told?    app?     dec?   ok     chg?    zero
made light          11/01/2027 told!   dec!    dec!  dec!     ok     told?    app?     dec?   zero   chg?    zero
cancelled           11/01/2027 told!   dec!    dec!  dec!     ok     off      app?     dec?   off    chg?    zero
kept, told          15/01/2027 told!   dec!    dec!  dec!     told!  ok       app?     dec?   ok     chg?    zero
                    29/01/2027 told!   dec!    dec!  dec!     told!  ok       app?     dec?   ok     chg?    zero
                    30/01/2027 told!   dec!    dec!  dec!     told!  late     app?     dec?   ok     chg?    zero
kept, told, charged 29/01/2027 told!   dec!    dec!  dec!     told!  ok       app?     dec?   chg!   ok      fin?
                    30/01/2027 told!   dec!    dec!  dec!     told!  late     app?     dec?   chg!   ok      runs
                    01/03/2027 told!   dec!    dec!  dec!     told!  late     app?     dec?   chg!   ok      runs
                    02/03/2027 told!   dec!    dec!  dec!     told!  late     app?     dec?   chg!   ok      ok
appealed            29/01/2027 told!   dec!    dec!  dec!     told!  app!     ok       dec?   ok     chg?    zero
appealed, author    10/02/2027 told!   dec!    dec!  dec!     told!  app!     own      dec?   ok     chg?    zero
appealed late       30/01/2027 told!   dec!    dec!  dec!     told!  app!     app-late dec?   ok     chg?    zero
appealed, charged   02/03/2027 told!   dec!    dec!  dec!     told!  app!     ok       dec?   chg!   ok      fin?
final               10/02/2027 told!   dec!    dec!  dec!     told!  fin!     dec!     ok     ok     chg?    zero
final, cancelled    10/02/2027 told!   dec!    dec!  dec!     told!  fin!     dec!     ok     off    chg?    zero
final, told         19/02/2027 told!   dec!    dec!  dec!     told!  fin!     dec!     told!  ok     chg?    zero
charged             11/03/2027 told!   dec!    dec!  dec!     told!  fin!     dec!     told!  chg!   ok      runs
                    12/03/2027 told!   dec!    dec!  dec!     told!  fin!     dec!     told!  chg!   ok      runs
                    13/03/2027 told!   dec!    dec!  dec!     told!  fin!     dec!     told!  chg!   ok      ok
sent                13/03/2027 told!   dec!    dec!  dec!     told!  fin!     dec!     told!  chg!   away    sent!
paid                13/03/2027 told!   dec!    dec!  dec!     told!  fin!     dec!     told!  chg!   paid    zero
converted           17/12/2026 told!   ok      def?  runs     dec?   dec?     app?     dec?   zero   chg?    zero
converted, final    19/02/2027 told!   dec!    dec!  dec!     told!  fin!     dec!     told!  zero   chg?    zero
annulled            17/12/2026 null    null    null  null     null   null     null     null   null   null    null
"""


def rows_of(table: str) -> dict[str, dict[str, dict[str, str]]]:
    """By state and day, the word of each act."""
    rows: dict[str, dict[str, dict[str, str]]] = {}
    state = ""
    for line in table.strip().splitlines()[1:]:
        state = line[:20].strip() or state
        day, *words = line[20:].split()
        rows.setdefault(state, {})[day] = dict(zip(COLUMNS, words, strict=True))
    return rows
