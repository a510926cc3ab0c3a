import os
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]="1"
from datetime import date, datetime
import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from tests.fines.test_notices import notice, intimate, chosen
from tests.inspections.visits import Town
from tests.factories import unit_value, sign_in
from zoonoses.documents.services import agenda
from zoonoses.municipalities.middleware import SESSION_KEY
from django.test import Client
from registry.models import TutorWarning

@pytest.mark.e2e
@pytest.mark.django_db(transaction=True)
def test_shots(live_server, page):
    town = Town("alegre-es", now="2012-04-02 08:00")
    seen = town.visit(date(2012,2,27),"inadequate_keeping","leash_plate_handler")
    o=town.visit(date(2012,2,20),"inadequate_keeping"); intimate(town,o,date(2012,2,20)); agenda.rebuild(o.act.case,on=date(2012,4,2))
    f=town.visit(date(2012,3,1),"inadequate_keeping"); intimate(town,f,date(2012,3,1)); agenda.rebuild(f.act.case,on=date(2012,4,2))
    TutorWarning.objects.create(tutor=town.tutor, reason="Cão bravo solto", author=town.agent, on=date(2012, 3, 1))
    town.return_visit(o, date(2012,4,2),"persists")
    made = notice(town, o, date(2012,4,2))
    cu = Town("cuiaba-mt", now="2024-03-12 10:00")
    cv = cu.visit(date(2024,3,12),"dog_without_leash","loose_animal")
    jn = Town("joao-neiva-es", now="2034-03-10 10:00")
    jv = jn.visit(date(2034,3,10),"violence","deprivation")
    jm = notice(jn, jv, date(2034,3,10), aggravating=("intent",))
    jv2 = jn.visit(date(2034,3,10),"violence","short_tether")
    open("/tmp/shots/jn.pdf","wb").write(bytes(jm.act.document.file.pdf))
    open("/tmp/shots/al.pdf","wb").write(bytes(made.act.document.file.pdf))
    def go(member, url, name, width=360, act=None):
        c = Client(); sign_in(c, member)
        page.context.clear_cookies()
        page.context.add_cookies([{"name":"sessionid","value":c.cookies["sessionid"].value,"url":live_server.url}])
        page.set_viewport_size({"width":width,"height":800})
        page.goto(live_server.url+url)
        if act: act()
        page.screenshot(path=f"/tmp/shots/{name}.png", full_page=True)
        bad=[(v["id"],[n["html"][:150] for n in v["nodes"]][:3]) for v in Axe().run(page).response["violations"]]
        print(name, page.evaluate("document.documentElement.scrollWidth"), bad)
    go(town.manager,"/","today-m"); go(town.manager,"/","today-d",1280)
    go(town.agent,reverse("desk:case",args=[f.act.case_id]),"case-m"); go(town.agent,reverse("desk:case",args=[o.act.case_id]),"case-d",1280)
    go(town.agent,reverse("fines:notice_new",args=[seen.pk]),"new-m")
    go(cu.agent,reverse("fines:notice_new",args=[cv.pk]),"newcu-d",1280)
    go(jn.agent,reverse("fines:notice_new",args=[jv2.pk]),"newjn-m")
    def conf():
        page.fill("textarea[name=description]","Animal ferido, com sangue no focinho.")
        page.check(f"#id_finding_{jv2.findings.first().pk}")
        page.locator("input[name=aggravating]").nth(0).check()
        page.get_by_role("button",name="Conferir").click()
    go(jn.agent,reverse("fines:notice_new",args=[jv2.pk]),"confjn-m",360,conf)
    go(jn.manager,reverse("fines:notice",args=[jm.pk]),"notice-d",1280)
    go(town.agent,"/autos/","list-m"); go(town.agent,"/autos/","list-d",1280)
    go(town.agent,"/simulador/?law=alegre-es&question=sanction&subject=inadequate_keeping&responder=1&f_animals=1&f_intimated_on=2012-08-08&f_checked_on=2012-09-11&official=on","sim-m")
    go(town.agent,"/simulador/?law=alegre-es&question=sanction&subject=inadequate_keeping","sim-d",1280)
    go(town.agent,"/busca/","busca-m")
    go(town.judge,"/","judge-m"); go(town.clinic,"/","clinic-m"); go(town.clerk,"/","clerk-m")
    go(town.agent,reverse("fines:notice_paper",args=[seen.pk]),"paper-m")
    go(town.agent,"/simulador/","sim0-m")
