import { eq } from "drizzle-orm";
import { posts } from "gateway/database/schema";
import { expect, it } from "vitest";
import { addActivity } from "../support/activities";
import { startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();
const why = () => ({ reason: "按版规处理", submissionId: submissionId() });

it.each(["hidePost", "recyclePost"] as const)(
  "undoing %s on a reply restores its state and reason; showing it again too",
  async (action) => {
    const section = await gateway().section();
    const [author, by] = [await gateway().member(), await gateway().member()];
    const admin = await gateway().member({ admin: true });
    const topic = await gateway().topic(author, section);
    const content = "按这个步骤重新烧录后问题消失了。";
    const { pid } = await gateway().ok(
      "submitPost",
      { tid: topic.tid, content, submissionId: submissionId() },
      by,
    );
    const read = async () => (await gateway().database.select().from(posts).where(eq(posts.id, pid)))[0];
    const was = await read();
    const acted = await gateway().ok("moderatorPostOperate", { ...why(), ids: [pid], action }, admin);
    expect(acted.done).toBe(1);
    expect(await read()).not.toEqual(was);
    expect((await gateway().ok("batchDetail", { batch: acted.batch }, admin)).canUndo).toBe(true);
    const undone = await gateway().ok("undoBatch", { ...why(), batch: acted.batch }, admin);
    expect(undone).toMatchObject({ done: 1, refused: 0 });
    const { hiddenAt, deletedAt, stateReason } = (await read()) ?? {};
    expect({ hiddenAt, deletedAt, stateReason }).toEqual({
      hiddenAt: null,
      deletedAt: null,
      stateReason: null,
    });
  },
);

it("a shown reply that an undo hides again keeps its first time of hiding; one changed since is left alone", async () => {
  const section = await gateway().section();
  const [author, by] = [await gateway().member(), await gateway().member()];
  const admin = await gateway().member({ admin: true });
  const topic = await gateway().topic(author, section);
  const content = "换了一批芯片后没有再出现。";
  const { pid } = await gateway().ok(
    "submitPost",
    { tid: topic.tid, content, submissionId: submissionId() },
    by,
  );
  const read = async () => (await gateway().database.select().from(posts).where(eq(posts.id, pid)))[0];
  const act = (action: "hidePost" | "showPost") =>
    gateway().ok("moderatorPostOperate", { ...why(), ids: [pid], action }, admin);
  await act("hidePost");
  const hidden = await read();
  gateway().pass(60);
  const batch = await act("showPost");
  gateway().pass(60);
  await gateway().ok("undoBatch", { ...why(), batch: batch.batch }, admin);
  const { hiddenAt, stateReason } = (await read()) ?? {};
  expect({ hiddenAt, stateReason }).toEqual({
    hiddenAt: hidden?.hiddenAt,
    stateReason: hidden?.stateReason,
  });
  const again = await act("showPost");
  await act("hidePost");
  const late = await gateway().ok("undoBatch", { ...why(), batch: again.batch }, admin);
  expect(late.results).toMatchObject([{ id: pid, code: "CHANGED_SINCE" }]);
});

it("organisers and judges read their roles in their personal detail, and others have none", async () => {
  const member = await gateway().member();
  expect(await gateway().ok("getMyPersonalDetail", {}, member)).not.toHaveProperty("organises");
  await addActivity(gateway(), { organisers: [member] });
  expect(await gateway().ok("getMyPersonalDetail", {}, member)).toMatchObject({ organises: true });
});
