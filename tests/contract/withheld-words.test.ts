import { type CallName, contract } from "contract";
import type { Call } from "contract/base/call";
import { eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { dataExports, exportPieces, posts, sections, topics } from "gateway/database/schema";
import { exportData } from "gateway/privacy/export/export-data";
import { runJobs } from "gateway/server/jobs";
import { describe, expect, it } from "vitest";
import { requests } from "../support/call-rows";
import { type Member, startGateway, submissionId } from "../support/gateway";
import { type Scene, setScene } from "../support/scene";
import { sampleOf } from "../support/tier";

const gateway = startGateway({ contentPack: "content/demo" });

type Hide = (text: {
  tid: number;
  pid: number;
  reply: number;
  author: Member;
  admin: Member;
}) => Promise<unknown>;

const operate =
  (action: "hide" | "recycle"): Hide =>
  ({ tid, admin }) =>
    gateway().ok("topicOperate", { ids: [tid], action, reason: "试试", submissionId: submissionId() }, admin);
const ofSection =
  (set: object): Hide =>
  async ({ tid, admin }) => {
    const detail = await gateway().ok("topicDetail", { tid }, admin);
    await gateway().database.update(sections).set(set).where(eq(sections.id, detail.section.fid));
  };
const reviewed =
  (review: "pending" | "refused"): Hide =>
  async ({ tid }) => {
    await gateway().database.update(posts).set({ review }).where(eq(posts.topicId, tid));
    await gateway().database.update(topics).set({ review }).where(eq(topics.id, tid));
  };

const operateReply =
  (action: "hidePost" | "recyclePost"): Hide =>
  ({ reply, admin }) =>
    gateway().ok(
      "moderatorPostOperate",
      { ids: [reply], action, reason: "试试", submissionId: submissionId() },
      admin,
    );

/** Every way to hide a reply alone, in a visible topic. */
const waysOfReplies: Record<string, Hide> = {
  "a reply that waits for a look": ({ reply }) =>
    gateway().database.update(posts).set({ review: "pending" }).where(eq(posts.id, reply)),
  "a reply that is hidden": operateReply("hidePost"),
  "a reply in the bin": operateReply("recyclePost"),
  "a reply that its author deleted": ({ reply, author }) =>
    gateway().ok("deleteContent", { pid: reply }, author),
};

/** Every way to hide a text. */
const ways: Record<string, Hide> = {
  "a topic that waits for a look": reviewed("pending"),
  "a topic that was refused": reviewed("refused"),
  "a topic that is hidden": operate("hide"),
  "a topic in the bin": operate("recycle"),
  "a topic that its author deleted": ({ pid, author }) => gateway().ok("deleteContent", { pid }, author),
  "a topic that was destroyed": async (text) => {
    await operate("recycle")(text);
    await gateway().ok(
      "destroyContent",
      { ids: [text.tid], of: "topics", reason: "试试", submissionId: submissionId() },
      text.admin,
    );
  },
  "a topic in a section that was taken down": ofSection({ closed: true }),
  "a topic in a section for those who are allowed": ofSection({ rights: { view: "allowed" } }),
};

const unzipped = (archive: Uint8Array) =>
  Object.values(unzipSync(archive))
    .map((file) => strFromU8(file))
    .join("\n");

/** Further calls beside those of the scene. */
const alsoAsked = (scene: Scene, find: string): [CallName, object][] => [
  ["fullTextSearch", { text: find }],
  ["fullTextSearch", { text: find, kind: "posts" }],
  ["fullTextSearch", { text: find, kind: "all" }],
  ["searchSuggest", { text: find }],
  ["similarTopics", { title: find, content: find }],
  ["homeTopicList", {}],
  ["homeTopicList", { kind: "hot" }],
  ["sectionTopicList", { fid: scene.section.fid }],
  ["userTopicList", { uid: scene.other.id }],
  ["otherUserPosts", { uid: scene.other.id }],
  ["userFavorites", { uid: scene.actor?.id ?? 0 }],
  ["feedTopics", { kind: "all" }],
  ["feedTopics", { kind: "section", target: scene.section.fid }],
  ["feedTopics", { kind: "user", target: scene.other.id }],
  ["feedTopics", { kind: "tag", target: scene.tag }],
  ["tagTopicList", { id: scene.tag }],
  ["queryDcmMessageByUser", { type: "forum" }],
  ["queryDcmMessageByUser", { type: "system" }],
  ["myFavorites", {}],
  ["myFavorites", { text: find }],
  ["followedTopicList", {}],
  ["leveledTopics", { level: "follow" }],
];

/**
 * The calls send the same queries to both databases: on the second one way is enough to show that each query is valid.
 */
const tried =
  process.env.TEST_ENGINE === "postgres"
    ? Object.entries(ways).slice(0, 1)
    : [
        ...sampleOf(Object.entries(ways), 2, ([way]) => way),
        ...sampleOf(Object.entries(waysOfReplies), 1, ([way]) => way),
      ];

describe.each(tried)("%s", (way, hide) => {
  const isReply = way in waysOfReplies;
  it("is in no answer to anybody else: no list, count, feed, notice, refusal or export", async () => {
    const scene = await setScene(gateway(), "member");
    const admin = await gateway().member({ admin: true });
    const find = `查找词${scene.section.fid}`;
    // A word whose characters are in no search text: an answer with marked matches would split it.
    const word = `幽隐${String(scene.section.fid).replace(/\d/g, (digit) => "甲乙丙丁戊己庚辛壬癸".charAt(Number(digit)))}`;
    const ofTopic = isReply ? find : `${find} ${word}`;
    const actor = scene.actor as Member;
    const text = await gateway().ok(
      "submitTopic",
      {
        fid: scene.section.fid,
        classId: scene.section.classes[0] ?? null,
        title: ofTopic,
        content: `${ofTopic} @${actor.nickname}`,
        tags: [`标签${scene.section.fid}`],
        submissionId: submissionId(),
      },
      scene.other,
    );
    const reply = await gateway().ok(
      "submitPost",
      { tid: text.tid, content: `${find} ${word} 回复`, submissionId: submissionId() },
      scene.other,
    );
    // All that connects a person with a text: favourite, follow, like, reply.
    await gateway().ok("favoriteTopic", { tid: text.tid }, actor);
    await gateway().ok("setFavoritesPublic", { public: true }, actor);
    await gateway().ok("setTopicLevel", { tid: text.tid, level: "follow" }, actor);
    await gateway().ok("likePost", { pid: reply.pid }, actor);
    await gateway().ok("follow", { kind: "user", target: scene.other.id }, actor);
    await gateway().ok("submitReport", { pid: text.pid, reason: "spam" }, actor);
    const ask = async (who: Member | null) => {
      const about: Scene = {
        ...scene,
        others: { tid: text.tid, pid: text.pid, reply: reply.pid, spareTopic: text.tid },
        own: { ...scene.own, tid: text.tid, pid: text.pid, answer: reply.pid },
      };
      const rows = Object.entries(contract) as [CallName, Call][];
      const reads = rows
        .filter(([name, row]) => row.effect === "reads" || name === "fullTextSearch")
        .map(([name]) => [name, requests[name](about)] as const);
      const found: string[] = [];
      for (const [name, request] of [...reads, ...alsoAsked(about, find)]) {
        const { body } = await gateway().call(name, request, who);
        if (JSON.stringify(body).includes(word)) found.push(name);
      }
      return [...new Set(found)].sort();
    };
    // The search finds it before, otherwise the test would prove nothing.
    const calls = isReply
      ? ["fullTextSearch", "topicDetail", "otherUserPosts"]
      : ["fullTextSearch", "homeTopicList", "topicDetail", "feedTopics"];
    expect(await ask(actor)).toEqual(expect.arrayContaining(calls));
    await hide({ tid: text.tid, pid: text.pid, reply: reply.pid, author: scene.other, admin });
    // Shared answers are renewed within seconds.
    gateway().pass(60);
    expect(await ask(null)).toEqual([]);
    expect(await ask(actor)).toEqual([]);
    for (const refused of ["likePost", "favoriteTopic", "submitReport"] as const) {
      const request = refused === "favoriteTopic" ? { tid: text.tid } : { pid: reply.pid, reason: "spam" };
      expect(JSON.stringify((await gateway().call(refused, request, actor)).body)).not.toContain(word);
    }
    await gateway().ok("requestExport", { uuid: scene.exportProof }, actor);
    await runJobs(gateway().services, [exportData]);
    const [answerRow] = await gateway()
      .database.select()
      .from(dataExports)
      .where(eq(dataExports.accountId, actor.id));
    const pieces = await gateway()
      .database.select({ content: exportPieces.content })
      .from(exportPieces)
      .where(eq(exportPieces.exportKey, answerRow?.key ?? ""))
      .orderBy(exportPieces.number);
    expect(answerRow?.readyAt).not.toBeNull();
    expect(unzipped(Buffer.concat(pieces.map(({ content }) => content)))).not.toContain(word);
  });
});
