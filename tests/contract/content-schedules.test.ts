import type { CallInput } from "contract";
import { desc, eq } from "drizzle-orm";
import { scheduledJob } from "gateway/content/editing/scheduled-job";
import { loadContentPack } from "gateway/content/load/load-pack";
import { jobs, moderationLog, moderationReasons, newsCategories } from "gateway/database/schema";
import { runJobs } from "gateway/server/jobs";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectConsole } from "../support/console";
import { copyPack, smallCatalogue } from "../support/content";
import { editorOf } from "../support/edited-content";
import { type Member, startGateway } from "../support/gateway";
import { samplePdf } from "../support/upload-files";

const gateway = startGateway();
let admin: Member;
let other: Member;

beforeAll(async () => {
  admin = await gateway().member({ admin: true });
  other = await gateway().member({ admin: true });
  const remove: (() => Promise<void>)[] = [];
  const folder = await copyPack(smallCatalogue(samplePdf()), (one) => remove.push(one));
  await loadContentPack(gateway().services, folder, { demo: false });
  return async () => {
    for (const one of remove) await one();
  };
});
beforeEach(() => gateway().database.delete(jobs));

const { made, save, page, inMinutes } = editorOf(gateway, () => admin);
const pieceOf = (name: CallInput<"contentVersions">) => gateway().ok("contentPiece", name, admin);

