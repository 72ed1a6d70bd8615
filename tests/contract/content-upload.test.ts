import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { clearUploadJob } from "gateway/content/load/uploaded-pack";
import { packJob } from "gateway/content/pack-job";
import { contentLoads, documents, files, jobs, moderationLog, products } from "gateway/database/schema";
import { unusedOf } from "gateway/files/needs/uses";
import { runJobs } from "gateway/server/jobs";
import { beforeEach, describe, expect, it } from "vitest";
import {
  changePack,
  copyPack,
  type PackChange,
  replacing,
  smallCatalogue,
  zipOfPack,
} from "../support/content";
import { type Member, startGateway } from "../support/gateway";
import { samplePdf, sampleZip, zip } from "../support/upload-files";

const gateway = startGateway({}, beforeEach);
let admin: Member;
beforeEach(async () => {
  admin = await gateway().member({ admin: true, nickname: "带包的管理员" });
});
beforeEach(async () => {
  await gateway().database.delete(jobs);
  await gateway().database.delete(documents).where(eq(documents.key, "contentUpload"));
});

type Entry = Parameters<typeof zip>[0][number];

/** A pack as the archive of its folder. */
async function packed(changes: Record<string, PackChange> = {}, top = "我的包/", more: Entry[] = []) {
  const folder = await copyPack(smallCatalogue(samplePdf()));
  await changePack(folder, changes);
  return zipOfPack(folder, top, more);
}

const upload = async (file: Buffer, filename = "春季.zip") =>
  (await gateway().ok("uploadContentPack", { file, filename }, admin)).id;
const state = () => gateway().ok("contentState", {}, admin);
const work = () => runJobs(gateway().services, [packJob]);
const listed = async () =>
  (await gateway().database.select().from(products))
    .filter(({ delistedAt }) => delistedAt === null)
    .map(({ name }) => name)
    .sort();

/** Uploads, has it checked, and loads it as whoever has seen that check. */
async function load(file: Buffer) {
  const id = await upload(file);
  await work();
  const { upload: checked } = await state();
  expect(checked?.check?.problems).toEqual([]);
  await gateway().ok("loadContent", { upload: id, checkedAt: checked?.check?.checkedAt ?? "" }, admin);
  expect(await work()).toBe(1);
}

