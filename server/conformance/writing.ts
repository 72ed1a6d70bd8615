import { type CallInput, type CallName, type CallResponse, contract } from "contract";
import type { Call } from "contract/base/call";
import { StartError } from "../start-error";
import type { Asker, Transport } from "./ask";
import { asked, checkAnswer, checkNoRight, checkRefusal, codeOf, standsInTheWay, told } from "./checks";
import { mayMake } from "./may-make";
import { moderateOwnTexts, type Writer, writeOwnThings } from "./own-things";
import type { CallNotes } from "./result";

interface Writing {
  transport: Transport;
  askers: Asker[];
  notes: ReadonlyMap<CallName, CallNotes>;
  /** Resolves when a gateway takes as many calls again; absent where nobody waits. */
  waitForLimit?: ((name: CallName) => Promise<unknown>) | undefined;
}

/** Requests of a call that no gateway should answer all without asking for a pause. */
const requestsOfAFlood = 600;

/** What a form has made, by its numbers: the rest of an answer may say more the first time. */
const madeOf = (name: CallName, answer: unknown): string => {
  const keys = name === "createOwnList" ? ["id"] : ["tid", "pid", "batch"];
  return JSON.stringify(
    Object.entries(answer as object)
      .filter(([key]) => keys.includes(key))
      .sort(),
  );
};

let forms = 0;
const submissionId = () => {
  forms += 1;
  return `conformance-${Date.now().toString(36)}-${forms}`;
};

/**
 * Writes into the named section what a member and a moderator may write there, looks whether it is there afterwards,
 * and deletes it again. Nobody else's texts are touched.
 */
