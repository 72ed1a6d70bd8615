import { randomBytes } from "node:crypto";
import { closeConfirmation, coolingOffDays } from "contract/privacy/constants";
import { eq, getTableName } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import * as schema from "gateway/database/schema";
import { domains } from "gateway/domains";
import { purgeUnusedFiles, unusedFilesJob } from "gateway/files/needs/purge-unused";
import { fileColumnsOf } from "gateway/files/needs/uses";
import { deletedDraftsJob } from "gateway/forum/drafts/deleted-drafts";
import { runDueJobs } from "gateway/jobs";
import { closeAccountsJob } from "gateway/privacy/close-accounts";
import { runJobs } from "gateway/server/jobs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { insertRow } from "../support/any-row";
import { proveOwn } from "../support/contacts";
import { type Member, startGateway, submissionId, TestGateway } from "../support/gateway";
import { png, zip } from "../support/upload-files";

const started = startGateway();
let fresh: TestGateway;
/** One database, but each test's clock starts at the present, which the database uses. */
const gateway = () => fresh;
beforeEach(() => {
  fresh = new TestGateway(started().database);
});
const { filePieces, files, uploads, jobs } = schema;
const hour = 3_600;

afterEach(() => gateway().database.delete(jobs));

/** Queues the purge as its schedule does, and runs it. */
async function purge(stopped?: () => boolean): Promise<number> {
  await unusedFilesJob.run(gateway().services);
  return runJobs(gateway().services, [purgeUnusedFiles], stopped);
}

/** A stored picture without an upload row. */
async function stored(): Promise<string> {
  const name = `${randomBytes(16).toString("hex")}.png`;
  await gateway()
    .database.insert(files)
    .values({ name, type: "image/png", content: Buffer.from(name) });
  return name;
}
const isThere = async (name: string) => (await gateway().database.$count(files, eq(files.name, name))) === 1;

const again = (member: Member) =>
  gateway().signIn({ id: member.id, nickname: member.nickname, passwordHash: null });

/** Each picture has another size, and so another name. */
let colour = 0;
async function upload(member: Member, kind: "image" | "attachment" = "image") {
  colour += 1;
  const file =
    kind === "image"
      ? await png(100 + colour, 7)
      : zip([{ name: `${colour}.txt`, content: Buffer.from("内容") }]);
  const filename = kind === "image" ? "a.png" : `${colour}.zip`;
  const { address, id } = await gateway().ok("uploadFile", { file, filename }, member);
  const [row] = await gateway().database.select().from(uploads).where(eq(uploads.id, id));
  return { address, id, name: row?.fileName ?? "" };
}

/** A value for the column that names a file. */
function naming(column: PgColumn, name: string): unknown {
  const type = column.getSQLType();
  if (type === "text[]") return ["other.png", name];
  return type === "jsonb" ? { deep: [{ name }] } : `看图 ![](/gateway/files/${name})`;
}

describe("an old file", () => {
  it("stays wherever it is named, and is deleted where it is not", async () => {
    const names = new Map<string, string>();
    for (const column of fileColumnsOf(domains)) {
      const name = await stored();
      await insertRow(gateway().database, column, naming(column, name));
      names.set(`${getTableName(column.table)}.${column.name}`, name);
    }
    const unused = await stored();
    gateway().pass(49 * hour);
    // Twice: at the second run the files were last needed at the first one.
    for (let time = 1; time <= 2; time += 1) {
      expect(await purge()).toBe(1);
      for (const [place, name] of names) expect([place, await isThere(name)]).toEqual([place, true]);
      expect(await isThere(unused)).toBe(false);
      gateway().pass(72 * hour);
    }
  });

  it("that was uploaded is deleted with its upload and its pieces, and stays while a text links to it", async () => {
    const me = await gateway().member();
    const [picture, archive, linked] = [
      await upload(me),
      await upload(me, "attachment"),
      await upload(me, "attachment"),
    ];
    await gateway().topic(me, await gateway().section(), { content: `[资料](${linked.address})` });
    gateway().pass(47 * hour);
    await purge();
    for (const { name } of [picture, archive, linked]) expect(await isThere(name)).toBe(true);
    const young = await stored();
    gateway().pass(2 * hour);
    await gateway()
      .database.update(files)
      .set({ neededAt: gateway().services.now() })
      .where(eq(files.name, young));
    await purge();
    expect(await Promise.all([picture, archive, linked].map(({ name }) => isThere(name)))).toEqual([
      ...[false, false, true],
    ]);
    expect(await isThere(young)).toBe(true);
    expect(await gateway().database.$count(uploads, eq(uploads.accountId, me.id))).toBe(1);
    expect(await gateway().database.$count(filePieces, eq(filePieces.fileName, archive.name))).toBe(0);
    expect((await gateway().fetch(picture.address)).status).toBe(404);
    expect((await gateway().fetch(linked.address)).status).toBe(200);
  });

  it("is deleted once the only draft that named it is gone", async () => {
    const me = await gateway().member();
    const { name, address } = await upload(me);
    const draft = await gateway().ok(
      "saveDraft",
      { target: "topic:new", title: "", content: `![](${address})` },
      me,
    );
    gateway().pass(49 * hour);
    await purge();
    expect(await isThere(name)).toBe(true);
    await gateway().ok("deleteDraft", { id: draft.id }, await again(me));
    gateway().pass(49 * hour);
    await purge();
    // The draft can be restored for a while.
    expect(await isThere(name)).toBe(true);
    gateway().pass(29 * 24 * hour);
    await deletedDraftsJob.run(gateway().services);
    await purge();
    expect(await isThere(name)).toBe(false);
  });

  it("that is uploaded again is needed again", async () => {
    const me = await gateway().member();
    const { name } = await upload(me);
    const old = new Date(Date.now() - 72 * hour * 1000);
    await gateway().database.update(files).set({ neededAt: old }).where(eq(files.name, name));
    colour -= 1;
    await upload(me);
    const [row] = await gateway().database.select().from(files).where(eq(files.name, name));
    expect(Number(row?.neededAt)).toBeGreaterThan(Date.now() - hour * 1000);
  });
});

