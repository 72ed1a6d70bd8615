import { randomUUID } from "node:crypto";
import { isNull } from "drizzle-orm";
import { packJob } from "gateway/content/pack-job";
import { products, sections, topics } from "gateway/database/schema";
import { runJobs } from "gateway/server/jobs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changePack, copyPack, type PackChange, smallCatalogue } from "../support/content";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { samplePdf } from "../support/upload-files";
import { shellsOf, signedIn, visitor } from "./support";

const shells = shellsOf(import.meta.url);

/** Repeats the page's own refresh until no job runs. */
async function settled(get: () => Promise<Page>): Promise<Page> {
  for (let tries = 0; tries < 300; tries += 1) {
    const page = await get();
    if (page.$('meta[http-equiv="refresh"]').length === 0) return page;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the job did not end");
}

describe.each(shells)("loading content in the $shell shell", ({ prefix, headers }) => {
  const address = `${prefix}/moderator/content`;

  test("only administrators may open the page", async () => {
    for (const browser of [visitor(headers), await signedIn("member", headers)]) {
      const page = await browser.get(address);
      expect(page.url.pathname).not.toBe(address);
    }
  });

  test("one press starts a check; the page reloads itself, then shows the result", async () => {
    const browser = await signedIn("admin", headers);
    const page = await browser.get(address);
    expect([page.status, page.$("h1").text()]).toEqual([200, "内容装载"]);
    const pressed = await browser.submit(page, { intent: "check" });
    expect(pressed.url.pathname).toBe(address);
    const done = await settled(() => browser.get(address));
    expect(done.text).toContain("没有写错的地方");
    // The demo's pack was loaded at the start, so a second load changes no row.
    expect(done.text).toContain("内容已是最新");
    expect(done.text).toContain("最近的装载");
  }, 90_000);
});

/** Products that no other part of the pack names. */
const more = (count: number): Record<string, PackChange> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `products/more-${index}.md`,
      `---\nid: ${300 + index}\nname: M${300 + index}\nsummary: 又一款\nclass: 11\nkind: chip\nstate: 量产\nsince: 2024-03-01\n---\n`,
    ]),
  );

describe("content changes that cannot be undone ask first", () => {
  let portal: GatewayPortal;
  let folder: string;
  let admin: PlainBrowser;
  const remove: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    portal = await startGatewayPortal({ registerConfig: 1 });
    folder = await copyPack({ ...smallCatalogue(samplePdf()), ...more(22) }, (one) => remove.push(one));
    portal.gateway.services.settings.contentPack = folder;
    // Administrators moderate every section, and a person who moderates none may not open the page.
    const own = { id: 9_001, packKey: "own", groupName: "测试分区", name: "不在包里的版块", icon: "cpu" };
    await portal.gateway.database.insert(sections).values({ ...own, position: 1, summary: "说明" });
    admin = await portal.browserOf(await portal.gateway.member({ admin: true }));
  });
  afterAll(async () => {
    await portal.stop();
    for (const one of remove) await one();
  });
  const address = "/moderator/content";
  const work = () => runJobs(portal.gateway.services, [packJob]);
  const listed = () => portal.gateway.database.$count(products, isNull(products.delistedAt));
  const waiting = async () => (await admin.get(address)).$('meta[http-equiv="refresh"]').length;

  test("a load that takes content down asks for the number of items; the earlier pack can be loaded again", async () => {
    // Without a check the effect of a load is unknown.
    const unknown = await admin.submit(await admin.get(address), { intent: "load" });
    expect(unknown.text).toContain("还没有检查过，直接装载？");
    expect(await waiting()).toBe(0);
    await admin.submit(unknown, { button: "确认直接装载" });
    await work();
    const loaded = await admin.get(address);
    expect([await listed(), loaded.text.includes("上一个内容包")]).toEqual([24, false]);

    await changePack(folder, Object.fromEntries(Object.keys(more(22)).map((path) => [path, null])));
    await admin.submit(loaded, { intent: "check" });
    await work();
    const prompt = await admin.submit(await admin.get(address), { intent: "load" });
    expect(prompt.text).toMatch(/装载「pack」会下架 22 项内容，继续吗？.*产品：下架 22/);
    for (const howMany of ["", "2", "２２个"]) {
      const wrong = await admin.submit(prompt, { button: "确认装载并下架" }, { howMany });
      expect([wrong.status, wrong.text.includes("请输入 22，与上面的数量一致")]).toEqual([400, true]);
    }
    const unchanged = await admin.submit(prompt, { button: "不了，返回" });
    expect(unchanged.text).not.toContain("会下架 22 项");
    expect(await waiting()).toBe(0);
    await admin.submit(prompt, { button: "确认装载并下架" }, { howMany: "22" });
    await work();
    expect(await listed()).toBe(2);

    const after = await admin.get(address);
    expect(after.text).toContain("最近一次装载之前用的是 pack");
    const blind = await admin.submit(after, { intent: "load:previous" });
    expect(blind.text).toContain("还没有检查过，直接恢复？");
    await admin.submit(after, { intent: "check:previous" });
    await work();
    const checked = await admin.get(address);
    expect(checked.text).toContain("上一个内容包的检查");
    // It takes nothing down, so nothing is asked.
    await admin.submit(checked, { intent: "load:previous" });
    await work();
    expect(await listed()).toBe(24);
    const back = await admin.get(address);
    await admin.submit(back, { intent: "check:previous" });
    await work();
    const again = await admin.submit(await admin.get(address), { intent: "load:previous" });
    expect(again.text).toContain("恢复「pack」会下架 22 项内容，继续吗？");
  });

  test("destroying deleted texts asks first", async () => {
    const { gateway } = portal;
    const author = await gateway.member();
    const { tid } = await gateway.topic(author, await gateway.section());
    const staff = await gateway.member({ admin: true });
    const recycling = { ids: [tid], action: "recycle" as const, reason: "广告", submissionId: randomUUID() };
    await gateway.ok("topicOperate", recycling, staff);
    const bin = await admin.get("/moderator/recycle");
    const prompt = await admin.submit(bin, { intent: "destroy" }, { ids: String(tid), reason: "广告" });
    expect(prompt.text).toContain("彻底销毁选中的 1 个主题？");
    expect(prompt.text).toContain("谁也找不回来");
    expect(await gateway.database.$count(topics)).toBe(1);
    const unchanged = await admin.submit(prompt, { button: "不了，返回" });
    expect([unchanged.$("[name=reason]").attr("value"), unchanged.$("[name=ids][checked]").length]).toEqual([
      "广告",
      1,
    ]);
    await admin.submit(prompt, { button: "确认彻底销毁" });
    expect((await admin.get("/moderator/recycle")).text).toContain("回收站是空的");
  });
});
