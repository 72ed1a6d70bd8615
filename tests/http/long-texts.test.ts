import { inArray } from "drizzle-orm";
import { posts } from "gateway/database/schema";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { PlainBrowser } from "../support/plain-browser";
import { worstTexts } from "../support/worst-texts";

let portal: GatewayPortal;
beforeAll(async () => {
  portal = await startGatewayPortal();
});
afterAll(() => portal.stop());

async function topicOf() {
  const { gateway } = portal;
  const [author, section] = await Promise.all([gateway.member(), gateway.section()]);
  return { author, tid: (await gateway.topic(author, section)).tid };
}

test("a page with too many long texts leaves some out, and shows a link to each of them", async () => {
  const { author, tid } = await topicOf();
  const pids: number[] = [];
  for (let each = 0; each < 8; each += 1) pids.push((await portal.gateway.reply(author, tid)).pid);
  await portal.gateway.database
    .update(posts)
    .set({ html: `<p>${"长".repeat(170_000)}</p>` })
    .where(inArray(posts.id, pids));
  const browser = new PlainBrowser(portal.origin);
  const page = await browser.get(`/hsforum/thread-${tid}-1-1.html`);
  expect(page.status).toBe(200);
  expect(page.$("section[id^='post-']").length).toBe(9);
  const last = page.$(`#post-${pids.at(-1)}`);
  expect(last.text()).toContain("这篇内容很长，没有和其他内容一起显示。");
  const alone = await browser.get(last.find("a:contains('单独查看这篇内容')").attr("href") ?? "");
  expect(alone.status).toBe(200);
  expect(alone.$(`#post-${pids.at(-1)}`).text()).toContain("长".repeat(170_000));
});

test("the preview of a text that takes too long to render says so, and the text can still be published", async () => {
  const { author, tid } = await topicOf();
  const browser = await portal.browserOf(author);
  const [, content = ""] =
    worstTexts(12_000).find(([name]) => name === "short rows beneath a wide head") ?? [];
  const topic = await browser.get(`/hsforum/thread-${tid}-1-1.html`);
  const preview = await browser.submit(topic, { intent: "preview" }, { content });
  expect(preview.text).toContain("这篇内容的排版太复杂");
  const replied = await browser.submit(preview, { intent: "reply" });
  expect(replied.status).toBe(200);
  expect(replied.text).toContain("|a|a|a|a|");
});
