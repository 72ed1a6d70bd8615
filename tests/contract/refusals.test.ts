import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { CallName } from "contract";
import { tagFollowsMax } from "contract/forum/constants";
import { type RefusalCode, refusals } from "contract/refusals";
import { eq } from "drizzle-orm";
import { hashPassword } from "gateway/account/password";
import {
  accounts,
  documents,
  follows,
  moderationBatches,
  sections,
  sessions,
  topicClasses,
  topics,
} from "gateway/database/schema";
import { saveWords } from "gateway/sensitive-words/list";
import { createLimits } from "gateway/server/limits";
import { describe, expect, it, vi } from "vitest";
import { requests } from "../support/call-rows";
import { sessionName } from "../support/calls/session";
import { expectConsole } from "../support/console";
import { type Member, startGateway, submissionId, TestGateway } from "../support/gateway";
import { type Scene, setScene } from "../support/scene";
import { isSampled } from "../support/tier";
import { trainingProvocations } from "../support/training-refusals";
import { hugePng } from "../support/upload-files";

const gateway = startGateway();
const nobody = 2_000_000_000;

/** A refused call: its name, its wrong request, and its caller if that is not the scene's member. */
type Provocation = (scene: Scene & { actor: Member }) => Promise<[CallName, unknown, (Member | null)?]>;

const topicRequest = (scene: Scene, change: object) => ({ ...requests.submitTopic(scene), ...change });

/**
 * Codes that no test file names: an unforeseen failure, the code that the random moderators' oracle expects, and the
 * answer of an export's address (export.test.ts reads its page).
 */
const elsewhere = ["SERVER_ERROR", "WRONG_STATE", "EXPORT_NOT_FOUND"];

/**
 * One way to provoke each refusal of a call. A refusal that needs time, an address, or more than one call is in its
 * room's test file.
 */
