import type { CallResponse } from "contract";
import { shortKeep } from "contract/base/keep-for";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { likes, posts, topics } from "gateway/database/schema";
import { readTopicPage } from "gateway/forum/topics/read-topic-page";
import { readCaller } from "gateway/server/sessions/sessions";
import { beforeAll, describe, expect, it } from "vitest";
import { type Member, type Section, startGateway } from "../support/gateway";
import { tries } from "../support/tier";

/**
 * Visitors and members share cached parts of a topic's page. Every reader must get the same page as without the cache.
 */
const gateway = startGateway();

type Reader = Member | null;
type Who = "author" | "other" | "muted" | "moderator" | "admin";

interface Scene {
  section: Section;
  elsewhere: Section;
  people: Record<Who, Member>;
  tid: number;
  pids: number[];
}

async function setScene(): Promise<Scene> {
  const people = {
    author: await gateway().member(),
    other: await gateway().member(),
    muted: await gateway().member({ mutedUntil: new Date(Date.now() + 86_400_000) }),
    moderator: await gateway().member(),
    admin: await gateway().member({ admin: true }),
  };
  const section = await gateway().section({ moderators: [people.moderator] });
  const elsewhere = await gateway().section();
  const topic = await gateway().topic(people.author, section);
  const pids = [topic.pid];
  for (const writer of [people.other, people.author, people.other])
    pids.push((await gateway().reply(writer, topic.tid)).pid);
  const beneath = await gateway().reply(people.author, topic.tid, { parent: pids[1] });
  return { section, elsewhere, people, tid: topic.tid, pids: [...pids, beneath.pid] };
}

/** Leaves out people's counts: a card may be some seconds old. */
function comparable(page: CallResponse<"topicDetail">): unknown {
  const cards = Object.entries(page.authors).map(([uid, card]) => [
    uid,
    { ...card, followers: 0, following: 0, topics: 0, posts: 0 },
  ]);
  return { ...page, authors: Object.fromEntries(cards) };
}

/** The page that the reader gets without a cache, or the refusal's code. */
async function afresh(tid: number, order: "old" | "new", reader: Reader): Promise<unknown> {
  const { services } = gateway();
  const token = reader?.cookie.split("=")[1];
  const caller = await readCaller(services, token, { address: "", traceId: "" });
  const context = { ...services, caller, responseHeaders: new Headers() };
  return readTopicPage({ tid, order, page: 1 } as never, context).then(
    ({ page }) => comparable(JSON.parse(JSON.stringify(page)) as CallResponse<"topicDetail">),
    (refusal: { code: string }) => refusal.code,
  );
}

async function topicFor(tid: number, order: "old" | "new", reader: Reader): Promise<unknown> {
  const { status, body } = await gateway().call("topicDetail", { tid, order }, reader);
  return status === 200
    ? comparable(body as CallResponse<"topicDetail">)
    : (body as { errorCode: string }).errorCode;
}

type Write = (scene: Scene, who: Member, pid: number) => Promise<unknown>;
let serial = 0;

/** Everything that changes a topic's page, through the front door or directly in the database. */
const writes: Record<string, Write> = {
  like: (_, who, pid) => gateway().call("likePost", { pid }, who),
  unlike: (_, who, pid) => gateway().call("unlikePost", { pid }, who),
  favorite: ({ tid }, who) => gateway().call("favoriteTopic", { tid }, who),
  unfavorite: ({ tid }, who) => gateway().call("cancelFavorite", { tid }, who),
  follow: ({ people }, who) => gateway().call("follow", { kind: "user", target: people.author.id }, who),
  async reply({ tid, pids }, who, pid) {
    serial += 1;
    const parent = serial % 2 === 0 ? { parent: pid } : {};
    const content = `第 ${serial} 个回复`;
    const { body } = await gateway().call(
      "submitPost",
      { tid, content, submissionId: `s-${serial}`, ...parent },
      who,
    );
    const made = (body as { pid?: number }).pid;
    if (made) pids.push(made);
  },
  async edit(_, who, pid) {
    serial += 1;
    const [row] = await gateway().database.select().from(posts).where(eq(posts.id, pid));
    const baseEditedAt = row?.editedAt?.toISOString() ?? null;
    return gateway().call("editPost", { pid, content: `改成 ${serial}`, baseEditedAt }, who);
  },
  delete: (_, who, pid) => gateway().call("deleteContent", { pid }, who),
  hide: (_, __, pid) => setState(pid, { hiddenAt: new Date(), stateReason: "离题" }),
  show: (_, __, pid) => setState(pid, { hiddenAt: null, stateReason: null }),
  hold: (_, __, pid) => setState(pid, { review: "pending" }),
  approve: (_, __, pid) => setState(pid, { review: "approved" }),
  close: ({ tid }) => setTopic(tid, { closed: true }),
  open: ({ tid }) => setTopic(tid, { closed: false }),
  hideTopic: ({ tid }) => setTopic(tid, { hiddenAt: new Date() }),
  showTopic: ({ tid }) => setTopic(tid, { hiddenAt: null }),
  retitle: ({ tid }) => setTopic(tid, { title: `标题 ${++serial}` }),
  move: ({ tid, section, elsewhere }) =>
    setTopic(tid, { sectionId: ++serial % 2 === 0 ? section.fid : elsewhere.fid }),
};
const setState = (pid: number, state: Partial<typeof posts.$inferInsert>) =>
  gateway().database.update(posts).set(state).where(eq(posts.id, pid));
