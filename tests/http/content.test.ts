import { randomUUID } from "node:crypto";
import { isNull } from "drizzle-orm";
import { packJob } from "gateway/content/pack-job";
import { products, sections, topics } from "gateway/database/schema";
import { runJobs } from "gateway/server/jobs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changePack, copyPack, type PackChange, smallCatalogue, zipOfPack } from "../support/content";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { samplePdf, zip } from "../support/upload-files";
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
  });
});

/** Products that no other part of the pack names. */
const more = (count: number): Record<string, PackChange> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `products/more-${index}.md`,
      `---\nid: ${300 + index}\nname: M${300 + index}\nsummary: 又一款\nclass: 11\nkind: chip\nstate: 量产\nsince: 2024-03-01\n---\n`,
    ]),
  );

describe.each(shells)(
  "a content pack as a ZIP in the $shell shell, without JavaScript",
  ({ prefix, headers }) => {
    const address = `${prefix}/moderator/content`;
    const packOf = async (changes: Record<string, PackChange> = {}) => {
      const folder = await copyPack(smallCatalogue(samplePdf()));
      await changePack(folder, changes);
      return zipOfPack(folder, "我的包/");
    };
    const chosen = (content: Buffer, name = "春季.zip") =>
      new File([new Uint8Array(content)], name, { type: "application/zip" });

    test("what cannot be taken is refused beside the field, and nothing is stored", async () => {
      const admin = await signedIn("admin", headers);
      const page = await admin.get(address);
      const wrong: [File | null, number, string][] = [
        [null, 400, "请先选择 ZIP 文件"],
        [chosen(samplePdf(), "手册.pdf"), 422, "这里只能上传 ZIP 压缩包"],
        [chosen(Buffer.from("PK no archive")), 422, "不是完整的 ZIP 压缩包"],
        [chosen(zip([{ name: "../x.yaml", content: Buffer.from("a") }])), 422, "../x.yaml：路径里有 .."],
        [chosen(Buffer.alloc(20 * 1024 * 1024 + 1)), 422, "内容包不能超过 20 MB"],
      ];
      for (const [pack, status, message] of wrong) {
        const refused = await admin.submit(page, { intent: "upload" }, pack ? { pack } : {});
        const field = refused.$("input[name=pack]");
        const described = (field.attr("aria-describedby") ?? "").split(" ");
        const beside = described.map((id) => refused.$(`[id="${id}"]`).text()).join(" ");
        expect([refused.status, beside]).toEqual([status, expect.stringContaining(message)]);
        expect(field.attr("aria-invalid")).toBe("true");
      }
      expect((await admin.get(address)).$("#upload-title")).toHaveLength(0);
    });

    test("it is checked, shown, and discarded after a question; nothing of the portal changes", async () => {
      const admin = await signedIn("admin", headers);
      const wrong = await packOf({ "products/a100.md": (text) => text.replace("id: 100", "id: 没有") });
      const sent = await admin.submit(
        await admin.get(address),
        { intent: "upload" },
        { pack: chosen(wrong) },
      );
      expect([sent.status, sent.url.pathname]).toEqual([200, address]);
      const checked = await settled(() => admin.get(address));
      expect(checked.$("[aria-labelledby=upload-title]").text()).toContain("春季.zip");
      expect(checked.$("[aria-labelledby=upload-check-title]").text()).toContain("products/a100.md");
      expect(checked.$("button[value=loadUpload]")).toHaveLength(0);
      // Another one takes its place. It would take the demo's content down, which asks for the number.
      await admin.submit(checked, { intent: "upload" }, { pack: chosen(await packOf(), "夏季.zip") });
      const right = await settled(() => admin.get(address));
      expect(right.$("[aria-labelledby=upload-title]").text()).toContain("夏季.zip");
      if (right.$("button[value=loadUpload]").length > 0) {
        const question = await admin.submit(right, { intent: "loadUpload" });
        expect(question.text).toMatch(/装载「夏季」会下架 \d+ 项内容，继续吗？/);
        const unread = await admin.submit(question, { button: "确认装载并下架" }, { howMany: "1" });
        expect(unread.status).toBe(400);
      }
      const asked = await admin.submit(right, { intent: "discardUpload" });
      expect(asked.text).toContain("丢弃上传的内容包？");
      expect((await admin.get(address)).$("#upload-title")).toHaveLength(1);
      const gone = await admin.submit(asked, { button: "确认丢弃" });
      expect(gone.text).toContain("已丢弃上传的内容包，内容没有变");
      expect(gone.$("#upload-title")).toHaveLength(0);
      // A page that was opened before says so.
      const late = await admin.submit(asked, { button: "确认丢弃" });
      expect([late.status, late.text.includes("请刷新页面再看")]).toEqual([409, true]);
    });
  },
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
    const named = await admin.get(address);
    const ofProducts = named.$("[aria-labelledby=check-title] details").first();
    expect(ofProducts.find("summary").text()).toBe("产品：下架 22");
    expect(ofProducts.find("li")).toHaveLength(22);
    const prompt = await admin.submit(named, { intent: "load" });
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
