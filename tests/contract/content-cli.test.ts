import { eq, isNull } from "drizzle-orm";
import { main } from "gateway/content/load/cli";
import { ensureDemo } from "gateway/content/load/ensure-demo";
import { sayHowFar } from "gateway/content/load/how-far";
import type { OpenDatabase } from "gateway/database/open";
import { accounts, products, sections, topics } from "gateway/database/schema";
import type { GatewaySettings } from "gateway/server/context";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changePack, copyPack, fixturePack, replacing, smallCatalogue } from "../support/content";
import { cloneDatabase } from "../support/database";
import { texts } from "../support/texts";
import { samplePdf } from "../support/upload-files";

let open: OpenDatabase;
const settings: GatewaySettings = {
  siteName: "测试社区",
  allowedOrigins: [],
  sessionsPerAccount: 5,
  accessConfig: 1,
  registerConfig: 2,
  profileReview: [],
  trustForwardedAddress: false,
  demo: true,
  contentPack: null,
};
const services = (demo = true) => ({
  database: open.database,
  texts,
  now: () => new Date(),
  settings: { ...settings, demo },
});

beforeEach(async () => {
  open = await cloneDatabase();
});
afterEach(() => open.close());

describe("npm run content:load", () => {
  async function run(...argv: string[]): Promise<{ code: number; text: string }> {
    const lines: string[] = [];
    const code = await main(argv, services(), (line) => lines.push(line));
    return { code, text: lines.join("\n") };
  }

  it("loads the operator's part, and the rest with --demo", async () => {
    expect(await run(fixturePack)).toEqual({
      code: 0,
      text: `内容包 ${fixturePack} 已装载：版块 3 个，版主 0 人次，政策 1 份，图片 1 张。\n没有装载演示成员和帖子（需要时加 --demo）。\n版块：新增 3\n政策：新增 1\n导航、首页等设置：新增 7\n提醒：sections.yaml：版主 mo 没有账号（members.yaml 里的成员只在演示模式装载），没有给权限`,
    });
    const { code, text } = await run(fixturePack, "--demo");
    expect(code).toBe(0);
    expect(text).toContain("新增演示成员 4 人，主题 2 个，帖子 8 条；已有的保持不变。");
  });

  it("prints all errors and exits with 1", async () => {
    const folder = await copyPack({
      "sections.yaml": replacing("id: 12", "id: 11"),
      "topics/silent.md": replacing("author: bo", "author: bob"),
    });
    const { code, text } = await run(folder, "--demo");
    expect(code).toBe(1);
    expect(text).toContain("有 2 处问题，没有装载任何内容");
    expect(text).toContain("sections.yaml:5（board.id）：“11”已经用在 版块“无线”");
    expect(text).toContain("topics/silent.md:5（author）：members.yaml 里没有成员 bob");
  });

  it("restores the earlier pack with --previous, and says so after a load that took content down", async () => {
    expect((await run("--previous")).text).toContain("没有上一个内容包");
    const folder = await copyPack(smallCatalogue(samplePdf()));
    await run(folder);
    const { "products/a200.md": _gone, ...rest } = smallCatalogue(samplePdf());
    const less = await copyPack(rest);
    expect((await run(less)).text).toContain(
      "下架了 1 项。要回到装载之前：npm run content:load -- --previous",
    );
    const listed = async () => open.database.$count(products, isNull(products.delistedAt));
    expect(await listed()).toBe(1);
    expect((await run("--previous", "--dry-run")).text).toContain("装载它会改变：\n产品：修改 1");
    expect(await listed()).toBe(1);
    expect(await run("--previous")).toMatchObject({ code: 0, text: expect.stringContaining("产品：修改 1") });
    expect(await listed()).toBe(2);
    expect((await run("--previous", folder)).text).toContain("用法：");
  });

  it.each([[[]], [["a", "b"]], [["--demos", "a"]]])("shows its usage for %j", async (argv) => {
    const { code, text } = await run(...argv);
    expect(code).toBe(1);
    expect(text).toContain("用法：npm run content:load -- 文件夹 [--demo]");
  });
});

describe("at start", () => {
  it("says which step of a load is under way, and nothing where nothing is loaded", async () => {
    const lines: string[] = [];
    await ensureDemo(
      services(),
      fixturePack,
      sayHowFar((line) => lines.push(line)),
    );
    expect(lines[0]).toBe("正在装载演示内容：检查内容包……");
    expect(lines.at(-1)).toBe("正在装载演示内容：写入版块、成员、主题和回复……");
    expect(new Set(lines).size).toBe(lines.length);
    const said = lines.length;
    await ensureDemo(
      services(),
      fixturePack,
      sayHowFar((line) => lines.push(line)),
    );
    expect(lines).toHaveLength(said);
  });

  it("the pack is loaded once, and again only when it changes", async () => {
    const folder = await copyPack();
    expect(await ensureDemo(services(), folder)).toMatchObject({ sections: 3, topics: 2 });
    expect(await ensureDemo(services(), folder)).toBeNull();
    await changePack(folder, { "sections.yaml": replacing("板子的事", "板子与电源") });
    expect(await ensureDemo(services(), folder)).toMatchObject({ sections: 3, topics: 0 });
    const [section] = await open.database.select().from(sections).where(eq(sections.id, 12));
    expect(section?.summary).toBe("板子与电源");
    expect(await ensureDemo(services(), folder)).toBeNull();
  });

  it("people's changes stay when nothing in the pack changes", async () => {
    const folder = await copyPack();
    await ensureDemo(services(), folder);
    await open.database.update(sections).set({ name: "改名" }).where(eq(sections.id, 12));
    expect(await ensureDemo(services(), folder)).toBeNull();
    expect((await open.database.select().from(sections).where(eq(sections.id, 12)))[0]?.name).toBe("改名");
  });

  it("outside demo mode no account and no topic is made, and switching demo mode on makes them", async () => {
    const folder = await copyPack();
    expect(await ensureDemo(services(false), folder)).toMatchObject({ members: 0 });
    expect(await open.database.select().from(accounts)).toEqual([]);
    expect(await ensureDemo(services(false), folder)).toBeNull();
    expect(await ensureDemo(services(true), folder)).toMatchObject({ members: 4 });
    expect(await open.database.select().from(topics)).toHaveLength(2);
  });

  it("two starts at once load it once", async () => {
    const folder = await copyPack();
    const results = await Promise.all([ensureDemo(services(), folder), ensureDemo(services(), folder)]);
    expect(results.map((result) => result?.topics ?? 0).sort()).toEqual([0, 2]);
  });

  it("a missing folder is reported", async () => {
    await expect(ensureDemo(services(), "tests/fixtures/none")).rejects.toThrow("没有这个文件夹");
  });
});