const setTopic = (tid: number, state: Partial<typeof topics.$inferInsert>) =>
  gateway().database.update(topics).set(state).where(eq(topics.id, tid));

const steps = fc.array(
  fc.record({
    write: fc.constantFrom(...Object.keys(writes)),
    who: fc.constantFrom<Who>("author", "other", "muted", "moderator", "admin"),
    post: fc.nat(),
  }),
  { minLength: 1, maxLength: 8 },
);

describe("a topic's page from the cache", () => {
  it("equals the page without the cache, for each role, in both orders, after any writes", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (chosen) => {
        const scene = await setScene();
        const readers: Reader[] = [null, ...Object.values(scene.people)];
        for (const { write, who, post } of chosen) {
          const pid = scene.pids[post % scene.pids.length] ?? 0;
          await writes[write]?.(scene, scene.people[who], pid);
          for (const order of ["old", "new"] as const)
            for (const reader of readers)
              expect(await topicFor(scene.tid, order, reader), `${reader?.nickname} after ${write}`).toEqual(
                await afresh(scene.tid, order, reader),
              );
        }
      }),
      { numRuns: tries(15) },
    );
  });

  it("is each reader's own: readers at once see their own marks alone", async () => {
    const scene = await setScene();
    const members = Object.values(scene.people);
    for (const [index, who] of members.entries())
      await gateway().ok(
        "likePost",
        { pid: scene.pids[index % 4] ?? 0 },
        scene.people.muted === who ? scene.people.other : who,
      );
    const expected = new Map<Reader, unknown>();
    for (const reader of [null, ...members]) expected.set(reader, await afresh(scene.tid, "old", reader));
    await Promise.all(
      Array.from({ length: 20 }, () => [null, ...members])
        .flat()
        .map(async (reader) =>
          expect(await topicFor(scene.tid, "old", reader)).toEqual(expected.get(reader)),
        ),
    );
  });
});

describe("a topic's version", () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene();
  });
  const version = async () => {
    const [row] = await gateway()
      .database.select({ version: topics.version })
      .from(topics)
      .where(eq(topics.id, scene.tid));
    return row?.version ?? 0;
  };

  /** Columns that a topic's page does not show, or shows with a delay of some seconds. */
  const unseen = {
    topics: [
      "id",
      "pack_key",
      "moved_at",
      "heat",
      "views",
      "submission_id",
      "search",
      "listed",
      "version",
      "active_at",
      "published_at",
    ],
    // The bin's column, which no shared page contains, and where a moved reply went, which its row has from the
    // first: a row that is added or removed counts.
    posts: ["id", "submission_id", "edited_by_id", "search", "listed", "bin_section_id", "moved_to_id"],
    topic_tags: ["active_at", "listed", "question"],
  };

  it.each(Object.entries(unseen))(
    "changes with every column of %s that its page shows",
    async (table, left) => {
      const rows = await gateway().database.execute(sql`
      select a.attname as name, exists (select 1 from pg_trigger t where t.tgrelid = a.attrelid and a.attnum = any(t.tgattr::int2[])) as counted
      from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped`);
      const columns = (rows as unknown as { rows: { name: string; counted: boolean }[] }).rows;
      expect(
        columns
          .filter(({ counted }) => !counted)
          .map(({ name }) => name)
          .sort(),
      ).toEqual([...left].sort());
    },
  );

  it("stays when only views change, and increases with a like", async () => {
    const before = await version();
    await gateway().database.update(topics).set({ views: 7, heat: 3 }).where(eq(topics.id, scene.tid));
    expect(await version()).toBe(before);
    await gateway().ok("likePost", { pid: scene.pids[1] ?? 0 }, scene.people.other);
    expect(await version()).toBeGreaterThan(before);
    expect(await gateway().database.$count(likes, eq(likes.postId, scene.pids[1] ?? 0))).toBe(1);
  });
});

describe("an answer that is the same for all", () => {
  it("is cached for all, shows a writer their own text at once, and sees direct changes within seconds", async () => {
    const scene = await setScene();
    const titles = async () =>
      (await gateway().ok("sectionTopicList", { fid: scene.section.fid })).topics.map(({ title }) => title);
    const before = await titles();
    await gateway().topic(scene.people.other, scene.section, { title: "新帖子马上看得到" });
    expect(await titles()).toEqual(["新帖子马上看得到", ...before]);
    await setTopic(scene.tid, { title: "背着网关改的标题" });
    expect(await titles()).toEqual(["新帖子马上看得到", ...before]);
    gateway().pass(shortKeep.seconds);
    expect(await titles()).toContain("背着网关改的标题");
  });
});
