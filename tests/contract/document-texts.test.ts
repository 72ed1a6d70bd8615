import { eq } from "drizzle-orm";
import {
  files,
  fileTextPages,
  fileTexts,
  jobs,
  policies,
  resources,
  resourceVersions,
} from "gateway/database/schema";
import { transact } from "gateway/database/transact";
import type { PdfReader } from "gateway/file-texts/pdf-reader";
import { enqueueFileTexts, fileTextsJob, readFileTextJob } from "gateway/file-texts/read-job";
import { StoreAway } from "gateway/files/stores/file-store";
import { runDueJobs, startJobs } from "gateway/jobs";
import { documentVersion } from "gateway/search/index/document";
import type { Services } from "gateway/server/context";
import { runJobs } from "gateway/server/jobs";
import { ThreadNotStarted } from "gateway/workers/thread-pool";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { addClasses, addProducts } from "../support/catalogue";
import { expectConsole } from "../support/console";
import { startGateway } from "../support/gateway";
import { addDocument, writePdf } from "../support/pdf-files";
import { saveDisclaimer } from "../support/scene";

const gateway = startGateway();
beforeAll(async () => {
  await saveDisclaimer(gateway());
  await addClasses(gateway().database);
  await addProducts(gateway().database, [{ id: 8101, name: "QX8101" }]);
});

let resource = 81_000;
/** Adds a document and enqueues its reading, as a load does. */
async function publish(content: Uint8Array, more: Partial<Parameters<typeof addDocument>[1]> = {}) {
  const { database, services } = gateway();
  resource += 1;
  const id = more.id ?? resource;
  const version = await transact(database, async (inside) => {
    const added = await addDocument(inside, { id, productId: 8101, ...more }, content);
    await enqueueFileTexts(inside, services.now());
    return added;
  });
  return { id, version };
}
const readAll = (services: Services = gateway().services) => runJobs(services, [readFileTextJob]);
async function textOf(version: number) {
  const [row] = await gateway()
    .database.select({ text: fileTexts })
    .from(fileTexts)
    .innerJoin(resourceVersions, eq(resourceVersions.fileName, fileTexts.fileName))
    .where(eq(resourceVersions.id, version));
  return row?.text;
}
async function pagesOf(version: number) {
  const text = await textOf(version);
  const rows = await gateway()
    .database.select()
    .from(fileTextPages)
    .where(eq(fileTextPages.textId, text?.id ?? 0))
    .orderBy(fileTextPages.page);
  return rows.map(({ page }) => page);
}
const search = (
  text: string,
  more: object = {},
  as: Parameters<ReturnType<typeof gateway>["ok"]>[2] = null,
) => gateway().ok("fullTextSearch", { text, kind: "documents", ...more }, as);
const inside = (version: number, text: string, page = 1) =>
  gateway().ok("resourcePages", { version, text, page });
const manyPages = (count: number, word: string) =>
  writePdf(Array.from({ length: count }, (_, at) => [`${word}的第 ${at + 1} 段`]));

