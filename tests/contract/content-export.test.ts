import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentBodies } from "contract/content/kinds/bodies";
import type { ContentKind } from "contract/content/kinds/words";
import { main } from "gateway/content/export/cli";
import { loadContentPack } from "gateway/content/load/load-pack";
import { packJob } from "gateway/content/pack-job";
import { contentPieces } from "gateway/database/schema";
import { runJobs } from "gateway/server/jobs";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startCommunityEditing } from "../support/community-editing";
import { zipOfPack } from "../support/content";
import { type Member, startGateway, type TestGateway } from "../support/gateway";
import { samplePdf } from "../support/upload-files";

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "content-export-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Every file of a folder, by its path. */
async function filesIn(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      paths
        .sort()
        .map(
          async (path) => [path.slice(folder.length + 1), (await readFile(path)).toString("base64")] as const,
        ),
    ),
  );
}

/** Runs `npm run content:export`. @returns its exit code and what it said */
async function exported(gateway: TestGateway, folder: string) {
  const lines: string[] = [];
  const code = await main([folder], gateway.services, (line) => lines.push(line));
  return { code, said: lines.join("\n") };
}

const load = (gateway: TestGateway, folder: string) =>
  loadContentPack(gateway.services, folder, { demo: false });

const conflicts = async (gateway: TestGateway) =>
  (await gateway.database.select().from(contentPieces)).flatMap(({ kind, key, conflict }) =>
    conflict ? [`${kind} ${key}`] : [],
  );

/** Saves what stands of a piece as the browser's own, with changes, and publishes it. */
async function republish(
  gateway: TestGateway,
  admin: Member,
  name: { kind: ContentKind; key: string },
  change: Record<string, unknown> = {},
) {
  const { body, version, standing } = await gateway.ok("contentPiece", name, admin);
  const request = { ...name, base: version, standing, body: { ...body, ...change } };
  const saved = await gateway.ok("saveContent", request, admin);
  await gateway.ok("publishContent", { ...name, version: saved.version }, admin);
}

const { gateway, admin, folder: packFolder } = startCommunityEditing(beforeEach);
/** Other portals, in which nothing stands. */
const empty = startGateway();
const bare = startGateway();

async function publishNew(kind: ContentKind, body: Record<string, unknown>, key?: string) {
  const request = { kind, base: 0, fresh: true, body, ...(key ? { key } : {}) };
  const made = await gateway().ok("saveContent", request, admin());
  await gateway().ok("publishContent", { kind, key: made.key, version: 1 }, admin());
  return { kind, key: made.key };
}

