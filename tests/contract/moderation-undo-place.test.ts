import { moderatorActions, type TopicAction, topicActionNames } from "contract/moderation/actions";
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
  // With a third place they remain a moderator, whichever of the two they lose.
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

/** Each way to act on a text of the section; resolves the batch. */
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

/** What undoing a batch comes to for a moderator who is no longer one of this section. */
async function undoneWithout(fid: number, batch: number) {
  const form = { fid, reason: "调整" };
  await gateway().ok("dismissModerator", { ...form, uid: moderator?.id ?? 0 }, admin);
  try {
    const was = await world(gateway().database);
    const { results } = await gateway().ok("undoBatch", { batch, ...why() }, moderator);
    expect(results.map(({ code }) => code)).toEqual(["NOT_YOUR_SECTION"]);
    return differing(was, await world(gateway().database));
  } finally {
    await gateway().ok("appointModerator", { ...form, person: String(moderator?.id) }, admin);
  }
}

describe("is undone by nobody who lost the section meanwhile", () => {
  it.each(Object.keys(acts))("%s", async (action) => {
    const batch = (await acts[action]?.()) ?? 0;
    expect(await undoneWithout(section?.fid ?? 0, batch)).toEqual([]);
  });

  it("a move, by whoever lost the section that the topic went to", async () => {
    const batch = (await acts.move?.()) ?? 0;
    expect(await undoneWithout(elsewhere?.fid ?? 0, batch)).toEqual([]);
  });
});
