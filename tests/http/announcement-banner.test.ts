import { addTime } from "contract/base/time";
import { eq } from "drizzle-orm";
import { announcements } from "gateway/database/schema";
import { forget } from "gateway/server/answers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { type Page, PlainBrowser } from "../support/plain-browser";
import type { Member } from "../support/test-gateway";
import { phoneAgent } from "./support";

let portal: GatewayPortal;
let reader: Member;
beforeAll(async () => {
  portal = await startGatewayPortal();
  reader = await portal.gateway.member({ signedPolicies: { Disclaimer: "1.0" } });
});
afterAll(() => portal.stop());
beforeEach(() => portal.gateway.database.delete(announcements));

/** Puts a banner up, as sending an announcement does. */
async function put(title: string, slot: number): Promise<number> {
  const { database, services } = portal.gateway;
  const now = services.now();
  const [row] = await database
    .insert(announcements)
    .values({
      kind: "announceSite",
      title,
      text: "",
      link: "/tags",
      audience: "all",
      bannerOnly: true,
      bannerUntil: addTime(now, 2, "day"),
      bannerSlot: slot,
      sendAt: addTime(now, -1, "second"),
    })
    .returning({ id: announcements.id });
  forget(portal.gateway, "all");
  return row?.id ?? 0;
}
const barOf = (page: Page) => page.$("form[action='/banner/close']");
/** Pages of visitors, and the answers of the portal, are seconds old. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 120_000, interval: 500 });

test.each([
  ["", {}],
  ["/h5", { "user-agent": phoneAgent }],
])(
  "a visitor's banner stands on each page %s, until they close it by a form or it is stopped",
  async (prefix, headers) => {
    const [one, other] = [new PlainBrowser(portal.origin, headers), new PlainBrowser(portal.origin, headers)];
    const at = `${prefix}/tags`;
    const title = `周末停机${prefix}`;
    expect(barOf(await one.get(`${prefix}/forum/all`)).text()).not.toContain(title);
    const id = await put(title, 1);
    await soon(async () => expect(barOf(await one.get(at)).text()).toContain(title));
    const page = await one.get(at);
    expect(barOf(page).find("a").attr("href")).toBe(at);
    expect(barOf(page).attr("aria-label")).toBe("公告");
    const closed = await one.submit(page, { button: "关闭" });
    expect([closed.url.pathname, barOf(closed).length]).toEqual([at, 0]);
    expect(String(await one.jar.getCookieString(portal.origin))).toContain("banner_closed=1");
    expect(barOf(await one.get(`${prefix}/forum/all`)).length).toBe(0);
    expect(barOf(await other.get(at)).text()).toContain(title);

    // The next one has another slot: who closed the first sees it.
    await portal.gateway.database
      .update(announcements)
      .set({ state: "stopped" })
      .where(eq(announcements.id, id));
    const next = `下周停机${prefix}`;
    await put(next, 2);
    await soon(async () => {
      for (const browser of [one, other]) expect(barOf(await browser.get(at)).text()).toContain(next);
    });
    await portal.gateway.database.update(announcements).set({ state: "stopped" });
    forget(portal.gateway, "all");
    await soon(async () => expect(barOf(await other.get(at)).length).toBe(0));
  },
);

test("a member closes a banner on all their devices; a form without the page's token does nothing", async () => {
  const id = await put("给大家的消息", 0);
  const [here, there] = [await portal.browserOf(reader), await portal.browserOf(reader)];
  const page = await here.get("/tags");
  expect(barOf(page).text()).toContain("给大家的消息");
  const forged = await here.post("/banner/close", new URLSearchParams({ banner: String(id), back: "/tags" }));
  expect(forged.status).toBe(303);
  const refusedPage = await here.get("/tags");
  expect([barOf(refusedPage).length, refusedPage.text]).toEqual([1, expect.stringContaining("页面已过期")]);
  const closed = await here.submit(page, { button: "关闭" });
  expect([closed.url.pathname, barOf(closed).length]).toEqual(["/tags", 0]);
  expect(barOf(await there.get("/forum/all")).length).toBe(0);
  const gone = await here.submit(page, { button: "关闭" });
  expect(gone.status).toBe(200);
  await portal.gateway.database.delete(announcements);
  const refused = await here.submit(page, { button: "关闭" });
  expect(refused.text).toContain("没有这条公告");
});