describe("npm run content:export", () => {
  it("writes the pack that was loaded, byte by byte, while nothing was edited", async () => {
    const folder = await emptyFolder();
    expect(await exported(gateway(), folder)).toMatchObject({ code: 0 });
    const [own, other] = [await filesIn(packFolder()), await filesIn(folder)];
    // What nothing in the pack names is not kept by a load.
    const named = [...own].filter(([path]) => other.has(path));
    expect(named.length).toBeGreaterThan(10);
    expect([...other]).toEqual(named);
  });

  it("has what the browser published, comes whole into an empty portal, and then is the same again", async () => {
    const file = await gateway().ok(
      "uploadContentFile",
      { file: samplePdf(), filename: "勘误 (第二版).pdf" },
      admin(),
    );
    const named = [
      { kind: "products", key: "100" },
      { kind: "classes", key: "11" },
      { kind: "policies", key: "UserHidev" },
      { kind: "lecturers", key: "2" },
      { kind: "courses", key: "101" },
      { kind: "exams", key: "1" },
      { kind: "resources", key: "500" },
      { kind: "activities", key: "41" },
      { kind: "videos", key: "7" },
      { kind: "talents", key: "talents" },
      { kind: "home", key: "home" },
      { kind: "navigation", key: "navigation" },
      { kind: "redirects", key: "redirects" },
      { kind: "definitions", key: "definitions" },
    ] as const;
    const changes = [
      { summary: "改过的一句话" },
      { title: "短距芯片" },
      { version: "V9" },
      { intro: "讲电机与驱动的人" },
      { summary: "改过的一句话" },
      { pass: 70 },
      { summary: "改过的一句话" },
      { summary: "改过的一句话", place: "东莞" },
      { summary: "改过的一句话" },
      { summary: "改过的一句话" },
      { forumBanners: [] },
      { footer: [{ name: "新的", link: "/forum" }] },
      { redirects: [{ from: "/moved", to: "/forum" }] },
      { engineer: "工程师们" },
    ];
    for (const [index, name] of named.entries()) await republish(gateway(), admin(), name, changes[index]);
    const { pieces } = await gateway().ok("contentList", { kind: "tags", text: "UART" }, admin());
    await republish(gateway(), admin(), { kind: "tags", key: pieces[0]?.key ?? "" }, { group: "新的分组" });
    const added = [
      await publishNew(
        "notices",
        { title: "封装变更", kind: "pcn", products: [100], date: "2025-04-01", file, content: "换了封装。" },
        "PCN-2025-004",
      ),
      await publishNew("news", {
        title: "新品上市",
        summary: "一句话",
        category: 1,
        date: "2025-03-01 09:30",
        content: "第一段。\n\n```\n![a](/gateway/files/00000000000000000000000000000000.png)\n```",
        products: [100],
      }),
      await publishNew("activities", {
        title: "新的沙龙",
        kind: "salon",
        starts: "2031-03-01 09:00",
        ends: "2031-03-01 18:00",
        signUpStarts: "2031-01-01",
        signUpEnds: "2031-02-20",
        place: "深圳",
        online: true,
        guests: true,
        verify: "email",
        categories: [{ name: "甲", seats: 3 }],
        fields: [
          { label: "方向", type: "choice", choices: [{ name: "射频" }], many: true, categories: ["甲"] },
          { label: "学历", type: "choice", dictionary: "education", required: false },
        ],
        prizes: [{ name: "奖", first: 1, prize: "板子" }],
        steps: [{ at: "2031-01-01 09:00", title: "报名" }],
        attachments: [{ name: "勘误", file: file.fileName }],
      }),
    ];
    const folder = await emptyFolder();
    const result = await exported(gateway(), folder);
    expect(result).toMatchObject({ code: 0 });
    expect(result.said).toMatch(/产品 1 项/);

    // It says what stands here: neither a change nor a conflict.
    const back = await load(gateway(), folder);
    expect([back.changes, await conflicts(gateway())]).toEqual([{}, []]);
    expect(back.notices.filter((notice) => notice.includes("站内"))).toEqual([]);

    // The same from the browser, as a ZIP.
    const { id } = await gateway().ok(
      "uploadContentPack",
      { file: await zipOfPack(folder, "pack/"), filename: "pack.zip" },
      admin(),
    );
    await runJobs(gateway().services, [packJob]);
    const { upload } = await gateway().ok("contentState", {}, admin());
    expect(upload).toMatchObject({ id, check: { problems: [], changes: [] } });

    await load(empty(), folder);
    const other = await empty().member({ admin: true });
    for (const name of [...named, ...added]) {
      const [here, there] = [
        await gateway().ok("contentPiece", name, admin()),
        await empty().ok("contentPiece", name, other),
      ];
      const whole = contentBodies[name.kind].whole;
      expect([name, whole.parse(there.body)]).toEqual([name, whole.parse(here.body)]);
    }
    const again = await emptyFolder();
    expect(await exported(empty(), again)).toMatchObject({ code: 0 });
    expect(await filesIn(again)).toEqual(await filesIn(folder));
  });

  it("names the people of an activity by their email, and says whom it cannot name", async () => {
    const [known, nameless] = [
      await gateway().member({ email: "known@example.com" }),
      await gateway().member({ email: null }),
    ];
    const name = { kind: "activities" as const, key: "41" };
    await republish(gateway(), admin(), name, { organisers: [known.id, nameless.id], judges: [] });
    const folder = await emptyFolder();
    const { code, said } = await exported(gateway(), folder);
    expect([code, said]).toEqual([1, expect.stringContaining(`账号（UID ${nameless.id}）没有邮箱`)]);
    const text = await readFile(join(folder, "activities/contest.md"), "utf8");
    expect(text).toContain("organisers:\n  - known@example.com\n");
    expect(text).not.toContain("judges");
    await republish(gateway(), admin(), name, { organisers: undefined });
  });

  it("says what still names a piece that was taken down, and ends with 1", async () => {
    await gateway().ok("withdrawContent", { kind: "products", key: "100" }, admin());
    const folder = await emptyFolder();
    const { code, said } = await exported(gateway(), folder);
    expect([code, said]).toEqual([1, expect.stringMatching(/还不能原样装载[\s\S]*产品 100/)]);
    expect([...(await filesIn(folder)).keys()]).not.toContain("products/a100.md");
  });

  it("writes only into an empty folder, and only what a pack was loaded for", async () => {
    expect(await exported(gateway(), packFolder())).toMatchObject({
      code: 1,
      said: expect.stringContaining("不是空的"),
    });
    const fresh = await emptyFolder();
    expect(await exported(bare(), fresh)).toMatchObject({
      code: 1,
      said: expect.stringContaining("还没有装载过内容包"),
    });
    const lines: string[] = [];
    expect(await main(["a", "b"], gateway().services, (line) => lines.push(line))).toBe(1);
    expect(lines.join()).toContain("用法");
  });
});

it("the header's panels have a class by the name that the browser published", async () => {
  const names = async () => {
    const { data } = await gateway().ok("getNavbar", {});
    return data.products.flatMap(({ children }) => children.map(({ name }) => name));
  };
  await republish(gateway(), admin(), { kind: "classes", key: "11" }, { title: "无线" });
  expect(await names()).toEqual(["无线"]);
  await load(gateway(), packFolder());
  expect(await names()).toEqual(["无线"]);
});