describe("the text of a document", () => {
  it("is read by a job that its publication enqueues, once for the same file", async () => {
    const { database } = gateway();
    const content = writePdf([["封面"], ["欠压锁定的门限是 2.1 V。"], []]);
    const { version } = await publish(content);
    const again = await publish(content);
    expect(await textOf(version)).toMatchObject({ state: "waiting", pages: 0 });
    expect(await database.$count(jobs, eq(jobs.kind, readFileTextJob.name))).toBe(1);
    expect((await search("欠压锁定")).total).toBe(0);
    expect(await readAll()).toBe(1);
    expect(await textOf(version)).toMatchObject({ state: "read", pages: 3, readPages: 3 });
    expect(await textOf(again.version)).toMatchObject({ id: (await textOf(version))?.id });
    expect(await pagesOf(version)).toEqual([1, 2]);
    expect(await database.$count(jobs, eq(jobs.kind, readFileTextJob.name))).toBe(0);
  });

  it("is read of files that were there before, by the schedule, and once", async () => {
    const { database, services } = gateway();
    resource += 1;
    const version = await addDocument(
      database,
      { id: resource, productId: 8101 },
      writePdf([["升级之前的文件"]]),
    );
    for (const _ of ["found", "not found again"]) {
      gateway().pass(fileTextsJob.everySeconds + 1);
      expect(await runDueJobs(services, [fileTextsJob])).toEqual([fileTextsJob.name]);
    }
    expect(await database.$count(jobs, eq(jobs.kind, readFileTextJob.name))).toBe(1);
    await readAll();
    expect(await textOf(version)).toMatchObject({ state: "read", pages: 1 });
  });

  it.each([
    ["empty", writePdf([[], []])],
    ["locked", writePdf([["密"]], { locked: true })],
    ["broken", new Uint8Array(Buffer.from("%PDF-1.7 nothing %%EOF"))],
  ])("ends as %s, and is not tried again", async (state, content) => {
    const { version } = await publish(content);
    await readAll();
    expect(await textOf(version)).toMatchObject({ state });
    expect(await readAll()).toBe(0);
    expect(await inside(version, "密")).toMatchObject({ state, total: 0, found: [] });
  });

  it("of a file that is too large, or has too many pages, is left out or cut", async () => {
    const { services } = gateway();
    const limited = (limits: Partial<PdfReader["limits"]>): Services => ({
      ...services,
      pdfs: { ...services.pdfs, limits: { ...services.pdfs.limits, ...limits } },
    });
    const { version: large } = await publish(manyPages(2, "过大"));
    await readAll(limited({ bytes: 100 }));
    expect(await textOf(large)).toMatchObject({ state: "large", pages: 0 });
    const { version: long } = await publish(manyPages(45, "过长"));
    await readAll(limited({ characters: 10 }));
    expect(await textOf(long)).toMatchObject({ state: "cut", pages: 45, readPages: 20 });
    expect(await inside(long, "过长")).toMatchObject({ total: 20, state: "cut" });
  });

  it("goes on behind the last stored page after its process was killed", async () => {
    const { services } = gateway();
    const { version } = await publish(manyPages(50, "中断"));
    let asked: number[] = [];
    /** Reads as before, and dies at the second step of the first reading, as a killed process does. */
    const dying: Services = {
      ...services,
      pdfs: {
        ...services.pdfs,
        read(bytes, which, onPages) {
          asked.push(which.from);
          return services.pdfs.read(bytes, which, async (pages, total) => {
            if (asked.length === 1 && (pages[0]?.page ?? 0) > 1) throw new Error("killed");
            await onPages(pages, total);
          });
        },
      },
    };
    expectConsole("warn", /一份文档的文字没有读完/);
    await readAll(dying);
    expect(await textOf(version)).toMatchObject({ state: "waiting", readPages: 20 });
    expect(await pagesOf(version)).toHaveLength(20);
    // The pages that are there are found meanwhile.
    expect((await inside(version, "中断")).total).toBe(20);
    gateway().pass(60);
    await readAll(dying);
    expect(asked).toEqual([1, 21]);
    expect(await textOf(version)).toMatchObject({ state: "read", readPages: 50 });
    expect(await pagesOf(version)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
    asked = [];
  });

  it("is given up, with what is there, when its file ends the process again and again", async () => {
    const { services, database } = gateway();
    const { version } = await publish(writePdf([["致命"]]));
    const fatal: Services = {
      ...services,
      pdfs: { ...services.pdfs, read: () => Promise.reject(new Error("killed")) },
    };
    expectConsole("warn", /一份文档的文字没有读完/);
    expectConsole("error", /一份文档的文字没有读完/);
    for (let attempt = 0; attempt < readFileTextJob.tries; attempt += 1) {
      await readAll(fatal);
      gateway().pass(3_600);
    }
    expect(await textOf(version)).toMatchObject({ state: "broken" });
    expect(await database.$count(jobs, eq(jobs.kind, readFileTextJob.name))).toBe(0);
  });

  it("waits while the machine cannot read it, however often it is tried", async () => {
    const { services, database } = gateway();
    const { version } = await publish(writePdf([["停机"]]));
    expectConsole("warn", /一份文档现在读不了/);
    for (const error of [
      new ThreadNotStarted("none"),
      new StoreAway("s3", "read", "away"),
      new ThreadNotStarted("none"),
    ]) {
      await readAll({ ...services, pdfs: { ...services.pdfs, read: () => Promise.reject(error) } });
      expect(await textOf(version)).toMatchObject({ state: "waiting" });
      expect(await database.$count(jobs, eq(jobs.kind, readFileTextJob.name))).toBe(0);
      gateway().pass(fileTextsJob.everySeconds + 1);
      await runDueJobs(services, [fileTextsJob]);
    }
    await readAll();
    expect(await textOf(version)).toMatchObject({ state: "read" });
  });

  it("is read beside schedules and other jobs, which do not wait for it", async () => {
    const { services } = gateway();
    const { version } = await publish(writePdf([["缓慢"]]));
    let go = () => {};
    const waits = new Promise<void>((done) => {
      go = done;
    });
    const began = vi.fn();
    const slow: Services = {
      ...services,
      pdfs: {
        ...services.pdfs,
        async read(...task) {
          began();
          await waits;
          return services.pdfs.read(...task);
        },
      },
    };
    const other = vi.fn(async () => undefined);
    const running = startJobs(slow, [{ name: "beside-reading", everySeconds: 60, run: other }]);
    await vi.waitFor(() => expect(began).toHaveBeenCalled(), { timeout: 120_000 });
    running.wake();
    await vi.waitFor(() => expect(other).toHaveBeenCalled(), { timeout: 120_000 });
    expect(await textOf(version)).toMatchObject({ state: "waiting" });
    const stopped = running.stop();
    go();
    await stopped;
    await readAll();
    expect(await textOf(version)).toMatchObject({ state: "read" });
  });

  it("leaves out a page that costs too much, and reads the others", async () => {
    const { services } = gateway();
    const { version } = await publish(writePdf([["便宜甲"], ["昂贵"], ["便宜乙"]]));
    const costly: Services = {
      ...services,
      pdfs: {
        ...services.pdfs,
        read: (bytes, which, onPages) =>
          which.skip.includes(2)
            ? services.pdfs.read(bytes, which, onPages)
            : Promise.resolve({ end: "costly", page: 2 }),
      },
    };
    await readAll(costly);
    expect(await textOf(version)).toMatchObject({ state: "cut", pages: 3 });
    expect(await pagesOf(version)).toEqual([1, 3]);
  });

  it("is indexed again after documents changed, without reading the file", async () => {
    const { database, services } = gateway();
    const { version } = await publish(writePdf([["镜像磁珠"]]));
    await readAll();
    const id = (await textOf(version))?.id ?? 0;
    await database.update(fileTextPages).set({ search: "'旧词':1C" }).where(eq(fileTextPages.textId, id));
    await database
      .update(fileTexts)
      .set({ documentVersion: documentVersion - 1 })
      .where(eq(fileTexts.id, id));
    expect((await inside(version, "镜像磁珠")).total).toBe(0);
    gateway().pass(fileTextsJob.everySeconds + 1);
    await runDueJobs(services, [fileTextsJob]);
    await readAll({ ...services, pdfs: { ...services.pdfs, read: () => Promise.reject(new Error("read")) } });
    expect((await inside(version, "镜像磁珠")).total).toBe(1);
    expect(await textOf(version)).toMatchObject({ documentVersion, state: "read" });
  });

  it("is not indexed again for ever when that fails", async () => {
    const { database, services } = gateway();
    const { version } = await publish(writePdf([["失败索引"]]));
    await readAll();
    const old = { documentVersion: documentVersion - 1 };
    await database
      .update(fileTexts)
      .set(old)
      .where(eq(fileTexts.id, (await textOf(version))?.id ?? 0));
    gateway().pass(fileTextsJob.everySeconds + 1);
    await runDueJobs(services, [fileTextsJob]);
    expectConsole("warn", /一份文档的文字没有读完/);
    expectConsole("error", /一份文档的文字没有读完/);
    const busy: Services = {
      ...services,
      texts: { ...services.texts, run: () => Promise.reject(new Error("busy")) },
    };
    for (let attempt = 0; attempt < readFileTextJob.tries; attempt += 1) {
      await readAll(busy);
      gateway().pass(3_600);
    }
    await runDueJobs(services, [fileTextsJob]);
    expect(await database.$count(jobs, eq(jobs.kind, readFileTextJob.name))).toBe(0);
    expect(await textOf(version)).toMatchObject({ state: "read", documentVersion });
  });

  it("leaves with its file", async () => {
    const { database } = gateway();
    const { version } = await publish(writePdf([["离港船闸"]]));
    await readAll();
    const text = await textOf(version);
    await database.delete(files).where(eq(files.name, text?.fileName ?? ""));
    expect(await database.$count(fileTextPages, eq(fileTextPages.textId, text?.id ?? 0))).toBe(0);
    expect((await search("离港船闸")).total).toBe(0);
  });
});

describe("the search inside of documents", () => {
  it("names resource, version and page, marks the sentence, and opens there", async () => {
    const { id, version } = await publish(
      writePdf([["目录"], ["第 3 章", "晶振的负载电容取 12 pF。"], ["负载电容"], ["其他"]]),
      { version: "1.4" },
    );
    await readAll();
    const { documents, total, facets } = await search("晶振 负载电容");
    expect([total, documents.length]).toEqual([1, 1]);
    expect(documents[0]).toMatchObject({
      id,
      versionId: version,
      version: "1.4",
      page: 2,
      others: 0,
      pages: 4,
    });
    const marked = documents[0]?.excerpt.filter(({ hit }) => hit).map(({ text }) => text);
    expect(marked).toEqual(["晶振", "负载电容"]);
    expect(documents[0]?.address).toMatch(/^\/gateway\/media\/[0-9a-f]{32}\.pdf\//);
    expect(facets?.levelId).toMatchObject([{ total: 1 }]);
    // Both pages have one of the words; the best of them has both.
    expect((await search("负载电容")).documents).toMatchObject([{ others: 1 }]);
    expect((await search('"负载电容取"')).documents).toMatchObject([{ page: 2, others: 0 }]);
    const all = await gateway().ok("fullTextSearch", { text: "晶振 负载电容", kind: "all" });
    expect(all.documents).toMatchObject([{ id, page: 2 }]);
    expect(all.counts).toContainEqual({ kind: "documents", total: 1, more: false });
  });

  it("shows a document once, however many of its pages match, beside the others", async () => {
    await publish(manyPages(60, "环形缓冲"), { date: "2025-03-01" });
    const other = await publish(writePdf([["另一份也讲环形缓冲"]]), {
      kind: "datasheet",
      date: "2026-03-01",
    });
    await readAll();
    const { documents, total, more } = await search("环形缓冲");
    expect([total, more]).toEqual([2, false]);
    expect(documents.map(({ others }) => others).sort()).toEqual([0, 59]);
    // Of equally good pages the first.
    expect(documents.map(({ page }) => page)).toEqual([1, 1]);
    expect((await search("环形缓冲", { order: "newest" })).documents[0]).toMatchObject({ id: other.id });
    const narrowed = await search("环形缓冲", { levelId: 901 });
    expect(narrowed.documents.map(({ id }) => id)).toEqual([other.id]);
    expect(narrowed.facets?.year.map(({ value }) => value)).toEqual(["2026"]);
    for (const filter of [{ year: 2024 }, { classId: 1 }, { fileType: "zip" }])
      expect((await search("环形缓冲", filter)).total).toBe(0);
  });

  it("finds a page of each of many long documents", async () => {
    const word = "多份长文";
    for (let count = 0; count < 55; count += 1) await publish(manyPages(8, `${word}之${count}`));
    await readAll();
    expect(await search(word)).toMatchObject({ total: 55, more: true });
  });

  it("finds a file of two resources by the level of either", async () => {
    const content = writePdf([["两处共用的文件"]]);
    await publish(content);
    const second = await publish(content, { kind: "datasheet" });
    await readAll();
    expect((await search("两处共用")).total).toBe(1);
    expect((await search("两处共用", { levelId: 901 })).documents).toMatchObject([{ id: second.id }]);
  });

  it("fails alone when the database is away, with a member too", async () => {
    const { services } = gateway();
    const someone = await gateway().member();
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    // So that the caller's access is asked for again.
    gateway().pass(60);
    const select = services.database.select.bind(services.database);
    const slow = vi.spyOn(services.database, "select").mockImplementation(((fields: never) => {
      const query = select(fields);
      const from = query.from.bind(query) as (table: unknown) => unknown;
      const late = () => new Promise((_, fail) => setTimeout(() => fail(new Error("away")), 100));
      return { from: (table: unknown) => (table === policies ? { where: late } : from(table)) };
    }) as never);
    const away = vi
      .spyOn(services.database, "execute")
      .mockImplementation((() => Promise.reject(new Error("away"))) as never);
    expectConsole("error", /away/);
    const answer = await gateway().call("fullTextSearch", { text: "离线", kind: "all" }, someone);
    await new Promise((done) => setTimeout(done, 200));
    for (const spy of [slow, away]) spy.mockRestore();
    process.off("unhandledRejection", unhandled);
    expect(answer.status).toBe(500);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it("shows the pages of a file to those who may download it", async () => {
    const login = await publish(writePdf([["内部时序甲"]]), { access: "login" });
    const disclaimer = await publish(writePdf([["内部时序乙"]]), { access: "disclaimer" });
    await readAll();
    const someone = await gateway().member();
    const ids = async (as: typeof someone | null) =>
      (await search("内部时序", {}, as)).documents.map(({ id }) => id);
    expect(await ids(null)).toEqual([]);
    expect(await ids(someone)).toEqual([login.id]);
    expect((await search("内部时序", {}, someone)).documents[0]?.address).toBeNull();
    const ask = { version: login.version, text: "内部时序" };
    await gateway().refused("resourcePages", ask, "NOT_SIGNED_IN");
    expect(await gateway().ok("resourcePages", ask, someone)).toMatchObject({ total: 1, address: null });
    const signed = { version: disclaimer.version, text: "内部时序" };
    await gateway().refused("resourcePages", signed, "DISCLAIMER_NOT_SIGNED", someone);
  });

  it("finds nothing of a withdrawn version, of a delisted resource, and of versions that lists do not show", async () => {
    const { database } = gateway();
    const { id, version } = await publish(writePdf([["撤销继电"]]));
    await readAll();
    const count = async () => (await search("撤销继电")).total;
    expect(await count()).toBe(1);
    await database
      .update(resourceVersions)
      .set({ state: "withdrawn" })
      .where(eq(resourceVersions.id, version));
    expect(await count()).toBe(0);
    await gateway().refused("resourcePages", { version, text: "继电" }, "RESOURCE_VERSION_NOT_FOUND");
    const detail = await gateway().ok("resourceDetail", { pk_rm_resource: id });
    expect(detail.versions[0]?.text).toBeNull();
    await database.update(resourceVersions).set({ state: "current" }).where(eq(resourceVersions.id, version));
    await database.update(resources).set({ delistedAt: new Date() }).where(eq(resources.id, id));
    expect(await count()).toBe(0);
    await database.update(resources).set({ delistedAt: null, version: "9.9" }).where(eq(resources.id, id));
    expect(await count()).toBe(0);
    // On the resource's page any of its versions can be searched.
    expect((await inside(version, "撤销继电")).total).toBe(1);
  });

  it("lists the pages within a document in their order, a part at a time", async () => {
    const { version } = await publish(manyPages(25, "时钟树"));
    await publish(manyPages(5, "时钟树也在别处"));
    await readAll();
    const first = await inside(version, "时钟树");
    expect(first).toMatchObject({ total: 25, pages: 2, partial: false });
    expect(first.found.map(({ page }) => page)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect((await inside(version, "时钟树", 2)).found.map(({ page }) => page)).toEqual([21, 22, 23, 24, 25]);
    expect(await inside(version, "时钟树 不存在的词")).toMatchObject({ total: 25, partial: true });
    expect(await inside(version, "，")).toMatchObject({ total: 0 });
    await gateway().refused("resourcePages", { version: 999_999, text: "树" }, "RESOURCE_VERSION_NOT_FOUND");
    await gateway().refused("resourcePages", { version, text: " " }, "INVALID_REQUEST");
  });
});
