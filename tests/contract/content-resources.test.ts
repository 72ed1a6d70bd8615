import { and, eq, isNull } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { notifications, resourceCounts, resources, resourceVersions } from "gateway/database/schema";
import { tellFollowersJob } from "gateway/products/tell-followers";
import { beforeEach, describe, expect, it } from "vitest";
import { changePack, copyPack, replacing, smallCatalogue } from "../support/content";
import { type Member, next, startGateway } from "../support/gateway";
import { samplePdf, zip } from "../support/upload-files";

const gateway = startGateway({}, beforeEach);
let admin: Member;
let folder: string;

const load = () => loadContentPack(gateway().services, folder, { demo: false });

beforeEach(async () => {
  admin = await gateway().member({ admin: true, nickname: "编辑" });
  folder = await copyPack(smallCatalogue(samplePdf()));
  await load();
});

const url = "https://cdn.example.com/sdk.zip";
const elsewhere = { url, bytes: 1_000, sha256: "a".repeat(64) };
const version = (number: string, date: string, change: object = {}) => ({
  version: number,
  date,
  state: "current",
  ...elsewhere,
  ...change,
});
const resource = {
  title: "A100 SDK",
  level: 51,
  language: "zh",
  access: "open",
  products: [100],
  versions: [version("1.0.0", "2025-03-01")],
};
const fresh = { kind: "resources", base: 0, fresh: true } as const;

async function published(body: Record<string, unknown> = resource) {
  const { key } = await gateway().ok("saveContent", { ...fresh, body }, admin);
  const name = { kind: "resources", key } as const;
  await gateway().ok("publishContent", { ...name, version: 1 }, admin);
  return { name, id: Number(key) };
}
const detail = (id: number) => gateway().ok("resourceDetail", { pk_rm_resource: id });
async function publishNext(
  name: { kind: "resources"; key: string },
  base: number,
  body: Record<string, unknown>,
) {
  const saved = await gateway().ok("saveContent", { ...name, base, body }, admin);
  await gateway().ok("publishContent", { ...name, version: saved.version }, admin);
}