describe("a pack that is uploaded as a ZIP", () => {
  it("is checked, and loaded only after the check of this upload; then it is kept as a pack", async () => {
    const id = await upload(await packed());
    expect((await state()).work).toMatchObject({ dryRun: true, upload: true });
    await gateway().refused("loadContent", { upload: id }, "CONTENT_BUSY", admin);
    await work();
    const checked = await state();
    expect(checked.upload).toMatchObject({ id, name: "春季.zip", nickName: "带包的管理员" });
    expect(checked.upload?.check?.changes).toContainEqual({
      name: "产品",
      added: 2,
      changed: 0,
      delisted: 0,
      addedNames: ["A100", "A200"],
      changedNames: [],
      delistedNames: [],
    });
    expect(await listed()).toEqual([]);
    await gateway().refused("loadContent", { upload: id }, "CONTENT_UNCHECKED", admin);

    // Another one takes its place: a decision about the first is for nothing.
    const later = await upload(
      await packed({ "products/a100.md": replacing("name: A100", "name: A100 增强版") }),
    );
    await work();
    const at = checked.upload?.check?.checkedAt ?? "";
    await gateway().refused("loadContent", { upload: id, checkedAt: at }, "CONTENT_UPLOAD_GONE", admin);
    await gateway().refused("discardContentPack", { upload: id }, "CONTENT_UPLOAD_GONE", admin);
    const { upload: present } = await state();
    await gateway().ok("loadContent", { upload: later, checkedAt: present?.check?.checkedAt ?? "" }, admin);
    await work();
    expect(await listed()).toContain("A100 增强版");
    const loaded = await state();
    expect([loaded.upload, loaded.work]).toEqual([null, null]);
    expect(loaded.loads[0]).toMatchObject({ pack: "春季", nickName: "带包的管理员", state: "done" });
    const [row] = await gateway()
      .database.select()
      .from(moderationLog)
      .where(eq(moderationLog.action, "loadContent"));
    expect(row?.operatorId).toBe(admin.id);
    expect(row?.after).toMatchObject({ delisted: 0 });
  });

  it("is checked by name: what comes, changes, goes, and comes back", async () => {
    await load(await packed());
    const changed = { "products/a100.md": replacing("name: A100", "name: A100 增强版") };
    const check = async (file: Buffer) => {
      const id = await upload(file);
      await work();
      const { upload: checked } = await state();
      expect(checked?.check?.problems).toEqual([]);
      const of = checked?.check?.changes.find(({ name }) => name === "产品");
      await gateway().ok("discardContentPack", { upload: id }, admin);
      return of && [of.addedNames, of.changedNames, of.delistedNames];
    };
    // The names are those that a load would leave, and of what goes those that stand.
    expect(await check(await packed(changed))).toEqual([[], ["A100 增强版"], []]);
    expect(await check(await packed())).toBeUndefined();
    const less = { ...changed, "products/a200.md": null };
    expect(await check(await packed(less))).toEqual([[], ["A100 增强版"], ["A200"]]);
    await load(await packed(less));
    expect(await check(await packed(changed))).toEqual([[], ["A200"], []]);
    expect((await state()).loads[0]?.changes.every(({ addedNames }) => addedNames.length === 0)).toBe(true);
  });

  it("takes content down, and one press brings the pack before it back", async () => {
    await load(await packed());
    const before = await listed();
    await load(
      await packed({
        "products/a200.md": null,
        "products/a100.md": replacing("，见 [数据手册](/resources/details/500)", ""),
        "resources/a100.md": null,
        "files/a100.pdf": null,
      }),
    );
    expect((await listed()).length).toBeLessThan(before.length);
    await gateway().ok("loadContent", { previous: true }, admin);
    await work();
    expect(await listed()).toEqual(before);
  });

  it("with mistakes names all of them, and is not loaded", async () => {
    const id = await upload(
      await packed({
        "products/a100.md": replacing("id: 100", "id: 没有"),
        "images/broken.png": Buffer.from("no picture"),
        "sections.yaml": replacing("name:", "nmae:"),
      }),
    );
    await work();
    const { upload: checked } = await state();
    const found = checked?.check?.problems.map(({ file }) => file) ?? [];
    expect(found).toEqual(expect.arrayContaining(["products/a100.md", "sections.yaml"]));
    const { checkedAt = "" } = checked?.check ?? {};
    await gateway().refused("loadContent", { upload: id, checkedAt }, "CONTENT_UNCHECKED", admin);
    await gateway().ok("discardContentPack", { upload: id }, admin);
    expect((await state()).upload).toBeNull();
  });

  it("names its stored file, which counts as used until the upload is discarded or its days are over", async () => {
    const content = await packed();
    const id = await upload(content);
    const [kept] = await gateway()
      .database.select()
      .from(documents)
      .where(eq(documents.key, "contentUpload"));
    const { fileName = "" } = (kept?.value ?? {}) as { fileName?: string };
    const unused = () => unusedOf(gateway().services.domains, gateway().database, [fileName]);
    expect(await unused()).toEqual([]);
    await work();
    await clearUploadJob.run({ payload: { id: "another" } } as never, gateway().services);
    expect((await state()).upload?.id).toBe(id);
    const [due] = await gateway().database.select().from(jobs).where(eq(jobs.kind, clearUploadJob.name));
    const days = ((due?.runAt.getTime() ?? 0) - gateway().services.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    await clearUploadJob.run({ payload: { id } } as never, gateway().services);
    expect((await state()).upload).toBeNull();
    expect(await unused()).toEqual([fileName]);
  });

  it("is not cleared while its load waits: then it is looked at again a day later", async () => {
    const id = await upload(await packed({ "products/a100.md": replacing("name: A100", "name: A103") }));
    await work();
    const checkedAt = (await state()).upload?.check?.checkedAt ?? "";
    await gateway().ok("loadContent", { upload: id, checkedAt }, admin);
    await gateway().database.delete(jobs).where(eq(jobs.kind, clearUploadJob.name));
    await clearUploadJob.run({ payload: { id } } as never, gateway().services);
    expect((await state()).upload?.id).toBe(id);
    const [later] = await gateway().database.select().from(jobs).where(eq(jobs.kind, clearUploadJob.name));
    expect(later?.payload).toEqual({ id });
    expect(later?.runAt.getTime()).toBeGreaterThan(gateway().services.now().getTime() + 80_000_000);
    await work();
    expect(await listed()).toContain("A103");
    await clearUploadJob.run({ payload: { id } } as never, gateway().services);
    expect((await state()).upload).toBeNull();
  });

  it("is checked again after a load that no administrator pressed, such as one at a start", async () => {
    const id = await upload(await packed());
    await work();
    const checkedAt = (await state()).upload?.check?.checkedAt ?? "";
    const folder = await copyPack(smallCatalogue(samplePdf()));
    await changePack(folder, { "products/a100.md": replacing("name: A100", "name: A104") });
    await loadContentPack(gateway().services, folder, { demo: false });
    await gateway().refused("loadContent", { upload: id, checkedAt }, "CONTENT_UNCHECKED", admin);
    expect((await state()).upload).toMatchObject({ id, check: null });
  });

  it("is loaded once, also when the process was killed before the job could end", async () => {
    const id = await upload(await packed({ "products/a100.md": replacing("name: A100", "name: A101") }));
    await work();
    const { upload: checked } = await state();
    const checkedAt = checked?.check?.checkedAt ?? "";
    await gateway().ok("loadContent", { upload: id, checkedAt }, admin);
    const [job] = await gateway().database.select().from(jobs).where(eq(jobs.kind, packJob.name));
    const running = {
      payload: job?.payload as never,
      progress: null,
      keep: async () => undefined,
      checkStop: () => undefined,
    };
    // The first run is killed before it writes, the second before its row is removed.
    const stopped = {
      ...running,
      checkStop: () => {
        throw new Error("killed");
      },
    };
    await expect(packJob.run(stopped, gateway().services)).rejects.toThrow("killed");
    await packJob.run(running, gateway().services);
    const loads = await gateway().database.$count(contentLoads);
    expect(await work()).toBe(1);
    expect(await gateway().database.$count(contentLoads)).toBe(loads);
    expect(await listed()).toContain("A101");
  });

  it("stays while another pack is loaded, and its check is made again", async () => {
    const folder = await copyPack(smallCatalogue(samplePdf()));
    gateway().services.settings.contentPack = folder;
    const id = await upload(await packed({ "products/a100.md": replacing("name: A100", "name: A102") }));
    await work();
    await gateway().ok("loadContent", {}, admin);
    await work();
    gateway().services.settings.contentPack = null;
    expect((await state()).upload).toMatchObject({ id, check: null });
    await gateway().ok("checkContent", { upload: id }, admin);
    await work();
    expect((await state()).upload?.check?.problems).toEqual([]);
  });
});

describe("an archive that may not be unpacked", () => {
  const text = Buffer.from("sections: []\n");
  const file = (name: string, more: Partial<Entry> = {}): Entry => ({ name, content: text, ...more });
  const wrong: [string, Buffer, string][] = [
    [
      "a path that leads out of the pack",
      zip([file("../x.yaml")]),
      "../x.yaml：路径里有 ..，会写到内容包之外",
    ],
    ["a path of Windows that leads out", zip([file("a\\..\\..\\x.yaml")]), "路径里有 .."],
    ["a path that is another's", zip([file("a.md"), file("news//a.md")]), "news//a.md：文件名有误"],
    ["a name that no disk takes", zip([file(`${"长".repeat(90)}.md`)]), "文件名有误"],
    [
      "too much text",
      zip([file("a.md", { content: randomBytes(80_000), says: 65 * 1024 * 1024 })]),
      "YAML、Markdown 和 SVG 解开后不能超过 64 MB",
    ],
    ["an absolute path", zip([file("/etc/x.yaml")]), "/etc/x.yaml：是绝对路径，会写到内容包之外"],
    ["a drive", zip([file("C:\\x.yaml")]), "是绝对路径"],
    ["a symbolic link", zip([file("a.yaml", { mode: 0o120777 })]), "a.yaml：是符号链接"],
    ["an encrypted file", zip([file("a.yaml", { flags: 1 })]), "a.yaml：加了密码"],
    ["two files of one name", zip([file("a.yaml"), file("A.yaml")]), "有两个这样的文件"],
    ["a file and a folder of one name", zip([file("images"), file("images/a.svg")]), "所在的文件夹同名"],
    ["an impossible size", zip([file("a.yaml", { says: 4_000_000 })]), "不是完整的 ZIP 压缩包"],
    ["shared data", zip([file("a.yaml"), file("b.yaml", { shares: true })]), "不是完整的 ZIP 压缩包"],
    ["nothing for a pack", zip([file(".DS_Store"), file("__MACOSX/a.yaml")]), "里面没有文件"],
    ["another content", Buffer.from("PK no archive"), "不是完整的 ZIP 压缩包"],
    [
      "too much in all",
      zip([file("a.md", { content: randomBytes(600_000), says: 513 * 1024 * 1024 })]),
      "解开后不能超过 512 MB",
    ],
    [
      "too many files",
      zip(Array.from({ length: 10_001 }, (_, index) => file(`topics/${index}.md`))),
      "最多 10,000 个",
    ],
  ];
  it.each(wrong)("has %s", async (_, content, message) => {
    const refusal = await gateway().refused(
      "uploadContentPack",
      { file: content, filename: "包.zip" },
      "FILE_BROKEN",
      admin,
    );
    expect(refusal.fields?.file?.join("\n")).toContain(message);
    expect((await state()).upload).toBeNull();
  });

  it("says all of it at once, and takes ZIP alone", async () => {
    const many = zip(Array.from({ length: 20 }, (_, index) => file(`../${index}.yaml`)));
    const { fields } = await gateway().refused(
      "uploadContentPack",
      { file: many, filename: "包.zip" },
      "FILE_BROKEN",
      admin,
    );
    expect(fields?.file).toHaveLength(9);
    expect(fields?.file?.at(-1)).toBe("另有 12 处没有列出");
    const sent = (bytes: Buffer, filename: string) => ({ file: bytes, filename });
    const ofName = await gateway().refused(
      "uploadContentPack",
      sent(samplePdf(), "包.pdf"),
      "FILE_TYPE_REFUSED",
      admin,
    );
    expect(ofName.fields?.file).toEqual(["这里只能上传 ZIP 压缩包"]);
    await gateway().refused("uploadContentPack", sent(Buffer.alloc(0), "包.zip"), "FILE_EMPTY", admin);
    const large = Buffer.alloc(20 * 1024 * 1024 + 1);
    await gateway().refused("uploadContentPack", sent(large, "包.zip"), "FILE_TOO_LARGE", admin);
    const member = await gateway().member();
    await gateway().refused("uploadContentPack", sent(sampleZip(), "包.zip"), "NOT_PERMITTED", member);
  });

  it("unpacks to more than its directory says: the check names the file, and nothing is loaded", async () => {
    const content = Buffer.from("x".repeat(50_000));
    const bomb = { name: "我的包/news/big.md", content, says: 40_000 };
    const id = await upload(await packed({}, "我的包/", [bomb]));
    await work();
    const { upload: checked } = await state();
    expect(checked?.check?.problems).toEqual([
      expect.objectContaining({
        file: "news/big.md",
        message: "解开后比压缩包的目录写的大，像是 ZIP 炸弹",
      }),
    ]);
    const { checkedAt = "" } = checked?.check ?? {};
    await gateway().refused("loadContent", { upload: id, checkedAt }, "CONTENT_UNCHECKED", admin);
    const [stored] = await gateway().database.select().from(files).where(eq(files.type, "application/zip"));
    expect(stored?.bytes).toBeGreaterThan(0);
  });
});