describe("a schedule", () => {
  const work = () => runJobs(gateway().services, [scheduledJob]);
  const newestLog = (limit: number) =>
    gateway().database.select().from(moderationLog).orderBy(desc(moderationLog.id)).limit(limit);

  it("publishes the version that was chosen, and takes it down, each at its time", async () => {
    const { name } = await made({ title: "定时的" });
    const day = 24 * 60;
    await gateway().ok("publishContent", { ...name, version: 1, at: inMinutes(3 * day) }, admin);
    await gateway().ok("withdrawContent", { ...name, at: inMinutes(5 * day) }, admin);
    await save(name, 1, { title: "之后又改的草稿" });
    expect(await pieceOf(name)).toMatchObject({ state: "draft", publishVersion: 1 });
    const listed = await gateway().ok("contentList", { kind: "news", only: "scheduled" }, admin);
    expect(listed.pieces.map(({ key }) => key)).toContain(name.key);
    await work();
    expect((await page(name.key)).status).toBe(404);
    gateway().pass(3 * day * 60 + 60);
    // Another process claims the row: nothing of the schedule is in the memory of the one that took it.
    expect(await work()).toBe(1);
    expect((await page(name.key)).body).toMatchObject({ data: { title: "定时的" } });
    expect(await pieceOf(name)).toMatchObject({
      state: "published",
      publishedVersion: 1,
      version: 2,
      publishAt: "",
    });
    gateway().pass(2 * day * 60);
    expect(await work()).toBe(1);
    expect((await page(name.key)).body).toMatchObject({ data: { delisted: true } });
    const log = await gateway()
      .database.select()
      .from(moderationLog)
      .where(eq(moderationLog.operatorId, admin.id))
      .orderBy(moderationLog.id);
    expect(log.slice(-2).map(({ action }) => action)).toEqual(["publishContent", "withdrawContent"]);
  });

  it("that was cancelled or moved leaves nothing to do, and one in the past is refused", async () => {
    const { name } = await made();
    await gateway().refused(
      "publishContent",
      { ...name, version: 1, at: inMinutes(-1) },
      "CONTENT_TIME_PAST",
      admin,
    );
    await gateway().refused("withdrawContent", { ...name, at: inMinutes(-1) }, "CONTENT_TIME_PAST", admin);
    await gateway().ok("publishContent", { ...name, version: 1, at: inMinutes(10) }, admin);
    await gateway().ok("unscheduleContent", name, admin);
    gateway().pass(11 * 60);
    await work();
    expect(await pieceOf(name)).toMatchObject({ state: "draft", publishAt: "", withdrawAt: "" });
  });

  it("whose category is gone by then is not done, and the piece is shown without it", async () => {
    await gateway()
      .database.insert(newsCategories)
      .values({ id: 99, name: "短命", position: 9 })
      .onConflictDoNothing();
    const { name } = await made({ category: 99 });
    await gateway().ok("publishContent", { ...name, version: 1, at: inMinutes(10) }, admin);
    await gateway().database.delete(newsCategories).where(eq(newsCategories.id, 99));
    gateway().pass(11 * 60);
    expectConsole("warn", /定时发布没有做/);
    await gateway().ok("withdrawContent", { ...name, at: inMinutes(10) }, admin);
    expect(await work()).toBe(1);
    expect(await pieceOf(name)).toMatchObject({
      state: "draft",
      publishAt: "",
      withdrawAt: expect.stringMatching(/Z$/),
    });
    // The log says so, in the name of whoever scheduled it.
    const [row] = await newestLog(1);
    expect(row).toMatchObject({ action: "publishContent", operatorId: admin.id });
    expect(row?.before).toEqual(row?.after);
    const reasons = await gateway().database.select().from(moderationReasons);
    expect(reasons.map(({ text: said }) => said).join()).toContain("定时发布没有做，还有必填的内容没有填好");
  });

  it("refused for publishing still takes down what stands, when that is due too", async () => {
    const { name } = await made();
    await gateway().ok("publishContent", { ...name, version: 1 }, admin);
    await gateway()
      .database.insert(newsCategories)
      .values({ id: 98, name: "也短命", position: 9 })
      .onConflictDoNothing();
    await save(name, 1, { category: 98 });
    await gateway().ok("publishContent", { ...name, version: 2, at: inMinutes(10) }, admin);
    await gateway().ok("withdrawContent", { ...name, at: inMinutes(20) }, admin);
    await gateway().database.delete(newsCategories).where(eq(newsCategories.id, 98));
    gateway().pass(21 * 60);
    expectConsole("warn", /定时发布没有做/);
    await work();
    expect(await pieceOf(name)).toMatchObject({ state: "withdrawn", publishAt: "", withdrawAt: "" });
    expect((await page(name.key)).body).toMatchObject({ data: { delisted: true } });
  });

  it("is done in the order of its times, each action in the name of whoever scheduled it", async () => {
    // Withdrawn first, then published again: visitors see it.
    const { name: back } = await made();
    await gateway().ok("publishContent", { ...back, version: 1 }, admin);
    await gateway().ok("withdrawContent", { ...back, at: inMinutes(10) }, admin);
    await gateway().ok("publishContent", { ...back, version: 1, at: inMinutes(20) }, other);
    gateway().pass(21 * 60);
    // One job does both, as after a pause of the server.
    await work();
    expect((await pieceOf(back)).state).toBe("published");
    expect((await page(back.key)).body).toMatchObject({ data: { delisted: false } });
    expect((await newestLog(2)).map(({ action, operatorId }) => [action, operatorId])).toEqual([
      ["publishContent", other.id],
      ["withdrawContent", admin.id],
    ]);
    // Published first, then withdrawn: they do not.
    const { name: gone } = await made();
    await gateway().ok("withdrawContent", { ...gone, at: inMinutes(20) }, other);
    await gateway().ok("publishContent", { ...gone, version: 1, at: inMinutes(10) }, admin);
    gateway().pass(21 * 60);
    await work();
    expect((await pieceOf(gone)).state).toBe("withdrawn");
    expect((await newestLog(2)).map(({ action, operatorId }) => [action, operatorId])).toEqual([
      ["withdrawContent", other.id],
      ["publishContent", admin.id],
    ]);
  });

  it("for a time that no calendar has is refused beside the time", async () => {
    const { name } = await made();
    for (const at of ["9999-12-31T23:59:59-12:00", "3000-01-01T00:00:00Z"])
      await gateway().refused("publishContent", { ...name, version: 1, at }, "INVALID_REQUEST", admin);
  });
});