const provocations: Partial<Record<RefusalCode, Provocation>> = {
  INVALID_REQUEST: async () => ["submitTopic", {}],
  NO_PREVIOUS_PACK: async () => ["loadContent", { previous: true }, await gateway().member({ admin: true })],
  NO_LOADED_PACK: async () => ["exportContentPack", {}, await gateway().member({ admin: true })],
  NO_CONTENT_PACK: async () => ["checkContent", {}, await gateway().member({ admin: true })],
  NOT_YOUR_SECTION: async ({ section }) => {
    const moderator = await gateway().member();
    await gateway().section({ moderators: [moderator] });
    return ["moderatorTopicList", { fid: section.fid }, moderator];
  },
  BATCH_NOT_FOUND: async () => ["batchDetail", { batch: nobody }, await gateway().member({ admin: true })],
  APPEAL_NOT_FOUND: async ({ log }) => [
    "submitAppeal",
    { logId: log, text: "不服" },
    await gateway().member(),
  ],
  ...(Object.fromEntries(
    Object.entries(trainingProvocations).map(([code, provoke]): [string, Provocation] => [
      code,
      (scene) => provoke(scene, gateway()),
    ]),
  ) as Record<keyof typeof trainingProvocations, Provocation>),
  APPEALED: async ({ log, actor }) => {
    await gateway().ok("submitAppeal", { logId: log, text: "不服" }, actor);
    return ["submitAppeal", { logId: log, text: "还是不服" }];
  },
  WORD_EXISTS: async () => {
    const admin = await gateway().member({ admin: true });
    await gateway().ok("saveSensitiveWord", { word: "重复的词", level: "review" }, admin);
    return ["saveSensitiveWord", { word: "重複的詞", level: "refuse" }, admin];
  },
  WORD_NOT_FOUND: async () => [
    "removeSensitiveWords",
    { words: ["没有的词"] },
    await gateway().member({ admin: true }),
  ],
  RESCAN_RUNNING: async () => {
    const admin = await gateway().member({ admin: true });
    await gateway().ok("rescanSensitiveWords", {}, admin);
    return ["rescanSensitiveWords", {}, admin];
  },
  UNDO_TOO_LATE: async (scene) => {
    const admin = await gateway().member({ admin: true });
    await gateway()
      .database.update(moderationBatches)
      .set({ undoneAt: new Date() })
      .where(eq(moderationBatches.id, scene.batch));
    return ["undoBatch", requests.undoBatch(scene), admin];
  },
  BODY_TOO_LARGE: async (scene) => ["submitTopic", topicRequest(scene, { content: "长".repeat(400_000) })],
  SESSION_CONFLICT: async ({ actor }) => {
    await gateway()
      .database.update(sessions)
      .set({ endedAt: new Date() })
      .where(eq(sessions.accountId, actor.id));
    return ["currentUser", {}];
  },
  NOT_SIGNED_IN: async (scene) => ["likePost", { pid: scene.others.pid }, null],
  CSRF_TOKEN_MISMATCH: async ({ actor, others }) => [
    "likePost",
    { pid: others.pid },
    { ...actor, csrfToken: "no" },
  ],
  CLASS_NOT_FOUND: async () => ["productList", { id: nobody }],
  PRODUCT_NOT_FOUND: async () => ["productInfo", { id: nobody }],
  NOTICE_NOT_FOUND: async () => ["productNotice", { number: "PCN-NONE" }],
  FILE_NOT_FOUND: async () => ["previewUrl", { pk_file: nobody }],
  CODE_WRONG: async (scene) => [
    "verifyPhoneCode",
    { ...requests.verifyPhoneCode(scene), messageId: "somebody-elses" },
  ],
  CONTACT_MISSING: async () => ["sendEmailCode", { flag: "identity" }],
  PROOF_INVALID: async (scene) => [
    "updateIdentityUser",
    { ...requests.updateIdentityUser(scene), uuid: "one,two" },
  ],
  PASSWORD_WRONG: async () => [
    "changePassword",
    { oldPassword: "not-this-one", password: "a-New-password-2026" },
  ],
  PASSWORD_SAME: async ({ actor, passwordProof }) => {
    const passwordHash = await hashPassword("a-New-password-2026");
    await gateway().database.update(accounts).set({ passwordHash }).where(eq(accounts.id, actor.id));
    return ["changePassword", { uuid: passwordProof, password: "a-New-password-2026" }];
  },
  PHONE_DUPLICATED: async ({ actor, contacts }) => [
    "updateIdentityUser",
    { uuid: contacts.taken.uuid, phoneNumber: contacts.taken.phone, callCountryCode: "+86" },
    actor,
  ],
  EMAIL_DUPLICATED: async (scene) => {
    const { email } = scene.contacts;
    await gateway().database.update(accounts).set({ email }).where(eq(accounts.id, scene.other.id));
    return ["updateIdentityUser", requests.updateIdentityUser(scene)];
  },
  NOT_PERMITTED: async ({ others }) => ["editPost", { pid: others.reply, content: "不是我的" }],
  PHONE_NOT_BOUND: async (scene) => {
    await gateway().database.update(accounts).set({ phone: null }).where(eq(accounts.id, scene.actor.id));
    return ["submitTopic", requests.submitTopic(scene)];
  },
  MUTED: async (scene) => {
    await gateway()
      .database.update(accounts)
      .set({ mutedUntil: new Date(Date.now() + 60_000) })
      .where(eq(accounts.id, scene.actor.id));
    return ["submitPost", requests.submitPost(scene)];
  },
  SECTION_NOT_FOUND: async (scene) => ["submitTopic", topicRequest(scene, { fid: nobody })],
  NEWS_NOT_FOUND: async () => ["informationDetail", { id: nobody }],
  NEWS_CATEGORY_NOT_FOUND: async () => ["informationListPage", { id: nobody }],
  ABOUT_NOT_FOUND: async () => {
    await gateway().database.delete(documents).where(eq(documents.key, "about"));
    return ["aboutUs", {}];
  },
  SLICE_NOT_FOUND: async () => ["sitemapSlice", { kind: "topics", slice: 1_000_000 }],
  TOPIC_NOT_FOUND: async () => ["topicDetail", { tid: nobody }],
  POST_NOT_FOUND: async () => ["deleteContent", { pid: nobody }],
  USER_NOT_FOUND: async () => ["authorInfo", { uid: nobody }],
  CLOSE_HANDS_OVER_FIRST: async (scene) => {
    await gateway().database.update(accounts).set({ admin: true }).where(eq(accounts.id, scene.actor.id));
    return ["closeAccount", requests.closeAccount(scene)];
  },
  CLOSE_ALREADY_ASKED: async (scene) => {
    await gateway().ok("closeAccount", requests.closeAccount(scene), scene.actor);
    return ["closeAccount", requests.closeAccount(scene)];
  },
  CLOSE_NOT_ASKED: async () => ["cancelClosure", {}],
  SESSION_NOT_FOUND: async () => ["revokeSession", { id: "0".repeat(16) }],
  SESSION_IS_CURRENT: async ({ actor }) => ["revokeSession", { id: sessionName(actor) }],
  TAG_NOT_FOUND: async () => ["feedTopics", { kind: "tag", target: nobody }],
  POLICY_NOT_FOUND: async () => ["getDeclarationContent", requests.getDeclarationContent({} as Scene)],
  RESOURCE_NOT_FOUND: async () => ["resourceDetail", { pk_rm_resource: nobody }],
  RESOURCE_LEVEL_NOT_FOUND: async () => ["searchResource", { levelId: nobody }],
  RESOURCE_VERSION_NOT_FOUND: async () => ["resourceUrl", { pk_file: nobody }],
  VIDEO_NOT_FOUND: async () => ["collect", { kind: "video", target: nobody }],
  MESSAGE_NOT_FOUND: async () => ["reportInnerMessage", { id: nobody, reason: "spam" }],
  CANNOT_MESSAGE_SELF: async (scene) => [
    "sendInnerMessage",
    { ...requests.sendInnerMessage(scene), uid: scene.actor.id },
  ],
  CANNOT_BLOCK_SELF: async ({ actor }) => ["blockUser", { uid: actor.id }],
  RECIPIENT_UNAVAILABLE: async (scene) => {
    await gateway().ok("blockUser", { uid: scene.actor.id }, scene.other);
    return ["sendInnerMessage", requests.sendInnerMessage(scene)];
  },
  RECIPIENT_BLOCKED: async (scene) => {
    await gateway().ok("blockUser", { uid: scene.other.id }, scene.actor);
    return ["sendInnerMessage", requests.sendInnerMessage(scene)];
  },
  RECIPIENT_CLOSED: async (scene) => {
    await gateway()
      .database.update(accounts)
      .set({ closedAt: new Date() })
      .where(eq(accounts.id, scene.other.id));
    return ["sendInnerMessage", requests.sendInnerMessage(scene)];
  },
  EMAIL_NOT_BOUND: async () => ["saveNoticeSettings", { muted: [], digest: "daily" }],
  DRAFT_NOT_FOUND: async () => ["deleteDraft", { id: nobody }],
  DRAFT_CONFLICT: async ({ actor }) => {
    const target = "topic:new";
    await gateway().ok("saveDraft", { target, title: "", content: "另一个窗口写的" }, actor);
    return ["saveDraft", { target, title: "", content: "没见过它的窗口写的", baseRevision: 0 }];
  },
  EDIT_CONFLICT: async ({ actor, own }) => {
    await gateway().ok("editPost", { pid: own.reply, content: "另一个窗口改的" }, actor);
    return ["editPost", { pid: own.reply, content: "没见过它的窗口改的", baseEditedAt: null }];
  },
  CLASS_NOT_IN_SECTION: async (scene) => [
    "submitTopic",
    topicRequest(scene, { classId: (await gateway().section()).classes[0] }),
  ],
  CONTENT_NOT_LISTED: async ({ own }) => {
    await gateway().database.update(topics).set({ hiddenAt: new Date() }).where(eq(topics.id, own.tid));
    return ["favoriteTopic", { tid: own.tid }];
  },
  SECTION_POSTING_CLOSED: async (scene) => {
    const { fid } = scene.section;
    await gateway().database.update(sections).set({ postingClosed: true }).where(eq(sections.id, fid));
    return ["submitTopic", requests.submitTopic(scene)];
  },
  TOPIC_CLASS_CLOSED: async (scene) => {
    const ofSection = eq(topicClasses.sectionId, scene.section.fid);
    await gateway().database.update(topicClasses).set({ closed: true }).where(ofSection);
    return ["submitTopic", requests.submitTopic(scene)];
  },
  TOPIC_CLOSED: async ({ others }) => {
    await gateway().database.update(topics).set({ closed: true }).where(eq(topics.id, others.tid));
    return ["submitPost", { tid: others.tid, content: "迟到的回复", submissionId: submissionId() }];
  },
  TEMPLATE_UNTOUCHED: async (scene) => {
    await gateway().database.update(sections).set({ questionTemplate: "**芯片型号：**\n" });
    return ["submitTopic", topicRequest(scene, { content: "**芯片型号：**" })];
  },
  CONTENT_EMPTY: async (scene) => ["submitTopic", topicRequest(scene, { content: "<!-- 看不见 -->\u200b" })],
  FILE_EMPTY: async () => ["uploadFile", { file: Buffer.alloc(0), filename: "a.png" }],
  FILE_TYPE_REFUSED: async () => ["uploadFile", { file: Buffer.from("x"), filename: "a.exe" }],
  FILE_TOO_LARGE: async () => ["uploadFile", { file: Buffer.alloc(20 * 1024 * 1024 + 1), filename: "a.log" }],
  FILE_BROKEN: async () => ["uploadFile", { file: Buffer.from("%PDF-1.7 cut off"), filename: "a.pdf" }],
  IMAGE_TOO_COMPLEX: async () => ["uploadFile", { file: await hugePng(60_000, 60_000), filename: "a.png" }],
  TOO_MANY_FILES: async (scene) => [
    "submitTopic",
    topicRequest(scene, { content: "![](/gateway/files/a.png) ".repeat(21) }),
  ],
  ADVICE_NOT_FOUND: async () => ["userAdviceDetail", { number: "YJ20260101-ABCDEF" }],
  LOCAL_IMAGE: async (scene) => [
    "submitTopic",
    topicRequest(scene, { content: "![接线](file:///C:/wiring.png)" }),
  ],
  SENSITIVE_WORDS: async () => {
    await saveWords(
      gateway().database,
      [{ word: "冒充官方", level: "replace", replacement: null }],
      new Date(),
    );
    return ["verifyNickname", { nickname: "冒充*官方" }];
  },
  TOO_MANY_TAGS_FOLLOWED: async ({ actor, tag }) => {
    const many = Array.from({ length: tagFollowsMax }, (_, index) => ({
      accountId: actor.id,
      kind: "tag" as const,
      targetId: nobody + index,
    }));
    await gateway().database.insert(follows).values(many);
    return ["follow", { kind: "tag", target: tag }];
  },
  FAVORITES_PRIVATE: async () => ["userFavorites", { uid: (await gateway().member()).id }],
  CANNOT_FOLLOW_SELF: async ({ actor }) => ["follow", { kind: "user", target: actor.id }],
  NICKNAME_TAKEN: async ({ other }) => ["updateNickname", { nickname: other.nickname }],
  NICKNAME_TOO_SOON: async ({ actor }) => {
    await gateway().ok("updateNickname", { nickname: `先改${actor.id}` }, actor);
    return ["updateNickname", { nickname: `再改${actor.id}` }];
  },
  NOTHING_CHANGED: async ({ actor }) => ["updateNickname", { nickname: actor.nickname }],
  CANNOT_REPORT_OWN: async ({ own }) => ["submitReport", { pid: own.reply, reason: "spam" }],
  ALREADY_REPORTED: async (scene) => {
    await gateway().ok("submitReport", requests.submitReport(scene), scene.actor);
    return ["submitReport", requests.submitReport(scene)];
  },
  ALREADY_INVITED: async (scene) => {
    await gateway().ok("inviteAnswer", requests.inviteAnswer(scene), scene.actor);
    return ["inviteAnswer", requests.inviteAnswer(scene)];
  },
  TOO_MANY_INVITATIONS: async ({ actor, own }) => {
    for (let invited = 0; invited < 5; invited += 1)
      await gateway().ok("inviteAnswer", { tid: own.tid, uid: (await gateway().member()).id }, actor);
    return ["inviteAnswer", { tid: own.tid, uid: (await gateway().member()).id }];
  },
};