export async function writeInto(
  fid: number,
  { transport, askers, notes, waitForLimit }: Writing,
): Promise<void> {
  const author = askers.find(({ role }) => role === "member") ?? askers.find(({ role }) => role === "admin");
  if (!author) throw new StartError("--write 需要一个 --session member=… 或 admin=…");
  const office = askers.find(({ role }) => role === "admin" || role === "moderator");

  const waitedFor = new Set<CallName>();
  /** Makes a call that must succeed; undefined when it did not, or is not examined. */
  async function make<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    asker: Asker = author as Asker,
  ): Promise<CallResponse<Name> | undefined> {
    const note = notes.get(name);
    const row: Call = contract[name];
    if (!note || note.isMissing) return undefined;
    let reply = await transport.call(name, row, input, asker);
    // What was written has to be deleted again, so a limit is waited for, once for each call of the contract.
    if (codeOf(reply) === "TOO_FREQUENT" && waitForLimit && !waitedFor.has(name)) {
      waitedFor.add(name);
      await waitForLimit(name);
      reply = await transport.call(name, row, input, asker);
    }
    // The call that marks messages as read may answer without a body.
    if (reply.status === 204 && reply.body === undefined) reply.body = { success: true };
    const read = { ...reply, status: reply.status === 204 ? 200 : reply.status };
    const reason = standsInTheWay[codeOf(reply) ?? ""];
    if (reason) {
      note.reasons.add(reason);
      return undefined;
    }
    return checkAnswer(note, row, { reply: read, request: asked(asker, input), asker })
      ? (reply.body as CallResponse<Name>)
      : undefined;
  }
  /** Posts the same form twice: the second must answer what the first did. */
  const twice: Writer["twice"] = async (name, input, { asker, undo } = {}) => {
    const first = await make(name, input, asker);
    const second = first && (await make(name, input, asker));
    if (!first || !second) return first;
    const [one, other] = [madeOf(name, first), madeOf(name, second)];
    notes.get(name)?.check(one === other, () => ({
      request: asked(asker ?? (author as Asker), input, "同一张表单交两次"),
      expected: `同一个结果：${one}`,
      got: other,
    }));
    if (one !== other) await undo?.(second);
    return first;
  };
  const takeBack: Writer["takeBack"] = async (name, input, what, asker) => {
    const answer = await make(name, input, asker);
    if (!answer) notes.get(name)?.left.push(what);
    return answer;
  };
  /** What must be so after a write. */
  const after = (name: CallName, passed: boolean, expected: string, got: unknown) =>
    notes
      .get(name)
      ?.check(passed, () => ({ request: "写入之后", expected, got: JSON.stringify(got) ?? "没有" }));

  const isExamined = (name: CallName) => notes.get(name)?.isMissing === false;
  const writer: Writer = { author, make, twice, takeBack, after, isExamined, submissionId };
  const remove = (made: { pid: number }) =>
    takeBack("deletePostBasicData", { pk_post: made.pid, real: "3" }, `主题「${title}」（pid ${made.pid}）`);

  /** Makes a good call as those who must not make it; the report names what a gateway makes all the same. */
  const refuseOthers = async (name: "submitTopic" | "submitPost", input: object) => {
    const note = notes.get(name);
    if (!note || note.isMissing) return;
    for (const asker of askers) {
      const may = mayMake(contract[name].access, asker.role);
      if (may === "yes" || may === "maybe") continue;
      const form = { ...input, submissionId: submissionId() };
      const refused = await transport.call(name, contract[name], form, asker);
      checkNoRight(note, refused, asked(asker, form), may);
      if (refused.status === 200) note.left.push(`${asker.role} 发的帖子`);
    }
  };

  const title = `符合性检查 ${submissionId()}`;
  const fields = { fid, classId: null, title, content: "检查用的正文，稍后删除。", tags: [] };
  const classes = await make("topicClasses", { fid });
  const classId = (classes as { classes?: { id: number }[] } | undefined)?.classes?.[0]?.id ?? null;
  const topic = await twice(
    "submitTopic",
    { ...fields, classId, submissionId: submissionId() },
    { undo: remove },
  );
  if (!topic) return;
  const { tid, pid } = topic;
  await refuseOthers("submitTopic", { ...fields, classId });
  await refuseOthers("submitPost", { tid, content: "检查用的回复。" });
  const detail = await make("topicDetail", { tid });
  after(
    "submitTopic",
    topic.pending || (detail?.title ?? title) === title,
    `帖子的标题是 ${title}`,
    detail?.title,
  );

  const target = `reply:${tid}`;
  const draft = await make("saveDraft", { target, title: "", content: "写到一半" });
  await make("saveDraft", { target, title: "", content: "写到一半，又写了一些" });
  const drafts = await make("draftList", { target });
  after("saveDraft", drafts?.drafts.some(({ id }) => id === draft?.id) ?? true, "草稿在列表里", drafts);
  if (draft) {
    await make("draftVersions", { id: draft.id });
    await make("restoreDraft", { id: draft.id, revision: draft.revision });
    await make("deleteDraft", { id: draft.id });
    // Only a draft that came back can be deleted again; not every call need be examined.
    if (await make("recoverDraft", { id: draft.id })) await make("deleteDraft", { id: draft.id });
  }

  const reply = await twice("submitPost", { tid, content: "检查用的回复。", submissionId: submissionId() });
  await make("editableContent", { pid });
  await make("editTopic", { ...fields, classId, tid, content: "检查用的正文，改过一次。" });
  const edited = await make("editableContent", { pid });
  after("editTopic", JSON.stringify(edited ?? "改过一次").includes("改过一次"), "改过的正文", edited);
  await make("postVersions", { pid });
  if (reply) await make("editPost", { pid: reply.pid, content: "检查用的回复，改过一次。" });

  await make("recommendedInvitees", { tid });
  await make("readAllTopics", { fid });
  await make("viewTopic", { tid });
  await make("favoriteTopic", { tid });
  await writeOwnThings(writer, tid);
  await make("cancelFavorite", { tid });
  await make("setTopicLevel", { tid, level: "mute" });
  await make("setTopicLevel", { tid, level: "default" });
  const now = new Date().toISOString();
  await make("markTopicRead", { tid, floor: 1, replies: 1, lastReplyAt: now });
  await make("topicMarks", { tids: [tid] });
  await make("updateReadMessage", { type: "forum" });
  const followed = { kind: "section", target: fid } as const;
  const before = await make("followStatus", followed);
  await make("follow", followed);
  const status = await make("followStatus", followed);
  after("follow", JSON.stringify(status ?? "true").includes("true"), "已关注这个版块", status);
  if (!JSON.stringify(before ?? "true").includes("true"))
    await takeBack("unfollow", followed, `关注的版块 ${fid}`);

  if (office && office !== author) {
    await make("likePost", { pid }, office);
    await make("unlikePost", { pid }, office);
    const form = { reason: "符合性检查", ids: [tid] };
    const raised = await twice(
      "topicOperate",
      { ...form, action: "raise", submissionId: submissionId() },
      { asker: office },
    );
    const batch = raised?.batch;
    if (typeof batch === "number") await make("batchDetail", { batch }, office);
    const closed = await make(
      "topicOperate",
      { ...form, action: "close", submissionId: submissionId() },
      office,
    );
    if (typeof closed?.batch === "number")
      await make(
        "undoBatch",
        { reason: "符合性检查", batch: closed.batch, submissionId: submissionId() },
        office,
      );
    const { pending } = topic;
    await moderateOwnTexts(writer, office, { fid, tid, pending, reply: reply?.pid });
    // A member has no office anywhere.
    const note = notes.get("topicOperate");
    const input = { ...form, action: "raise", submissionId: submissionId() };
    const refused = await transport.call("topicOperate", contract.topicOperate, input, author);
    if (note && !note.isMissing && author.role === "member")
      checkNoRight(note, refused, asked(author, input), "NOT_PERMITTED");
  }

  if (reply) await make("deleteContent", { pid: reply.pid });
  const deleted = await remove({ pid });
  const gone = await transport.call("topicDetail", contract.topicDetail, { tid }, author);
  after(
    "deletePostBasicData",
    !deleted || !JSON.stringify(gone.body ?? "").includes("改过一次"),
    "正文已删除",
    told(gone),
  );
  const second = await twice(
    "savePostBasicData",
    { ...fields, classId, submissionId: submissionId() },
    { undo: remove },
  );
  if (second) await remove(second);
  await make("fullTextSearch", { text: "串口" });
  await make("activityMine", {});
  await make("activityKeys", {});
  await make("activityCaptchaImage", {});
  const settings = await make("noticeSettings", {});
  if (settings) {
    const { muted, digest } = settings as CallInput<"saveNoticeSettings">;
    await make("saveNoticeSettings", { muted, digest });
  }
  await flood(author, { transport, notes });
}

/** Asks one call that costs nothing so often that a limit must end it. */
async function flood(asker: Asker, { transport, notes }: Omit<Writing, "askers">): Promise<void> {
  const note = notes.get("setFavoritesPublic");
  if (!note || note.isMissing) return;
  for (let at = 0; at < requestsOfAFlood; at += 1) {
    const reply = await transport.call("setFavoritesPublic", contract.setFavoritesPublic, {}, asker);
    if (reply.status !== 429) continue;
    checkRefusal(note, reply, asked(asker, {}, "反复请求"), ["TOO_FREQUENT"]);
    return;
  }
  note.check(false, () => ({
    request: asked(asker, {}, `${requestsOfAFlood} 次`),
    expected: "429 TOO_FREQUENT",
    got: "一直在答",
  }));
}
