import { eq } from "drizzle-orm";
import { documents, posts, products, schedules, topics } from "gateway/database/schema";
import { transact } from "gateway/database/transact";
import { destroyTexts, destroyTitle } from "gateway/forum/posts/destroy-texts";
import { backfillDocuments, startBackfill } from "gateway/search/index/backfill";
import { forgetAbout, indexCatalogue } from "gateway/search/index/catalogue";
import { documentVersion } from "gateway/search/index/document";
import type { TextWorkers } from "gateway/workers/text-workers";
import { expect, test, vi } from "vitest";
import { addClasses, addNotice, addProducts, quantity } from "../support/catalogue";
import { startGateway } from "../support/gateway";

const gateway = startGateway();
const key = "search-documents";

/** Stores the progress of a version that has done nothing yet. */
async function progressOf(version: number) {
  const { database, services } = gateway();
  const value = { version, topic: 0, post: 0, lastTopic: 0, lastPost: 0 };
  await database
    .insert(documents)
    .values({ key, value, updatedAt: services.now() })
    .onConflictDoUpdate({ target: documents.key, set: { value } });
}
async function versionStored() {
  const [row] = await gateway().database.select().from(documents).where(eq(documents.key, key));
  return (row?.value as { version: number } | undefined)?.version;
}

test("after an upgrade all documents are indexed again by a job, the catalogue too, and stay found meanwhile", async () => {
  const { database, services } = gateway();
  await addClasses(database);
  await addProducts(database, [
    {
      id: 7101,
      name: "甲七一零一",
      values: { supply: quantity("1.7~3.6 V", 1.7, 3.6) },
      parts: [{ package: "QFN77 9×9 mm" }],
    },
  ]);
  await addNotice(database, { number: "ERR-7101", productIds: [7101] });
  const found = async (text: string) => {
    const answer = await gateway().ok("fullTextSearch", { text, kind: "all" });
    return [answer.products.map(({ id }) => id), answer.notices.map(({ number }) => number)];
  };
  const both = [[7101], ["ERR-7101"]];
  // The state of an earlier version: products without their packages, notices without a document.
  await database.update(products).set({ search: "'旧词':1A" }).where(eq(products.id, 7101));
  await progressOf(1);
  expect([await found("旧词"), await found("qfn77")]).toEqual([
    [[7101], []],
    [[], []],
  ]);
  await backfillDocuments(services, () => true);
  expect(await found("旧词")).toEqual([[7101], []]);
  await backfillDocuments(services);
  expect(await found("甲七一零一")).toEqual(both);
  for (const text of ["QFN77", "9x9", "9 × 9mm", "1.8V 供电", "QFN77 微控制器"])
    expect(await found(text), text).toEqual([[7101], []]);
  for (const text of ["勘误 甲七一零一", "errata 甲七一零一", "err-7101"])
    expect(await found(text), text).toEqual([[], ["ERR-7101"]]);
  expect(await backfillDocuments(services)).toBe(0);
  // Rows that a load writes have no document until it ends; content about a product contains its name.
  await database.update(products).set({ name: "乙七一零一", search: null }).where(eq(products.id, 7101));
  await forgetAbout(database, [7101]);
  expect(await found("乙七一零一")).toEqual([[], []]);
  expect(await indexCatalogue(services.texts, database)).toBe(2);
  expect(await found("乙七一零一")).toEqual(both);
});

test("a text that is edited or destroyed while its words are cut keeps what the edit and the destruction wrote", async () => {
  const { database, services } = gateway();
  const author = await gateway().member();
  const section = await gateway().section();
  const write = (title: string) => gateway().topic(author, section, { title, content: "原来讲稳压管" });
  const [edited, destroyed, kept] = [
    await write("甲号温控"),
    await write("乙号温控"),
    await write("丙号温控"),
  ];
  const reply = async (content: string) => gateway().reply(author, kept.tid, { content });
  const [editedReply, destroyedReply] = [await reply("原来讲晶振甲"), await reply("原来讲晶振乙")];
  await progressOf(documentVersion - 1);
  let changes = 0;
  const run = async (...asked: Parameters<TextWorkers["run"]>) => {
    const answer = await services.texts.run(...asked);
    const texts = asked[0] === "lexemes" ? JSON.stringify(asked[1]) : "";
    if (texts.includes("甲号温控")) {
      changes += 1;
      const fields = { tid: edited.tid, fid: section.fid, classId: null, title: "甲号光控", tags: [] };
      await gateway().ok("editTopic", { ...fields, content: "现在讲可控硅" }, author);
      await transact(database, async (inside) => {
        await destroyTitle(inside, destroyed.tid);
        await inside.update(posts).set({ html: "" }).where(eq(posts.topicId, destroyed.tid));
      });
    }
    if (texts.includes("晶振甲")) {
      changes += 1;
      await gateway().ok("editPost", { pid: editedReply.pid, content: "现在讲振荡器" }, author);
      await transact(database, (inside) => destroyTexts(inside, [destroyedReply.pid]));
    }
    return answer;
  };
  await backfillDocuments({ ...services, texts: { ...services.texts, run: run as TextWorkers["run"] } });
  expect(changes).toBe(2);
  const found = async (text: string) =>
    (await gateway().ok("fullTextSearch", { text, fid: section.fid })).topics.map(({ tid }) => tid);
  for (const text of ["光控", "可控硅"]) expect(await found(text), text).toEqual([edited.tid]);
  for (const text of ["丙号温控", "稳压管", "振荡器"]) expect(await found(text), text).toEqual([kept.tid]);
  expect(await found("晶振")).toEqual([]);
  const [topic] = await database.select().from(topics).where(eq(topics.id, destroyed.tid));
  const [post] = await database.select().from(posts).where(eq(posts.id, destroyedReply.pid));
  expect([topic?.search, post?.search]).toEqual([null, null]);
});

test("documents of a later release stay as they are", async () => {
  const { services } = gateway();
  await progressOf(documentVersion + 1);
  expect(await backfillDocuments(services)).toBe(0);
  expect(await versionStored()).toBe(documentVersion + 1);
});

test.each([
  ["does nothing while another process is at work", 60_000, 1],
  ["begins where the process that was at work has been killed", -1_000, documentVersion],
])("a start %s", async (_, claimedFor, version) => {
  const { database, services } = gateway();
  await progressOf(1);
  const [nextAt, claimedUntil] = [new Date(0), new Date(services.now().getTime() + claimedFor)];
  await database
    .insert(schedules)
    .values({ name: key, nextAt, claimedUntil })
    .onConflictDoUpdate({ target: schedules.name, set: { nextAt, claimedUntil } });
  const now = vi.fn(services.now);
  const stop = startBackfill({ ...services, now });
  await vi.waitFor(() => expect(now).toHaveBeenCalled(), 120_000);
  await stop();
  expect(await versionStored()).toBe(version);
});