describe("a resource", () => {
  it("with something wrong is not saved, and the answer says what at the control in which it was typed", async () => {
    const one = version("1.0.0", "2025-03-01");
    const ours = { fileName: `${"0".repeat(32)}.zip`, originalName: "a.zip", bytes: 1 };
    const { url: _url, bytes: _bytes, sha256: _sha, ...bare } = one;
    const wrong: [object, string, string][] = [
      [{ level: 4_711 }, "level", "请选择一个资源分类"],
      [{ language: "fr" }, "language", "只能是"],
      [{ products: [4_711] }, "products", "没有产品 4711"],
      [{ products: [100, 100] }, "products", "100 写了两次"],
      [{ versions: [{ ...one, products: [100, 100] }] }, "versions_0_products", "100 写了两次"],
      [{ replacedBy: 4_711 }, "replacedBy", "没有资源 4711"],
      [{ versions: [one, one] }, "versions_1_version", "写了两次"],
      [{ versions: [{ ...one, version: "1 0" }] }, "versions_0_version", "版本只由字母"],
      [{ versions: [{ ...one, date: "明天" }] }, "versions_0_date", "日期应写成"],
      [{ versions: [{ ...one, until: "2025-02-01" }] }, "versions_0_until", "不能早于"],
      [{ versions: [bare] }, "versions_0_file", "请上传文件"],
      [{ versions: [{ ...bare, url }] }, "versions_0_bytes", "字节数"],
      [{ versions: [{ ...bare, url }] }, "versions_0_sha256", "SHA-256"],
      [{ versions: [{ ...one, url: "http://x" }] }, "versions_0_url", "https://"],
      [{ versions: [{ ...one, url: "https://[" }] }, "versions_0_url", "请检查域名和端口"],
      [
        { versions: [{ ...one, url: "https://cdn.example.com:99999/sdk.zip" }] },
        "versions_0_url",
        "请检查域名",
      ],
      [{ versions: [{ ...one, sha256: "x" }] }, "versions_0_sha256", "64 位"],
      [{ versions: [{ ...one, file: ours }] }, "versions_0_url", "上传了文件就不填"],
      [{ versions: [{ ...bare, bytes: 1, file: ours }] }, "versions_0_bytes", "填了站外地址才填"],
      [{ versions: [{ ...bare, file: ours }] }, "versions_0_file", "没有这个文件"],
      [{ versions: [{ ...one, products: [4_711] }] }, "versions_0_products", "没有产品 4711"],
      [{ versions: [{ ...one, tools: [4_711] }] }, "versions_0_tools", "没有资源 4711"],
      [{ versions: [{ ...one, state: "withdrawn" }] }, "versions", "全部版本都已撤回"],
    ];
    for (const [change, field, message] of wrong) {
      const request = { ...fresh, body: { ...resource, ...change } };
      const { status, body } = await gateway().call("saveContent", request, admin);
      expect([change, status]).toEqual([change, 400]);
      expect([field, (body as { fields: Record<string, string[]> }).fields[field]?.join()]).toEqual([
        field,
        expect.stringContaining(message),
      ]);
    }
  });

  it("is saved with long changes of many versions, over HTTP too, and refused by its field beyond the limit", async () => {
    const all = (length: number) =>
      Array.from({ length: 60 }, (_, at) =>
        version(`1.${at}.0`, "2025-03-01", { changes: "改".repeat(length) }),
      );
    const saved = (length: number) =>
      gateway().callOverHttp(
        "saveContent",
        { ...fresh, body: { ...resource, versions: all(length) } },
        admin,
      );
    expect((await saved(10_000)).status).toBe(200);
    const refused = await saved(10_001);
    expect([refused.status, refused.body]).toEqual([
      400,
      expect.objectContaining({ fields: { versions: [expect.stringContaining("60 万个字符")] } }),
    ]);
  });

  it("is not replaced by one that it replaces", async () => {
    const first = await published();
    const second = await published({ ...resource, replacedBy: first.id });
    const refused = async (name: object, replacedBy: number) => {
      const request = { ...name, base: 1, body: { ...resource, replacedBy } };
      const { body } = await gateway().call("saveContent", request, admin);
      return (body as { fields: Record<string, string[]> }).fields.replacedBy?.join();
    };
    expect(await refused(first.name, first.id)).toBe("不能替代自己");
    expect(await refused(first.name, second.id)).toContain("绕成了一圈");
  });

  it("has the uploaded archive with its hash and its directory, before and after it is published", async () => {
    const content = zip([{ name: "sdk/main.c", content: Buffer.from(`int main${next()};`) }]);
    const file = await gateway().ok("uploadContentFile", { file: content, filename: "sdk.zip" }, admin);
    const { url: _url, bytes: _bytes, sha256: _sha, ...bare } = version("1.0.0", "2025-03-01");
    const body = { ...resource, access: "login", versions: [{ ...bare, file, changes: "第一版" }] };
    const { key } = await gateway().ok("saveContent", { ...fresh, body }, admin);
    const name = { kind: "resources", key } as const;
    const { preview } = await gateway().ok("contentPiece", name, admin);
    const draft = await gateway().ok("resourceDetail", { pk_rm_resource: Number(key), preview });
    const drafted = await gateway().fetch(draft.versions[0]?.address ?? "");
    expect([drafted.status, Buffer.from(await drafted.arrayBuffer()).equals(content)]).toEqual([200, true]);
    await gateway().ok("publishContent", { ...name, version: 1 }, admin);
    const { versions, bytes } = await detail(Number(key));
    expect(versions).toMatchObject([
      {
        version: "1.0.0",
        originalName: "sdk.zip",
        bytes: content.byteLength,
        sha256: draft.versions[0]?.sha256,
        fileType: "zip",
        // Only who is signed in gets the address.
        address: null,
        preview: "archive",
        changesHtml: "<p>第一版</p>",
      },
    ]);
    expect(bytes).toBe(content.byteLength);
    const listed = await gateway().ok("devPreviewInfo", { version: versions[0]?.id ?? 0 });
    expect(JSON.stringify(listed)).toContain("main.c");
    const member = await gateway().member();
    const { result } = await gateway().ok("resourceUrl", { pk_file: versions[0]?.id ?? 0 }, member);
    expect(result.url).toContain("sdk.zip");
  });

  it("keeps its versions' downloads, orders them by date, and tells followers once of each new one", async () => {
    const reader = await gateway().member();
    await gateway().ok("follow", { kind: "product", target: 100 }, reader);
    const { name, id } = await published();
    expect(id).toBeGreaterThan(900_000_000);
    const told = async () => {
      await tellFollowersJob.run(gateway().services);
      const rows = await gateway()
        .database.select({ version: resourceVersions.version })
        .from(notifications)
        .innerJoin(resourceVersions, eq(resourceVersions.id, notifications.versionId))
        .where(and(eq(notifications.accountId, reader.id), eq(resourceVersions.resourceId, id)));
      return rows.map((row) => row.version).sort();
    };
    expect(await told()).toEqual(["1.0.0"]);
    const [before] = (await detail(id)).versions;
    await gateway().ok("increaseResourceVolume", { pk_rm_resource: id, version: before?.id ?? 0 }, reader);
    const two = [version("1.0.0", "2025-03-01"), version("1.1.0", "2025-06-01", { changes: "修正" })];
    await publishNext(name, 1, { ...resource, versions: two });
    const { versions, version: newest } = await detail(id);
    expect(versions.map((one) => [one.version, one.downloads, one.changesHtml])).toEqual([
      ["1.1.0", 0, "<p>修正</p>"],
      ["1.0.0", 1, ""],
    ]);
    expect(newest).toBe("1.1.0");
    expect(await told()).toEqual(["1.0.0", "1.1.0"]);
    // A version that is left out goes from the page, and comes back with its number of downloads.
    await publishNext(name, 2, { ...resource, versions: two.slice(1) });
    expect((await detail(id)).versions.map((one) => one.version)).toEqual(["1.1.0"]);
    const restored = await gateway().ok("restoreContent", { ...name, version: 2 }, admin);
    await gateway().ok("publishContent", { ...name, version: restored.version }, admin);
    expect((await detail(id)).versions.map((one) => one.downloads)).toEqual([0, 1]);
    expect(await told()).toEqual(["1.0.0", "1.1.0"]);
  });

  it("that was taken back before followers were told is told when it is published again, once", async () => {
    const reader = await gateway().member();
    await gateway().ok("follow", { kind: "product", target: 100 }, reader);
    const { name } = await published({ ...resource, title: "先下架再发布" });
    const told = async () => {
      await tellFollowersJob.run(gateway().services);
      return gateway().database.$count(notifications, eq(notifications.accountId, reader.id));
    };
    await gateway().ok("withdrawContent", name, admin);
    expect(await told()).toBe(0);
    await gateway().ok("publishContent", { ...name, version: 1 }, admin);
    expect([await told(), await told()]).toEqual([1, 1]);
  });

  it("whose file was replaced by one of the same name has another address, and the change is shown", async () => {
    const { url: _url, bytes: _bytes, sha256: _sha, ...bare } = version("1.0.0", "2025-03-01");
    const withFile = async () => {
      const content = zip([{ name: "sdk/main.c", content: Buffer.from(`int main${next()};`) }]);
      const file = await gateway().ok("uploadContentFile", { file: content, filename: "sdk.zip" }, admin);
      return { content, body: { ...resource, versions: [{ ...bare, file }] } };
    };
    const [first, second] = [await withFile(), await withFile()];
    const { name, id } = await published(first.body);
    const before = (await detail(id)).versions[0];
    await publishNext(name, 1, second.body);
    const after = (await detail(id)).versions[0];
    expect(after?.id).toBe(before?.id);
    expect(after?.address).not.toBe(before?.address);
    // The address that was given out before leads to the page, whose hash is that of the new file.
    expect((await gateway().fetch(before?.address ?? "")).status).toBe(410);
    const answer = await gateway().fetch(after?.address ?? "");
    expect(Buffer.from(await answer.arrayBuffer()).equals(second.content)).toBe(true);
    const { shown } = await gateway().ok("contentVersions", { ...name, version: 2 }, admin);
    expect(shown.changes.map((one) => one.name)).toEqual(["versions"]);
    // A file that only an earlier version has may be named again, by another editor too.
    const other = await gateway().member({ admin: true });
    const again = { ...name, base: 2, body: first.body };
    expect((await gateway().ok("saveContent", again, other)).version).toBe(3);
  });

  it("stands in the lists and counts of its product, class and level, and leaves them", async () => {
    const count = async () => {
      const rows = await gateway()
        .database.select()
        .from(resourceCounts)
        .where(eq(resourceCounts.levelId, 51));
      return Object.fromEntries(rows.map((row) => [`${row.scope} ${row.scopeId}`, row.resources]));
    };
    const before = await count();
    const { name } = await published();
    const places = ["all 0", "class 1", "class 11", "product 100"];
    for (const place of places)
      expect([place, (await count())[place]]).toEqual([place, (before[place] ?? 0) + 1]);
    const found = await gateway().ok("searchResource", { classId: 11, text: "SDK" });
    expect(found.resources.map((one) => String(one.pk_rm_resource))).toContain(name.key);
    await gateway().ok("withdrawContent", name, admin);
    expect(await count()).toEqual(before);
  });

  it("that two editors publish at the same moment is in the lists of both", async () => {
    const made = await Promise.all(
      [1, 2].map((n) =>
        gateway().ok("saveContent", { ...fresh, body: { ...resource, title: `同时${n}` } }, admin),
      ),
    );
    await Promise.all(
      made.map(({ key }) => gateway().ok("publishContent", { kind: "resources", key, version: 1 }, admin)),
    );
    const { resources: listed } = await gateway().ok("searchResource", { prodId: 100, levelId: 51 });
    expect(listed.map((one) => one.title)).toEqual(expect.arrayContaining(["同时1", "同时2"]));
  });
});

