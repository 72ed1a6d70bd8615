import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { exportJob } from "gateway/content/export/export-job";
import { clearExportJob, forgetExporter } from "gateway/content/export/exported-pack";
import { loadContentPack } from "gateway/content/load/load-pack";
import { packJob } from "gateway/content/pack-job";
import { documents, jobs, keptPacks, moderationLog, products } from "gateway/database/schema";
import { unusedOf } from "gateway/files/needs/uses";
import { runJobs } from "gateway/server/jobs";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { copyPack, smallCatalogue } from "../support/content";
import { type Member, startGateway, type TestGateway } from "../support/gateway";
import { samplePdf } from "../support/upload-files";

const gateway = startGateway();
/** Another portal, in which nothing stands. */
const empty = startGateway({}, beforeEach);
let admin: Member;
let folder: string;

beforeAll(async () => {
  admin = await gateway().member({ admin: true, nickname: "导出的管理员" });
});
beforeEach(async () => {
  await gateway().database.delete(jobs);
  await gateway().database.delete(documents).where(eq(documents.key, "contentExport"));
  folder = await copyPack(smallCatalogue(samplePdf()));
});

const load = () => loadContentPack(gateway().services, folder, { demo: false });
const stateOf = async (at: TestGateway, by: Member) => (await at.ok("contentState", {}, by)).exported;
const state = () => stateOf(gateway(), admin);
const work = () => runJobs(gateway().services, [exportJob]);
const ask = () => gateway().ok("exportContentPack", {}, admin);

/** Exports, and gives what an administrator sees of it. */
async function exported() {
  await ask();
  await work();
  const ready = await state();
  if (!ready?.archive) throw new Error(`no archive: ${JSON.stringify(ready)}`);
  return ready.archive;
}
const download = (address: string) => gateway().fetch(address);
const bytesAt = async (address: string) => Buffer.from(await (await download(address)).arrayBuffer());

/** Gives a product other words in the browser, and publishes it. */
async function publish(summary: string) {
  const piece = { kind: "products", key: "100" } as const;
  const { body, version, standing } = await gateway().ok("contentPiece", piece, admin);
  const request = { ...piece, base: version, standing, body: { ...body, summary } };
  const saved = await gateway().ok("saveContent", request, admin);
  await gateway().ok("publishContent", { ...piece, version: saved.version }, admin);
}