describe("a purge whose process ends half-way", () => {
  const tablesLookedAt: unknown[] = [...new Set(fileColumnsOf(domains).map((column) => column.table))];
  /** Tells the process to end once the search has come to this table. */
  const untilTable = (table: PgTable) => {
    const at = tablesLookedAt.indexOf(table);
    let calls = 0;
    return () => {
      calls += 1;
      return calls > at;
    };
  };
  const placeNow = async () => (await gateway().database.select().from(jobs))[0]?.progress;

  it("continues from where it was, and deletes nothing before it has searched everywhere", async () => {
    const [first, last, unused] = [await stored(), await stored(), await stored()];
    const { accounts, documents } = schema;
    const me = await gateway().member({ intro: `![](/gateway/files/${first})` });
    await gateway()
      .database.insert(documents)
      .values({ key: "last", value: { picture: last } });
    gateway().pass(49 * hour);
    expect(await purge(untilTable(documents))).toBe(0);
    expect(await placeNow()).toMatchObject({ place: { table: expect.stringMatching(/^\w+$/) }, deleted: 0 });
    expect(await isThere(unused)).toBe(true);
    // A use found in a table that the search has finished still counts.
    await gateway().database.update(accounts).set({ intro: "" }).where(eq(accounts.id, me.id));
    let steps = 0;
    const counting = () => {
      steps += 1;
      return false;
    };
    expect(await runJobs(gateway().services, [purgeUnusedFiles], counting)).toBe(1);
    // It did not start from the beginning.
    expect(steps).toBeLessThan(tablesLookedAt.length);
    expect(await Promise.all([first, last, unused].map(isThere))).toEqual([true, true, false]);
  });

  it("keeps files that people have put into their texts since the search", async () => {
    const me = await gateway().member({ signedPolicies: { Disclaimer: "1.0" } });
    const other = await gateway().member();
    const names = [await upload(me), await upload(me), await upload(me), await upload(me)];
    const old = new Date(Date.now() - 72 * hour * 1000);
    const [post, draft, message, advice] = names.map(({ address }) => `![](${address})`);
    await gateway().database.update(files).set({ neededAt: old });
    expect(await purge(untilTable(schema.documents))).toBe(0);
    await gateway().topic(me, await gateway().section(), { content: post ?? "" });
    await gateway().ok("saveDraft", { target: "topic:new", title: "", content: draft ?? "" }, me);
    await gateway().ok(
      "sendInnerMessage",
      { uid: other.id, text: message ?? "", submissionId: submissionId() },
      me,
    );
    const image = names[3]?.name ?? "";
    await gateway().ok(
      "insertUserAdvice",
      { type: "other", text: `建议${advice}`, images: [image], contact: "", submissionId: submissionId() },
      me,
    );
    const unused = await stored();
    await gateway().database.update(files).set({ neededAt: old }).where(eq(files.name, unused));
    expect(await runJobs(gateway().services, [purgeUnusedFiles])).toBe(1);
    for (const { name } of names) expect(await isThere(name)).toBe(true);
    expect(await isThere(unused)).toBe(false);
  });
});

describe("the end of an account", () => {
  it("deletes its files at once, except those that others' texts or the operator's content name", async () => {
    const me = await gateway().member();
    const other = await gateway().member();
    const large = await stored();
    await gateway().database.insert(schema.profiles).values({ accountId: me.id, largeAvatar: large });
    const [gone, quoted, official, shared] = [
      await upload(me),
      await upload(me),
      await upload(me),
      await upload(me),
    ];
    colour -= 1;
    await upload(other);
    await gateway().topic(other, await gateway().section(), { content: `![](${quoted.address})` });
    await gateway()
      .database.insert(schema.policies)
      .values({ id: "p", title: "政策", version: "1", source: "", html: `<img src="${official.address}">` });
    const uuid = await proveOwn(gateway(), me, "close");
    await gateway().ok("closeAccount", { uuid, confirmation: closeConfirmation }, me);
    gateway().pass((coolingOffDays + 1) * 24 * hour);
    await runDueJobs(gateway().services, [closeAccountsJob]);
    const names = [gone, quoted, official, shared].map(({ name }) => name);
    expect(await Promise.all([large, ...names].map(isThere))).toEqual([false, false, true, true, true]);
  });
});
