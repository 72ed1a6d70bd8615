import type { CallLimit } from "contract/base/call";
import { createLimits } from "gateway/server/limits";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { type Page, PlainBrowser } from "../support/plain-browser";
import type { Member, Section } from "../support/test-gateway";

const limits = createLimits();
const tooFrequent = /操作太频繁，请 \d+ 秒后再试/;
let portal: GatewayPortal;
let author: Member;
let section: Section;
beforeAll(async () => {
  portal = await startGatewayPortal({ registerConfig: 1 }, limits);
  author = await portal.gateway.member();
  section = await portal.gateway.section();
});
afterAll(() => portal.stop());

/** A member who has used up a limit's window. */
async function spent(name: CallLimit): Promise<{ member: Member; browser: PlainBrowser }> {
  const member = await portal.gateway.member({ signedPolicies: { Disclaimer: "1.0" } });
  await spendAll(name, String(member.id));
  return { member, browser: await portal.browserOf(member) };
}
async function spendAll(name: CallLimit, key: string): Promise<void> {
  for (let count = 0; count < 1_000; count += 1) if (!(await limits.take(name, key))) return;
  throw new Error(`${name} has no end`);
}
const contentOf = (page: Page) => page.$("textarea[name=content]").text().replace(/^\n/, "");
const addressOf = ({ tid }: { tid: number }) => `/hsforum/thread-${tid}-1-1.html`;

describe("a person who does too much in too short a time", () => {
  test("reads so at the head of the page after a like, and from the button itself with JavaScript", async () => {
    const { browser } = await spent("press");
    const topic = await portal.gateway.topic(author, section);
    const page = await browser.get(addressOf(topic));
    const refused = await browser.submit(page, { intent: `like:${topic.pid}` });
    expect([refused.status, refused.url.pathname]).toEqual([200, addressOf(topic)]);
    expect(refused.text).toMatch(tooFrequent);
    expect(refused.$(`button[value="like:${topic.pid}"]`).first().text()).toBe("赞");
    const csrf = String(refused.$("form input[name=csrf]").first().attr("value"));
    const pressed = await browser.post(
      "/reactions",
      new URLSearchParams({ csrf, intent: `like:${topic.pid}` }),
      {
        headers: { accept: "application/json" },
      },
    );
    expect([pressed.status, pressed.text]).toEqual([422, expect.stringMatching(tooFrequent)]);
  });

  test("reads so after following a person", async () => {
    const { browser } = await spent("press");
    const topic = await portal.gateway.topic(author, section);
    const page = await browser.get(addressOf(topic));
    const refused = await browser.submit(page, { intent: "follow" });
    expect([refused.status, refused.text]).toEqual([200, expect.stringMatching(tooFrequent)]);
  });

  test("reads so in the form of an edit, a reply and a draft, which keeps the text", async () => {
    const { member, browser } = await spent("edit");
    const topic = await portal.gateway.topic(member, section, { title: "改得太勤的帖子" });
    const editor = await browser.get(`/posting?pid=${topic.pid}`);
    const edited = await browser.submit(editor, { intent: "publish" }, { content: "改了又改的正文" });
    expect([edited.status, contentOf(edited), edited.text]).toEqual([
      429,
      "改了又改的正文",
      expect.stringMatching(tooFrequent),
    ]);

    await spendAll("submit", String(member.id));
    const replied = await browser.submit(
      await browser.get(addressOf(topic)),
      { intent: "reply" },
      { content: "回了又回" },
    );
    expect([replied.status, contentOf(replied), replied.text]).toEqual([
      429,
      "回了又回",
      expect.stringMatching(tooFrequent),
    ]);

    await spendAll("draft", String(member.id));
    const drafted = await browser.submit(
      await browser.get("/posting"),
      { intent: "draft" },
      { content: "存了又存" },
    );
    expect([drafted.status, contentOf(drafted), drafted.text]).toEqual([
      429,
      "存了又存",
      expect.stringMatching(tooFrequent),
    ]);
    const csrf = String(drafted.$('input[name="csrf"]').first().attr("value"));
    const fields = new URLSearchParams({
      csrf,
      target: "topic:new",
      writer: String(member.id),
      content: "脚本存的",
      automatic: "1",
    });
    const saved = await browser.post("/editor/draft", fields);
    expect([saved.status, JSON.parse(saved.html)]).toEqual([
      429,
      { code: "TOO_FREQUENT", message: expect.stringMatching(tooFrequent) },
    ]);
  });

  test("may still read, also where views are not counted any more", async () => {
    const { browser } = await spent("view");
    const topic = await portal.gateway.topic(author, section, { title: "看了又看的帖子" });
    expect(await browser.get(addressOf(topic))).toMatchObject({
      status: 200,
      text: expect.stringContaining("看了又看的帖子"),
    });
  });
});

test("a visitor who searches too much gets the search page with the words still in the box, and other pages as usual", async () => {
  await spendAll("search", "local");
  const visitor = new PlainBrowser(portal.origin);
  const refused = await visitor.get("/search?q=%E4%B8%B2%E5%8F%A3%20%E4%B9%B1%E7%A0%81&type=posts");
  expect([refused.status, refused.$("main input[name=q]").attr("value")]).toEqual([429, "串口 乱码"]);
  expect(refused.$("main [role=alert]").text()).toMatch(tooFrequent);
  expect((await visitor.get("/forum/all")).status).toBe(200);
});
