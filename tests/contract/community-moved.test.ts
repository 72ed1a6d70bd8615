import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, getTableName } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import type { OpenDatabase } from "gateway/database/open";
import {
  accounts,
  activitySignups,
  drafts,
  moderationBatches,
  moderationItems,
  posts,
  topics,
} from "gateway/database/schema";
import { FolderSink } from "gateway/export/folder";
import { lastIdOf } from "gateway/export/sequences";
import { jobKinds } from "gateway/jobs";
import { runJobs } from "gateway/server/jobs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addActivity, addSignup } from "../support/activities";
import { copyPack, smallCatalogue } from "../support/content";
import { cloneDatabase } from "../support/database";
import { editorOf } from "../support/edited-content";
import { editFile, exportFolders, exportTo, importFrom } from "../support/export-folders";
import { type Member, startGateway, submissionId, TestGateway } from "../support/gateway";
import { samplePdf } from "../support/upload-files";

const gateway = startGateway();
const engine = process.env.TEST_ENGINE === "postgres" ? "postgres" : "pglite";
const exported = () => ({ database: gateway().database, work: gateway().database, engine }) as const;
const why = () => ({ reason: "按版规处理", submissionId: submissionId() });
/** A text as a developer writes it: its escapes are words. */
const sample = "JSON 里写 \\u0000、\\ud83d，路径 C:\\udacity\\x";
const ofDrafts = { table: getTableName(drafts), column: "id" };

let admin: Member;
let folders: Awaited<ReturnType<typeof exportFolders>>;
let moved: OpenDatabase;
let there: TestGateway;
const before = { banned: 0, unfinished: 0, lastDraft: 0, recycled: 0, closing: 0, news: "" };

/** The same person at the other portal. */
async function at({ id }: Member): Promise<Member> {
  const [row] = await there.database.select().from(accounts).where(eq(accounts.id, id));
  if (!row) throw new Error("no account");
  return there.signIn(row);
}
async function topicThere(tid: number) {
  const [row] = await there.database.select().from(topics).where(eq(topics.id, tid));
  return row;
}

beforeAll(async () => {
  folders = await exportFolders();
  const here = gateway();
  admin = await here.member({ admin: true });
  const remove: (() => Promise<void>)[] = [];
  const pack = await copyPack(smallCatalogue(samplePdf()), (one) => remove.push(one));
  await loadContentPack(here.services, pack, { demo: false });
  for (const one of remove) await one();
  const { made, inMinutes } = editorOf(gateway, () => admin);
  const { name } = await made({ title: "定时的" });
  before.news = name.key;
  await here.ok("publishContent", { ...name, version: 1, at: inMinutes(10) }, admin);
  await here.ok("withdrawContent", { ...name, at: inMinutes(30) }, admin);

  const section = await here.section();
  const person = await here.member();
  before.recycled = (await here.topic(person, section)).tid;
  const ban = { uid: person.id, action: "ban" as const, days: 3, recycleDays: 2, ...why() };
  before.banned = (await here.ok("updateForbidden", ban, admin)).batch;
  before.closing = (await here.topic(await here.member(), section, { content: sample })).tid;
  const [waiting] = await here.database
    .insert(moderationBatches)
    .values({ operatorId: admin.id, action: "close", options: {}, total: 1, createdAt: here.services.now() })
    .returning();
  before.unfinished = waiting?.id ?? 0;
  await here.database
    .insert(moderationItems)
    .values({ batchId: before.unfinished, position: 0, targetId: before.closing });
  await here.ok(
    "saveDraft",
    { target: `reply:${before.closing}`, title: "", content: "写了一半" },
    await here.member(),
  );
  before.lastDraft = await lastIdOf(here.database, ofDrafts);
  await here.database.delete(drafts);
  await addSignup(here, await addActivity(here), await here.member());

  await exportTo(folders.at("whole"), exported());
  moved = await cloneDatabase();
  await importFrom(folders.at("whole"), moved);
  there = new TestGateway(moved.database);
}, 240_000);
afterAll(async () => {
  await moved?.close();
  await folders.remove();
});