/** A scene that no test changes: refusals that write nothing use it, one after the other. */
let untouched: Scene | null = null;

async function provoked(provoke: Provocation) {
  const scene = untouched ?? (await setScene(gateway(), "member"));
  if (!scene.actor) throw new Error("a member is signed in");
  const writes = (["insert", "update", "delete", "transaction"] as const).map((verb) =>
    vi.spyOn(gateway().database, verb),
  );
  const [name, request, as] = await provoke({ ...scene, actor: scene.actor });
  untouched = writes.some(({ mock }) => mock.calls.length > 0) ? null : scene;
  return [name, request, as === undefined ? scene.actor : as] as const;
}

describe("each refusal", () => {
  it("is provoked here, or by a test that names it", () => {
    const others = readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith(".test.ts") && file !== basename(import.meta.filename))
      .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
      .join("\n");
    const unproved = Object.keys(refusals).filter(
      (code) =>
        !(code in provocations) && !elsewhere.includes(code) && !new RegExp(`\\b${code}\\b`).test(others),
    );
    expect(unproved).toEqual([]);
  });

  // Most of them need a scene of their own.
  const provoking = Object.entries(provocations) as [RefusalCode, Provocation][];
  it.each(provoking.filter(([code]) => isSampled(code, 4)))(
    "%s comes with its status and a Chinese sentence",
    async (code, provoke) => {
      const call = await provoked(provoke);
      // A refused call changes nothing, so it is refused again without HTTP; only HTTP knows the size of a body.
      const ways =
        code === "BODY_TOO_LARGE" ? (["callOverHttp"] as const) : (["callOverHttp", "callDirectly"] as const);
      for (const way of ways) {
        const { status, body } = await gateway()[way](...call);
        // MUTED also says until when.
        const message = expect.stringContaining(refusals[code].message);
        expect({ status, body }).toMatchObject({
          status: refusals[code].status,
          body: { errorCode: code, message },
        });
      }
    },
  );
});

