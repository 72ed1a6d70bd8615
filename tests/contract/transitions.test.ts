import { type ContentState, contentState } from "contract/forum/shapes";
import {
  type ContentAction,
  counterChange,
  mayAct,
  nextState,
  transitions,
} from "contract/forum/transitions";
import { eq } from "drizzle-orm";
import { accounts, posts, topics } from "gateway/database/schema";
import { transact } from "gateway/database/transact";
import { changeState, presentPost } from "gateway/forum/states/change-state";
import { topicFields } from "gateway/forum/states/find-content";
import { stateOf } from "gateway/forum/states/visibility";
import { beforeAll, describe, expect, it } from "vitest";
import { type Member, type Section, startGateway } from "../support/gateway";

const gateway = startGateway();
const at = new Date("2026-11-01T00:00:00Z");
const states = contentState.options;
const actions = Object.keys(transitions) as ContentAction[];
const every = actions.flatMap((action) => states.map((state) => [action, state] as const));

let [author, moderator]: Member[] = [];
let section: Section;
beforeAll(async () => {
  author = await gateway().member();
  moderator = await gateway().member();
  section = await gateway().section({ moderators: [moderator] });
});

/** The columns of a text in this state. */
const columns: Record<ContentState, () => Partial<typeof posts.$inferInsert>> = {
  listed: () => ({ review: "approved" }),
  pending: () => ({ review: "pending" }),
  refused: () => ({ review: "refused", stateReason: "离题" }),
  hidden: () => ({ hiddenAt: at, stateReason: "含广告" }),
  recycled: () => ({ deletedAt: at, recycledById: moderator?.id, stateReason: "重复" }),
  deleted: () => ({ deletedAt: at }),
};

async function read(pid: number) {
  const { database } = gateway();
  const post = await presentPost(database, pid);
  const [topic] = await database.select(topicFields).from(topics).where(eq(topics.id, post.topicId));
  const [writer] = await database
    .select({ posts: accounts.posts })
    .from(accounts)
    .where(eq(accounts.id, post.authorId));
  if (!topic || !writer) throw new Error("nothing there");
  return {
    topic,
    post,
    written: writer.posts,
    state: stateOf(post.floor === 1 ? topic : post),
    replies: topic.replies,
  };
}

/** Acts on a text in a state; gives the result, or the refusal's code. */
async function act(pid: number, state: ContentState, action: ContentAction) {
  const { database } = gateway();
  const { post, topic } = await read(pid);
  if (post.floor === 1) await database.update(topics).set(columns[state]()).where(eq(topics.id, topic.id));
  else await database.update(posts).set(columns[state]()).where(eq(posts.id, pid));
  const before = await read(pid);
  const refusal = await transact(database, (inside) =>
    changeState(inside, before.topic, before.post, { action, at, reason: "理由", byId: moderator?.id ?? 0 }),
  ).then(
    () => null,
    (error: { code: string }) => error.code,
  );
  return { before, refusal, after: await read(pid) };
}

describe.each(every)("%s of a text that is %s", (action, state) => {
  const next = nextState(action, state);

  it.each(["reply", "topic"])(`comes to ${next ?? "nothing"}, for a %s`, async (kind) => {
    const { tid, pid: first } = await gateway().topic(author as Member, section);
    const pid = kind === "topic" ? first : (await gateway().reply(author as Member, tid)).pid;
    const { before, refusal, after } = await act(pid, state, action);
    expect(before.state).toBe(state);
    expect([refusal, after.state]).toEqual(next === null ? ["CONTENT_NOT_LISTED", state] : [null, next]);
    const counted = next === null ? 0 : counterChange(state, next);
    expect(after.written - before.written).toBe(counted);
    if (kind === "reply") expect(after.replies - before.replies).toBe(counted);
  });
});

describe("the table", () => {
  it("lets authors edit and delete existing texts, and nobody else", () => {
    for (const action of ["edit", "resubmit", "delete"] as const) {
      expect(states.filter((state) => mayAct(action, state, "author"))).toEqual([
        "listed",
        "pending",
        "refused",
        "hidden",
      ]);
      expect(states.filter((state) => mayAct(action, state, "moderator"))).toEqual([]);
    }
  });

  it("restores no deleted text", () => {
    expect(actions.filter((action) => nextState(action, "deleted") !== null)).toEqual([]);
  });

  it("destroys only texts in the bin, and only for administrators", () => {
    expect(states.filter((state) => nextState("destroy", state) !== null)).toEqual(["recycled"]);
    expect(mayAct("destroy", "recycled", "moderator")).toBe(false);
    expect(mayAct("destroy", "recycled", "admin")).toBe(true);
  });
});