describe("a community that moved", () => {
  const work = () => runJobs(there.services, jobKinds);

  it("goes on with what was under way: a moderators' batch, a publication and a withdrawal", async () => {
    await work();
    expect((await topicThere(before.closing))?.closed).toBe(true);
    expect(await there.ok("batchDetail", { batch: before.unfinished }, await at(admin))).toMatchObject({
      done: 1,
      waiting: 0,
    });
    const piece = async () => there.ok("contentPiece", { kind: "news", key: before.news }, await at(admin));
    there.pass(11 * 60);
    await work();
    expect(await piece()).toMatchObject({ state: "published", publishAt: "" });
    there.pass(20 * 60);
    await work();
    expect(await piece()).toMatchObject({ state: "withdrawn", withdrawAt: "" });
  });

  it("restores the texts of a ban that is undone", async () => {
    expect((await topicThere(before.recycled))?.deletedAt).not.toBeNull();
    await there.ok("undoBatch", { batch: before.banned, ...why() }, await at(admin));
    await work();
    expect((await topicThere(before.recycled))?.deletedAt).toBeNull();
  });

  it("has texts with escapes as they were, proofs that open, and gives no id a second time", async () => {
    const [post] = await there.database.select().from(posts).where(eq(posts.topicId, before.closing));
    expect(post?.source).toContain("\\u0000");
    const [signup] = await there.database.select().from(activitySignups);
    expect(await there.ok("activityProof", { key: signup?.proofKey ?? "" })).toMatchObject({
      name: "王小明",
    });
    expect(before.lastDraft).toBeGreaterThan(0);
    expect(await there.database.$count(drafts)).toBe(0);
    expect(await lastIdOf(there.database, ofDrafts)).toBe(before.lastDraft);
  });
});

describe("the lines of an export", () => {
  /** An export of its own, with changed lines. */
  async function imported(name: string, change: (folder: string) => Promise<unknown>): Promise<number> {
    const folder = folders.at(name);
    await exportTo(folder, exported());
    await change(folder);
    const open = await cloneDatabase();
    try {
      await importFrom(folder, open);
      return await open.database.$count(topics);
    } finally {
      await open.close();
    }
  }

  it("may be another program's, with numbers as it writes them", async () => {
    const change = (folder: string) =>
      editFile(folder, "topics.jsonl", (text) =>
        text.replace(/"views":(\d+)/, '"views":$1.0').replace(/"tid":(\d)/g, '"tid" : $1'),
      );
    expect(await imported("numbers", change)).toBe(await gateway().database.$count(topics));
  });

  it.each([
    [
      "a flipped letter",
      async (folder: string) => {
        const path = join(folder, "topics.jsonl");
        await writeFile(path, (await readFile(path, "utf8")).replace(/"title":"./, '"title":"另'));
      },
      /topics\.jsonl：与导出时不同/,
    ],
    [
      "bytes that are no text",
      async (folder: string) => {
        const path = join(folder, "members.jsonl");
        const bytes = await readFile(path);
        bytes[bytes.indexOf(10) + 3] = 0xff;
        await writeFile(path, bytes);
      },
      /members\.jsonl:2：不是 UTF-8 的文字/,
    ],
    [
      "a day that is not",
      (folder: string) =>
        editFile(folder, "topics.jsonl", (text) =>
          text.replace(/"createdAt":"\d{4}-\d\d-\d\d/, '"createdAt":"2026-02-30'),
        ),
      /topics\.jsonl:1：createdAt 没有这样的时间/,
    ],
    [
      "half of a character in a document",
      (folder: string) =>
        editFile(folder, "moderation-batches.jsonl", (text) =>
          text.replace('"options":{', '"options":{"\\ud83d":1,'),
        ),
      /moderation-batches\.jsonl:1：有数据库存不了的字符/,
    ],
  ] as const)("with %s are refused with their place", async (name, change, reason) => {
    await expect(imported(name, change)).rejects.toThrow(reason);
  });

  it("of two exports do not get mixed in one folder, and a failed one removes only its own", async () => {
    const folder = folders.at("shared");
    const first = await FolderSink.make(folder);
    await first.line("members.jsonl", "{}");
    await expect(FolderSink.make(folder)).rejects.toThrow(/不是空的/);
    await writeFile(join(folder, "notes.txt"), "of the operator");
    await first.remove();
    expect(await readFile(join(folder, "notes.txt"), "utf8")).toBe("of the operator");
    await expect(FolderSink.make(folder)).rejects.toThrow(/不是空的/);
  });
});
