import { eq, getTableName, inArray, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import * as schema from "gateway/database/schema";
import { purgeUnusedFiles, unusedFilesJob } from "gateway/files/needs/purge-unused";
import { runJobs } from "gateway/server/jobs";
import { expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { type Member, startGateway, submissionId } from "../support/gateway";
import { png } from "../support/upload-files";

const gateway = startGateway();
/** A word that occurs nowhere else, in every form that a text may have. */
const word = "绝密代号鲲鹏";
const { files, uploads, tags } = schema;

/** Every table that has the word in any column of any type. */
async function tablesWith(text: string): Promise<string[]> {
  const names = Object.values(schema).flatMap((table) => (is(table, PgTable) ? [getTableName(table)] : []));
  const found: string[] = [];
  const lexeme = [...text].slice(0, 4).join("");
  for (const name of names) {
    const { rows } = (await gateway().database.execute(
      sql`select count(*)::int as count from ${sql.identifier(name)} as row
        where strpos(to_jsonb(row)::text, ${text}) > 0 or strpos(to_jsonb(row)::text, ${lexeme}) > 0`,
    )) as unknown as { rows: { count: number }[] };
    if ((rows[0]?.count ?? 0) > 0) found.push(name);
  }
  return found;
}

const form = (ids: number[]) => ({ ids, reason: "按版规处理", submissionId: submissionId() });

async function picture(by: Member, width: number) {
  const upload = await gateway().ok("uploadFile", { file: await png(width, 9), filename: "图.png" }, by);
  const [row] = await gateway().database.select().from(uploads).where(eq(uploads.id, upload.id));
  return { address: upload.address, name: row?.fileName ?? "" };
}

const filesThere = async (names: string[]) =>
  (await gateway().database.select({ name: files.name }).from(files).where(inArray(files.name, names)))
    .map(({ name }) => name)
    .sort();

it("a destroyed text leaves its word in no table, and its files are deleted, except files that others use", async () => {
  const { database, services } = gateway();
  const [author, other, reporter, moderator, admin] = [
    await gateway().member(),
    await gateway().member(),
    await gateway().member(),
    await gateway().member(),
    await gateway().member({ admin: true }),
  ];
  const section = await gateway().section({ moderators: [moderator] });
  const [own, shared] = [await picture(author, 301), await picture(author, 302)];
  // The word is in title, text, tags and an earlier version; in drafts of the next edit; in other people's reports.
  const fields = { fid: section.fid, classId: section.classes[0] ?? null, title: `${word}的题目` };
  const content = `正文里有${word}。![图](${own.address}) ![图](${shared.address})`;
  const { tid, pid } = await gateway().topic(author, section, { ...fields, content, tags: [word, "串口"] });
  const reply = await gateway().reply(author, tid, { content: `回复里也有${word}` });
  const beneath = await gateway().reply(other, tid, { parent: reply.pid, content: `${word}是什么` });
  const elsewhere = await gateway().topic(other, section, {
    content: `别人的图 ![图](${shared.address})`,
    tags: ["串口"],
  });
  await gateway().ok(
    "editTopic",
    { tid, ...fields, title: `改过的${word}`, content: `${content} 再说一遍${word}`, tags: [word, "串口"] },
    author,
  );
  await gateway().ok("editPost", { pid: reply.pid, content: `回复改成${word}` }, author);
  for (const target of [`topic:${tid}`, `post:${reply.pid}`])
    for (const [revision, text] of [`${word}一`, `${word}二`].entries())
      await gateway().ok(
        "saveDraft",
        { target, title: text, content: text, ...(revision ? { baseRevision: revision } : {}) },
        author,
      );
  await gateway().ok("submitReport", { pid, reason: "spam", text: `里面写着${word}` }, reporter);
  await gateway().ok("submitReport", { pid: reply.pid, reason: "spam", text: word }, reporter);
  const { cases } = await gateway().ok("reportList", {}, moderator);
  for (const { id } of cases) await gateway().ok("addCaseNote", { id, text: `请看${word}` }, moderator);
  await gateway().ok("accomplishQuestion", { tid, pid: null, reason: `${word}自己好了` }, author);
  const before = await tablesWith(word);
  for (const name of [
    ...["posts", "topics", "post_versions", "tags", "report_cases", "reports"],
    ...["drafts", "draft_versions"],
  ])
    expect(before, name).toContain(name);

  await gateway().ok("topicOperate", { ...form([tid]), action: "recycle" }, moderator);
  // The bin keeps everything: only destroying removes it.
  expect(await tablesWith(word)).toEqual(expect.arrayContaining(["posts", "topics", "report_cases"]));
  await gateway().ok("destroyContent", { ...form([tid]), of: "topics" }, admin);
  expect(await tablesWith(word)).toEqual([]);

  for (const who of [null, author, other, moderator, admin])
    await gateway().refused("topicDetail", { tid }, "TOPIC_NOT_FOUND", who);
  for (const gone of [pid, reply.pid, beneath.pid])
    expect((await gateway().call("postVersions", { pid: gone }, admin)).status).toBe(404);
  expect((await gateway().ok("fullTextSearch", { text: word })).total).toBe(0);
  expect((await gateway().ok("recycleReplyList", {}, admin)).items).toEqual([]);
  // A picture and a tag that others use stay.
  expect(await database.$count(tags, eq(tags.name, "串口"))).toBe(1);
  gateway().pass(3 * 86_400);
  const far = new Date(services.now().getTime() + 86_400_000);
  await database.update(schema.sessions).set({ expiresAt: far });
  await unusedFilesJob.run(services);
  await runJobs(services, [purgeUnusedFiles]);
  expect(await filesThere([own.name, shared.name])).toEqual([shared.name]);
  expect((await gateway().ok("topicDetail", { tid: elsewhere.tid })).tid).toBe(elsewhere.tid);
  await expectExactCounters(database);
});

it("a destroyed reply leaves its floor, and other people's replies beneath it", async () => {
  const { database } = gateway();
  const [author, other, admin] = [
    await gateway().member(),
    await gateway().member(),
    await gateway().member({ admin: true }),
  ];
  const section = await gateway().section();
  const { tid } = await gateway().topic(other, section);
  const reply = await gateway().reply(author, tid, { content: `只有这条有${word}` });
  const beneath = await gateway().reply(other, tid, { parent: reply.pid, content: "别人的话" });
  await gateway().ok("moderatorPostOperate", { ...form([reply.pid]), action: "recyclePost" }, admin);
  await gateway().ok("destroyContent", { ...form([reply.pid]), of: "replies" }, admin);
  expect(await tablesWith(word)).toEqual([]);
  const [post] = await database.select().from(schema.posts).where(eq(schema.posts.id, beneath.pid));
  expect(post?.source).toBe("别人的话");
  await expectExactCounters(database);
});

it("a tag that an editor began to describe stays when its last topic is destroyed", async () => {
  const { database } = gateway();
  const [author, admin] = [await gateway().member(), await gateway().member({ admin: true })];
  const { tid } = await gateway().topic(author, await gateway().section(), {
    tags: ["有人在写", "没人在写"],
  });
  const [described] = await database.select().from(tags).where(eq(tags.name, "有人在写"));
  const piece = { kind: "tags", key: String(described?.id) } as const;
  const { body, standing } = await gateway().ok("contentPiece", piece, admin);
  const draft = { ...piece, base: 0, standing, body: { ...body, summary: "说明", group: "新的组" } };
  const { version } = await gateway().ok("saveContent", draft, admin);
  await gateway().ok("topicOperate", { ...form([tid]), action: "recycle" }, admin);
  await gateway().ok("destroyContent", { ...form([tid]), of: "topics" }, admin);
  expect(await database.select().from(tags).where(eq(tags.name, "没人在写"))).toEqual([]);
  await gateway().ok("publishContent", { ...piece, version }, admin);
  expect(await gateway().ok("tagDetail", { id: Number(piece.key) })).toMatchObject({ summary: "说明" });
});

it("two topics keep a tag that they choose while its last topic is destroyed", async () => {
  const { database } = gateway();
  const [author, admin] = [await gateway().member(), await gateway().member({ admin: true })];
  const section = await gateway().section();
  // An author with three published texts is no new member.
  for (let count = 0; count < 3; count += 1) await gateway().topic(author, section);
  for (let round = 0; round < 5; round += 1) {
    const name = `只用一次${round}`;
    const { tid } = await gateway().topic(author, section, { tags: [name] });
    await gateway().ok("topicOperate", { ...form([tid]), action: "recycle" }, admin);
    const [, ...made] = await Promise.all([
      gateway().ok("destroyContent", { ...form([tid]), of: "topics" }, admin),
      gateway().topic(author, section, { tags: [name] }),
      gateway().topic(author, section, { tags: [name] }),
    ]);
    expect(made).toHaveLength(2);
    const [tag] = await database.select().from(tags).where(eq(tags.name, name));
    expect(tag?.topics).toBe(2);
  }
  await expectExactCounters(database);
});
