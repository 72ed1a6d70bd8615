import { eq } from "drizzle-orm";
import { drafts } from "gateway/database/schema";
import { deletedDraftsJob } from "gateway/forum/drafts/deleted-drafts";
import { expect, it } from "vitest";
import { type Member, startGateway } from "../support/gateway";

const gateway = startGateway();
const target = "topic:new";

const save = (me: Member, content: string, more: object = {}) =>
  gateway().ok("saveDraft", { target, title: "标题", content, ...more }, me);
const contents = async (me: Member, id: number) =>
  (await gateway().ok("draftVersions", { id }, me)).versions.map(({ content }) => content);

it("deleted drafts are restored completely, for thirty days, the last twenty of them", async () => {
  const [me, other] = [await gateway().member(), await gateway().member()];
  await save(me, "一");
  const { id } = await save(me, "二");
  await gateway().ok("deleteDraft", { id }, me);
  const { drafts: live, deleted } = await gateway().ok("draftList", {}, me);
  expect([live, deleted.map((one) => [one.id, one.content])]).toEqual([[], [[id, "二"]]]);
  for (const call of ["draftVersions", "deleteDraft"] as const)
    await gateway().refused(call, { id }, "DRAFT_NOT_FOUND", me);
  await gateway().refused("restoreDraft", { id, revision: 1 }, "DRAFT_NOT_FOUND", me);
  await gateway().refused("recoverDraft", { id }, "DRAFT_NOT_FOUND", other);
  await gateway().ok("recoverDraft", { id }, me);
  expect(await contents(me, id)).toEqual(["一"]);
  await gateway().refused("recoverDraft", { id }, "DRAFT_NOT_FOUND", me);

  // A new draft for the same target becomes a version, and no text is lost.
  await gateway().ok("deleteDraft", { id }, me);
  const begun = await save(me, "三");
  expect(begun.id).not.toBe(id);
  expect((await gateway().ok("recoverDraft", { id }, me)).id).toBe(begun.id);
  expect((await gateway().ok("draftList", { target }, me)).drafts[0]?.content).toBe("二");
  expect(await contents(me, begun.id)).toEqual(["三"]);

  // An empty draft cannot be restored.
  const empty = await save(me, " ", { target: "topic:new:x", title: "" });
  await gateway().ok("deleteDraft", { id: empty.id }, me);
  const ids: number[] = [];
  for (let count = 0; count < 21; count += 1) {
    const { id: one } = await save(me, `稿 ${count}`, { target: `topic:new:${count}` });
    gateway().pass(1);
    await gateway().ok("deleteDraft", { id: one }, me);
    ids.unshift(one);
  }
  expect((await gateway().ok("draftList", {}, me)).deleted.map((one) => one.id)).toEqual(ids.slice(0, 20));
  await deletedDraftsJob.run(gateway().services);
  expect((await gateway().ok("draftList", {}, me)).deleted).toHaveLength(20);
  gateway().pass(30 * 86_400 + 60);
  await deletedDraftsJob.run(gateway().services);
  expect(await gateway().database.$count(drafts, eq(drafts.accountId, me.id))).toBe(1);
});
