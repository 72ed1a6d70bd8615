import { moderatorActions, type TopicAction, topicActionNames } from "contract/moderation/actions";
import { eq } from "drizzle-orm";
import { accounts } from "gateway/database/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";
import { differing, world } from "../support/moderation/world";

const gateway = startGateway();
let [admin, moderator, author]: Member[] = [];
let [section, elsewhere]: Section[] = [];
beforeAll(async () => {
  admin = await gateway().member({ admin: true });
  moderator = await gateway().member();
  author = await gateway().member({ createdAt: new Date("2026-01-01T00:00:00Z") });
  section = await gateway().section({ moderators: [moderator] });
  elsewhere = await gateway().section({ moderators: [moderator] });
  // With a third section they stay a moderator when they lose one of the two.
  await gateway().section({ moderators: [moderator] });
});

const why = () => ({ reason: "按版规处理", submissionId: submissionId() });
const values: Partial<Record<TopicAction, () => object>> = {
  digest: () => ({ value: "2" }),
  pin: () => ({ value: "section" }),
  highlight: () => ({ value: "red" }),
  recommend: () => ({ value: "1" }),
  stamp: () => ({ value: "推荐" }),
  icon: () => ({ value: "bulb" }),
  class: () => ({ value: String(section?.classes[0]) }),
  move: () => ({ value: String(elsewhere?.fid), pointer: true }),
};
const first: Partial<Record<TopicAction, TopicAction>> = { show: "hide", open: "close", sink: "raise" };

const operate = (ids: number[], action: TopicAction) =>
  gateway().ok("topicOperate", { ids, action, ...why(), ...values[action]?.() }, moderator);

/** Each way to act on a text of the section; resolves to the batch. */
const acts: Record<string, () => Promise<number>> = {
  ...Object.fromEntries(
    topicActionNames
      .filter((name) => moderatorActions[name].undo === "undo")
      .map((action) => [
        action,
        async () => {
          const { tid } = await gateway().topic(author as Member, section as Section);
          const before = first[action];
          if (before) await operate([tid], before);
          gateway().pass(60);
          return (await operate([tid], action)).batch;
        },
      ]),
  ),
  ...Object.fromEntries(
    (["hidePost", "showPost", "recyclePost"] as const).map((action) => [
      action,
      async () => {
        const { tid } = await gateway().topic(author as Member, section as Section);
        const { pid } = await gateway().reply(author as Member, tid);
        const act = (each: typeof action) =>
          gateway().ok("moderatorPostOperate", { ids: [pid], action: each, ...why() }, moderator);
        if (action === "showPost") await act("hidePost");
        gateway().pass(60);
        return (await act(action)).batch;
      },
    ]),
  ),
};

/** Runs something while the moderator does not moderate this section. */
async function without<Result>(fid: number, run: () => Promise<Result>): Promise<Result> {
  const form = { fid, reason: "调整" };
  await gateway().ok("dismissModerator", { ...form, uid: moderator?.id ?? 0 }, admin);
  try {
    return await run();
  } finally {
    await gateway().ok("appointModerator", { ...form, person: String(moderator?.id) }, admin);
  }
}

const undo = (batch: number, form = why()) => gateway().ok("undoBatch", { batch, ...form }, moderator);
const codes = ({ results }: Awaited<ReturnType<typeof undo>>) => results.map(({ code }) => code);

/** The undo of a batch by a moderator who has lost the section. */
const undoneWithout = (fid: number, batch: number) =>
  without(fid, async () => {
    const was = await world(gateway().database);
    expect(codes(await undo(batch))).toEqual(["NOT_YOUR_SECTION"]);
    return differing(was, await world(gateway().database));
  });

describe("a moderator who lost the section cannot undo the batch, and can again when they have the section", () => {
  it.each(Object.keys(acts))("%s", async (action) => {
    const batch = (await acts[action]?.()) ?? 0;
    expect(await undoneWithout(section?.fid ?? 0, batch)).toEqual([]);
    expect(await gateway().ok("batchDetail", { batch }, moderator)).toMatchObject({
      undone: false,
      canUndo: true,
    });
    expect(await undo(batch)).toMatchObject({ done: 1, refused: 0 });
    await gateway().refused("undoBatch", { batch, ...why() }, "UNDO_TOO_LATE", moderator);
  });

  it("a move, by a moderator who lost the target section", async () => {
    const batch = (await acts.move?.()) ?? 0;
    expect(await undoneWithout(elsewhere?.fid ?? 0, batch)).toEqual([]);
    expect(await undo(batch)).toMatchObject({ done: 1, refused: 0 });
  });
});

describe("a refusal uses nothing up", () => {
  const topicIn = (place: Section | undefined) => gateway().topic(author as Member, place as Section);

  it("of an undo: restored texts stay restored, and the next undo does the refused ones", async () => {
    const [here, there] = [await topicIn(section), await topicIn(elsewhere)];
    const { batch } = await operate([here.tid, there.tid], "hide");
    const form = why();
    const partly = await without(elsewhere?.fid ?? 0, () => undo(batch, form));
    expect(codes(partly)).toEqual(["NOT_YOUR_SECTION", null]);
    expect(await gateway().ok("batchDetail", { batch }, moderator)).toMatchObject({ canUndo: true });
    // The same form is the same undo.
    expect(await undo(batch, form)).toEqual({ ...partly, changedTopics: [] });
    expect(await undo(batch)).toMatchObject({ total: 1, done: 1, results: [{ id: there.tid, code: null }] });
    expect(await gateway().ok("batchDetail", { batch }, moderator)).toMatchObject({ undone: true });
  });

  it("of a whole undo: the same form succeeds later", async () => {
    const { tid } = await topicIn(section);
    const { batch } = await operate([tid], "hide");
    const form = why();
    await without(section?.fid ?? 0, () => undo(batch, form));
    expect(await undo(batch, form)).toMatchObject({ done: 1, refused: 0 });
    expect(await undo(batch, form)).toMatchObject({ done: 1, refused: 0 });
  });

  it("of any form: it changed nothing, and the same form succeeds later, once", async () => {
    const { tid } = await topicIn(section);
    const form = { ids: [tid], action: "hide" as const, ...why() };
    const act = () => gateway().ok("topicOperate", form, moderator);
    expect(codes(await without(section?.fid ?? 0, act))).toEqual(["NOT_YOUR_SECTION"]);
    const acted = await act();
    expect(acted).toMatchObject({ done: 1, refused: 0 });
    expect(await act()).toMatchObject({ batch: acted.batch, done: 1 });
  });

  it("of a form about one person: the same form succeeds later", async () => {
    const person = await gateway().member({ admin: true });
    const form = { uid: person.id, action: "mute" as const, days: 3, recycleDays: 0, ...why() };
    await gateway().refused("updateForbidden", form, "HIGHER_RANK", admin);
    await gateway().database.update(accounts).set({ admin: false }).where(eq(accounts.id, person.id));
    expect(await gateway().ok("updateForbidden", form, admin)).toMatchObject({ done: 1, refused: 0 });
  });
});