describe("loads around the browser's resources", () => {
  it("neither take them down nor lose their level", async () => {
    const { id } = await published();
    await changePack(folder, {
      "resources.yaml": replacing(
        "children: [{ id: 51, name: 手册, kind: datasheet }]",
        "children: [{ id: 52, name: 笔记, kind: note }]",
      ),
      "resources/a100.md": replacing("level: 51", "level: 52"),
    });
    const { notices } = await load();
    expect(notices.join()).toContain("资源分类「手册」内容包里没有了");
    expect(await detail(id)).toMatchObject({ delisted: false, levels: [{ name: "文档" }, { name: "手册" }] });
    const { result } = await gateway().ok("resourceTree", {});
    expect(result[0]?.child.map(({ name }) => name)).toEqual(expect.arrayContaining(["手册", "笔记"]));
    await changePack(folder, {
      "resources.yaml": replacing(
        "children: [{ id: 52, name: 笔记, kind: note }]",
        "children: [{ id: 51, name: 手册, kind: datasheet }]",
      ),
      "resources/a100.md": replacing("level: 52", "level: 51"),
    });
    expect((await load()).notices.join()).not.toContain("资源分类");
    const [row] = await gateway()
      .database.select()
      .from(resources)
      .where(and(eq(resources.id, id), isNull(resources.delistedAt)));
    expect(row?.title).toBe(resource.title);
  });
});
