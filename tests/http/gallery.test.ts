import { activityWorks } from "gateway/database/schema";
import { saveWords } from "gateway/sensitive-words/list";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addActivity, addSignup } from "../support/activities";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { PlainBrowser } from "../support/plain-browser";
import { shellsOf } from "./support";

const shells = shellsOf(import.meta.url);

/** The gallery of a contest as organisers keep it, with forms alone. */

let portal: GatewayPortal;
beforeAll(async () => {
  portal = await startGatewayPortal({ registerConfig: 1 });
});
afterAll(() => portal?.stop());

const nothing = {
  steps: [],
  prizes: [],
  tracks: [],
  criteria: [],
  panel: [],
  questions: [],
  materials: [],
  news: [],
  winners: [],
  recap: "",
  recapHtml: "",
};
const summary = {
  key: "summary",
  label: "介绍",
  type: "text" as const,
  hint: "",
  required: false,
  max: 500,
  endings: [],
  maxBytes: 0,
};

test.each(shells)(
  "organisers take a work down with a reason, and put it back, $shell",
  async ({ prefix, headers }) => {
    const { gateway } = portal;
    const [organiser, judge, person] = [
      await gateway.member(),
      await gateway.member(),
      await gateway.member(),
    ];
    const now = gateway.services.now();
    const contest = {
      kind: "competition" as const,
      workFields: [summary],
      worksUntil: new Date(now.getTime() - 1_000),
      organisers: [organiser],
      judges: [judge],
    };
    const activityId = await addActivity(gateway, { ...contest, home: { ...nothing, gallery: true } });
    const { id: signupId } = await addSignup(gateway, activityId, person);
    await gateway.database
      .insert(activityWorks)
      .values({ activityId, signupId, title: "借来的灯", answers: { summary: "抄来的话" }, updatedAt: now });
    const details = `${prefix}/eventActivities/details/${activityId}`;
    const works = `${prefix}/activity/manage/${activityId}/works`;
    const anyone = new PlainBrowser(portal.origin, headers);
    expect((await anyone.get(details)).$("#gallery").parent().text()).toContain("抄来的话");

    const judges = await portal.browserOf(judge, headers);
    expect((await judges.get(works)).$("button[value=withhold]").length).toBe(0);
    const browser = await portal.browserOf(organiser, headers);
    const page = await browser.get(works);
    const wrong = await browser.submit(page, { intent: "withhold" }, { reason: " " });
    expect([wrong.status, wrong.text.includes("请写明原因")]).toEqual([400, true]);
    expect(wrong.$("details[open]").length).toBe(1);
    const withheld = await browser.submit(wrong, { intent: "withhold" }, { reason: "不是本人的作品" });
    expect(withheld.text).toContain("「借来的灯」不再公开展示");
    expect(withheld.$("article .facts").text()).toContain("不公开展示");
    // It hides at once, from the shared page too.
    expect((await anyone.get(details)).$("#gallery").length).toBe(0);
    const own = await (await portal.browserOf(person, headers)).get(
      `${prefix}/activity/work?id=${activityId}`,
    );
    expect(own.text).toContain("组织者没有公开展示这件作品");

    const shown = await browser.submit(withheld, { intent: "withhold" });
    expect(shown.text).toContain("「借来的灯」恢复公开展示");
    await expect
      .poll(async () => (await anyone.get(details)).$("#gallery").length, { timeout: 120_000 })
      .toBe(1);

    // Where nothing is shown to everybody there is nothing to take down.
    const closed = await addActivity(gateway, { ...contest, home: null });
    const other = await addSignup(gateway, closed, await gateway.member());
    await gateway.database
      .insert(activityWorks)
      .values({ activityId: closed, signupId: other.id, title: "灯", answers: {}, updatedAt: now });
    const plain = await browser.get(`${prefix}/activity/manage/${closed}/works`);
    expect([plain.text.includes("灯"), plain.$("button[value=withhold]").length]).toEqual([true, 0]);
  },
);

test.each(shells)("a sensitive word is refused beside its field, $shell", async ({ prefix, headers }) => {
  const { gateway } = portal;
  await saveWords(gateway.database, [{ word: "禁词乙", level: "review", replacement: null }], new Date());
  const activityId = await addActivity(gateway, {
    kind: "competition",
    workFields: [summary],
    worksUntil: new Date(gateway.services.now().getTime() + 3_600_000),
    home: { ...nothing, gallery: true },
  });
  const person = await gateway.member();
  await addSignup(gateway, activityId, person);
  const browser = await portal.browserOf(person, headers);
  const form = await browser.get(`${prefix}/activity/work?id=${activityId}`);
  const refused = await browser.submit(form, { intent: "save" }, { title: "灯", a_summary: "这里有禁词乙" });
  expect(refused.status).toBe(422);
  expect(refused.$("[name=a_summary]").val()).toBe("这里有禁词乙");
  expect(refused.$("[name=a_summary]").attr("aria-invalid")).toBe("true");
  const saved = await browser.submit(refused, { intent: "save" }, { a_summary: "改好了" });
  expect(saved.text).toContain("作品已保存");
  await saveWords(gateway.database, [], new Date());
});