describe("refusals that no call's row lists", () => {
  it("CALL_NOT_FOUND answers any unknown path", async () => {
    const response = await gateway().fetch("/gateway/forward/api/v1/no/such-call", {
      method: "POST",
      body: "{}",
    });
    expect([response.status, await response.json()]).toMatchObject([404, { errorCode: "CALL_NOT_FOUND" }]);
  });

  it("TOO_FREQUENT gives the seconds to wait, and the same form again is still answered", async () => {
    const hurried = new TestGateway(gateway().database, {}, createLimits());
    const [author, section] = [await gateway().member(), await gateway().section()];
    const { tid } = await gateway().topic(author, section);
    const request = { tid, content: "顶", submissionId: submissionId() };
    const first = await hurried.ok("submitPost", request, author);
    for (let posted = 1; posted < 20; posted += 1) await hurried.reply(author, tid);
    const { message } = await hurried.refused(
      "submitPost",
      { tid, content: "再顶", submissionId: submissionId() },
      "TOO_FREQUENT",
      author,
    );
    expect(message).toMatch(/^操作太频繁，请 \d+ 秒后再试$/);
    expect(await hurried.ok("submitPost", request, author)).toEqual(first);
    await hurried.reply(await gateway().member(), tid);
  });

  it("previews have a limit too", async () => {
    const hurried = new TestGateway(gateway().database, {}, createLimits());
    const author = await gateway().member();
    for (let rendered = 0; rendered < 60; rendered += 1)
      await hurried.ok("renderContent", { content: "x" }, author);
    await hurried.refused("renderContent", { content: "x" }, "TOO_FREQUENT", author);
  });

  it("UNAVAILABLE means that the database cannot be reached, and the gateway's health says so", async () => {
    const away = new TestGateway(
      new Proxy(gateway().database, {
        get: () => () => {
          throw new Error("Failed query", { cause: new Error("Connection terminated unexpectedly") });
        },
      }),
    );
    expectConsole("warn", /\[网关\] POST .*tag\/hot 跟踪号 .*Connection terminated unexpectedly/s);
    const { status, body } = await away.call("hotTags", {});
    expect({ status, body }).toEqual({
      status: 503,
      body: { errorCode: "UNAVAILABLE", message: "服务暂时不可用，请稍后再试" },
    });
    const health = await away.fetch("/gateway/healthz");
    expect([health.status, await health.json()]).toEqual([503, { ok: false }]);
  });

  it("SERVER_ERROR shows people no cause, and the log has all of it", async () => {
    const { database } = gateway();
    const broken = new TestGateway(
      new Proxy(database, {
        get: () => () => {
          throw new Error("连接断开 at db:5432");
        },
      }),
    );
    expectConsole("error", /\[网关\] POST .*tag\/hot 跟踪号 .*连接断开/s);
    const { status, body } = await broken.call("hotTags", {});
    expect({ status, body }).toEqual({
      status: 500,
      body: { errorCode: "SERVER_ERROR", message: "服务器开小差了，请稍后再试" },
    });
  });
});