describe("a content pack that is exported in the browser", () => {
  it("is refused before any pack was loaded", async () => {
    const by = await empty().member({ admin: true });
    await empty().refused("exportContentPack", {}, "NO_LOADED_PACK", by);
    expect(await stateOf(empty(), by)).toBeNull();
  });

  it("has what stands, and comes whole into an empty portal, where a check then finds nothing to change", async () => {
    await load();
    await publish("在浏览器里写的一句话");
    await ask();
    expect(await state()).toMatchObject({ state: "waiting", nickName: "导出的管理员", archive: null });
    await work();
    const ready = await state();
    expect(ready).toMatchObject({ state: "ready", failure: null });
    expect(ready?.archive).toMatchObject({
      pack: "pack",
      held: [{ name: "产品", count: 1 }],
      hasEmails: false,
      lost: [],
      problems: [],
    });
    const file = await bytesAt(ready?.archive?.address ?? "");
    expect(file.byteLength).toBe(ready?.archive?.bytes);
    expect(Object.keys(unzipSync(new Uint8Array(file)))).toHaveLength(ready?.archive?.files ?? 0);

    const by = await empty().member({ admin: true });
    const there = () => empty().ok("contentState", {}, by);
    const upload = async () => {
      const { id } = await empty().ok("uploadContentPack", { file, filename: "别处的.zip" }, by);
      await runJobs(empty().services, [packJob]);
      const { upload: checked } = await there();
      expect(checked?.check?.problems).toEqual([]);
      return { id, check: checked?.check };
    };
    const { id, check } = await upload();
    expect(check?.changes).toContainEqual(expect.objectContaining({ name: "产品", added: 2 }));
    await empty().ok("loadContent", { upload: id, checkedAt: check?.checkedAt ?? "" }, by);
    await runJobs(empty().services, [packJob]);
    const [product] = await empty().database.select().from(products).where(eq(products.id, 100));
    expect(product?.summary).toBe("在浏览器里写的一句话");
    expect((await upload()).check?.changes).toEqual([]);
    // Where it came from it changes nothing either.
    const { id: own } = await gateway().ok("uploadContentPack", { file, filename: "自己的.zip" }, admin);
    await runJobs(gateway().services, [packJob]);
    const { upload: checked } = await gateway().ok("contentState", {}, admin);
    expect([checked?.id, checked?.check?.problems, checked?.check?.changes]).toEqual([own, [], []]);
  });

  it("is for administrators who signed in lately, and each is in the moderators' log", async () => {
    await load();
    await gateway().refused("exportContentPack", {}, "NOT_PERMITTED", await gateway().member());
    const rows = () =>
      gateway()
        .database.select()
        .from(moderationLog)
        .where(eq(moderationLog.action, "exportContent"))
        .orderBy(moderationLog.id);
    const before = (await rows()).length;
    await ask();
    // A second press waits for the same one.
    await ask();
    expect(await gateway().database.$count(jobs, eq(jobs.kind, exportJob.name))).toBe(1);
    expect(await rows()).toHaveLength(before + 1);
    expect((await rows()).at(-1)?.operatorId).toBe(admin.id);
    const { rows: said } = await gateway().ok("managementLog", { action: "exportContent" }, admin);
    expect(said[0]?.reason).toContain("底本是内容包「pack」");
  });

  it("is given out at a signed address that nobody between keeps, in ranges, for its days", async () => {
    await load();
    // An archive has the time of its making, to two seconds, and another test's of the same time would be the same file.
    gateway().pass(60);
    const { address, bytes } = await exported();
    const answer = await download(address);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="pack-[\d-]+\.zip"/);
    const whole = Buffer.from(await answer.arrayBuffer());
    const part = await gateway().fetch(address, { headers: { range: `bytes=${bytes - 10}-` } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, whole.subarray(-10)]);
    expect((await download(address.replace(/Signature=./, "Signature=_"))).status).toBe(404);
    const name = /media\/([^/]+)/.exec(address)?.[1] ?? "";
    expect(name.startsWith(createHash("sha256").update(whole).digest("hex").slice(0, 32))).toBe(true);
    const unused = () => unusedOf(gateway().services.domains, gateway().database, [name]);
    expect(await unused()).toEqual([]);
    const [over] = await gateway().database.select().from(jobs).where(eq(jobs.kind, clearExportJob.name));
    expect((over?.runAt.getTime() ?? 0) - gateway().services.now().getTime()).toBeGreaterThan(86_000_000);
    await clearExportJob.run({ payload: { id: "another" } } as never, gateway().services);
    expect((await state())?.state).toBe("ready");
    await clearExportJob.run({ payload: over?.payload } as never, gateway().services);
    expect([await state(), await unused()]).toEqual([null, [name]]);
  });

  it("is made once, also when the process was killed in the middle or before the job could end", async () => {
    await load();
    await ask();
    const [job] = await gateway().database.select().from(jobs).where(eq(jobs.kind, exportJob.name));
    const running = {
      payload: job?.payload as never,
      progress: null,
      keep: async () => undefined,
      checkStop: () => undefined,
    };
    const stopped = {
      ...running,
      checkStop: () => {
        throw new Error("killed");
      },
    };
    await expect(exportJob.run(stopped, gateway().services)).rejects.toThrow("killed");
    expect((await state())?.state).toBe("waiting");
    await exportJob.run(running, gateway().services);
    const first = await state();
    expect(first?.state).toBe("ready");
    expect(await work()).toBe(1);
    expect(await state()).toEqual(first);
  });

  it("says why there is none, and the next press makes a new one", async () => {
    await load();
    await ask();
    const [kept] = await gateway().database.select().from(keptPacks);
    if (!kept) throw new Error("no pack is kept");
    await gateway().database.delete(keptPacks);
    await work();
    expect(await state()).toMatchObject({ state: "failed", archive: null });
    expect((await state())?.failure).toContain("没有可以导出的");
    await gateway().database.insert(keptPacks).values(kept);
    expect((await exported()).problems).toEqual([]);
  });

  it("does not name an administrator whose account has ended", async () => {
    await load();
    const other = await gateway().member({ admin: true });
    await gateway().ok("exportContentPack", {}, other);
    await work();
    expect((await state())?.nickName).toBe(other.nickname);
    await forgetExporter(gateway().database, other.id);
    expect(await state()).toMatchObject({ state: "ready", nickName: null });
  });
});
