import { addTime } from "contract/base/time";
import { contentKindNames } from "contract/content/kinds/words";
import { eq } from "drizzle-orm";
import {
  accounts,
  announcements,
  cannedReplies,
  moderationBatches,
  moderationItems,
  policies,
  reportCases,
  sectionVersions,
  sensitiveWords,
  staffRoles,
} from "gateway/database/schema";
import { askForReview } from "gateway/forum/states/review";
import { writeLog } from "gateway/moderation/write-log";
import { sayChanged } from "gateway/sensitive-words/list";
import { type ContactsToChange, contactsToChange, linkedCompanyAccount } from "./calls/account";
import { type SceneFactors, sceneFactors } from "./calls/factors";
import { calls as feedback } from "./calls/feedback";
import { addVideo, sceneVideo } from "./calls/search";
import { sessionName } from "./calls/session";
import { addClasses, addNotice, addProducts, addResource, quantity } from "./catalogue";
import { proveOwn } from "./contacts";
import { saveDefinitions } from "./definitions";
import { type Member, next, type Section, submissionId, type TestGateway } from "./gateway";
import { saveNews } from "./news";
import { type SceneLists, sceneLists } from "./own-lists";
import { activitiesFor } from "./scene-activities";
import { saveCatalogue } from "./small-catalogue";
import { type SceneTraining, sceneTraining } from "./training";

/** Everyone who may call the gateway. */
export const roles = [
  "visitor",
  "member",
  "unbound",
  "muted",
  "banned",
  "moderator",
  "otherModerator",
  "editor",
  "lecturer",
  "analyst",
  "admin",
] as const;
export type Role = (typeof roles)[number];

/** A small forum around one person: the person's own things, and another person's. */
export interface Scene {
  /** Null for a visitor. */
  actor: Member | null;
  section: Section;
  other: Member;
  /** The actor's own topic and replies. In a visitor's scene they belong to somebody who makes no call. */
  own: {
    tid: number;
    pid: number;
    answer: number;
    reply: number;
    spareReply: number;
    /** Another reply that a call may delete for good. */
    scrapReply: number;
    draft: number;
    advice: string;
    complaint: string;
  };
  /** A topic by somebody else, its first post, a reply under it, and another topic that a call may end. */
  others: { tid: number; pid: number; reply: number; spareTopic: number };
  tag: number;
  /** Another session of the actor's, by its name in the list. */
  session: string;
  /** The proof that ends the actor's account. */
  closeProof: string;
  /** The proof that lets the actor export their data. */
  exportProof: string;
  /** The proof that lets the actor set a new password. */
  passwordProof: string;
  /** A company account that the actor may unlink, and the proof for it. */
  companyAccount: { id: number; proof: string };
  contacts: ContactsToChange;
  factors: SceneFactors;
  /** A message from the other person to the actor. */
  message: number;
  /** A batch of the actor's on the other person's topic, which the actor may undo. */
  batch: number;
  /** The log row of a moderator's action against the actor. */
  log: number;
  /** The log row of a table of members that the actor prepared. */
  memberTable: number;
  /** An announcement that waits for a day far ahead. */
  announcement: number;
  /** An announcement whose banner is up, for the moderators of no section. */
  banner: number;
  /** An answer that an administrator keeps. */
  cannedReply: number;
  /** A word of the list of sensitive words. */
  word: string;
  /** The version of the section's words before a change. */
  sectionVersion: number;
  /** The case of a report on the other person's topic. */
  reportCase: number;
  /** A product with a file and a notice. */
  product: { id: number; file: number; notice: string };
  activities: Awaited<ReturnType<typeof activitiesFor>>;
  lists: SceneLists;
  /** A course that the actor teaches and takes. */
  training: SceneTraining;
}

/** The disclaimer that downloads and people's texts require; the actors of a scene have accepted it. */
export async function saveDisclaimer({ database }: TestGateway): Promise<void> {
  const policy = { title: "免责声明", version: "1.0", source: "内容", html: "<p>内容</p>" };
  await database.insert(policies).values({ id: "Disclaimer", ...policy });
}

/** The scene of an administrator, who may make every call. */
export async function setAdminScene(gateway: TestGateway): Promise<Scene & { actor: Member }> {
  await saveDisclaimer(gateway);
  const scene = await setScene(gateway, "admin");
  if (!scene.actor) throw new Error("an administrator is signed in");
  return { ...scene, actor: scene.actor };
}

/** An answer that an administrator keeps. */
async function sceneCannedReply({ database }: TestGateway, { id: byId }: Member): Promise<number> {
  const values = { kind: "suggestion" as const, title: "已收到", text: "谢谢，已收到。", byId };
  const [row] = await database.insert(cannedReplies).values(values).returning();
  return row?.id ?? 0;
}

/** An announcement by somebody else that nobody gets yet. */
async function sceneAnnouncement({ database, services }: TestGateway, by: Member): Promise<number> {
  const [row] = await database
    .insert(announcements)
    .values({
      kind: "announceSite",
      title: "停机维护",
      text: "周末停机两小时。",
      audience: "all",
      sendAt: addTime(services.now(), 300, "day"),
      byId: by.id,
    })
    .returning({ id: announcements.id });
  return row?.id ?? 0;
}

/** A banner by somebody else that nobody's pages show. */
async function sceneBanner({ database, services }: TestGateway, by: Member): Promise<number> {
  const now = services.now();
  const [row] = await database
    .insert(announcements)
    .values({
      kind: "announceSite",
      title: "周末停机",
      text: "",
      audience: "moderators",
      targetId: 2_000_000_000,
      bannerOnly: true,
      bannerUntil: addTime(now, 10, "day"),
      state: "done",
      sendAt: addTime(now, -1, "day"),
      byId: by.id,
    })
    .returning({ id: announcements.id });
  return row?.id ?? 0;
}

/** Builds the scene while its person may still post, then gives the person their role. */
export async function setScene(gateway: TestGateway, role: Role): Promise<Scene> {
  const [author, other] = [
    await gateway.member({ admin: role === "admin", signedPolicies: { Disclaimer: "1.0" } }),
    await gateway.member(),
  ];
  await saveDefinitions(gateway.database);
  await saveCatalogue(gateway.database);
  await saveNews(gateway.database);
  await addVideo(gateway.database, sceneVideo);
  const section = await gateway.section({ moderators: role === "moderator" ? [author] : [] });
  // Moderators act on people who wrote in their section.
  if (role === "otherModerator") await gateway.topic(other, await gateway.section({ moderators: [author] }));
  if (role === "editor" || role === "lecturer" || role === "analyst")
    await gateway.database
      .insert(staffRoles)
      .values({ accountId: author.id, role, kinds: role === "editor" ? contentKindNames : [] });
  const tags = [`标签${section.fid}`];
  const mine = await gateway.topic(author, section, { tags });
  const theirs = await gateway.topic(other, section, { tags });
  const answer = await gateway.reply(other, mine.tid);
  const spare = await gateway.topic(other, section);
  const reply = await gateway.reply(author, theirs.tid);
  const spareReply = await gateway.reply(author, theirs.tid);
  const scrapReply = await gateway.reply(author, theirs.tid);
  const theirReply = await gateway.reply(other, theirs.tid);
  // The reply is public, and a sensitive word was found in it later.
  await askForReview(gateway.database, theirReply.pid, ["场景词"], gateway.services.now());
  await gateway.ok("setFavoritesPublic", { public: true }, other);
  // No request of the scene publishes to this target: publishing would delete the draft.
  const target = `reply:${mine.tid}`;
  await gateway.ok("saveDraft", { target, title: "", content: "未完" }, author);
  const draft = await gateway.ok("saveDraft", { target, title: "", content: "未完，待续" }, author);
  const advice = await gateway.ok("insertUserAdvice", feedback.insertUserAdvice.request({} as Scene), author);
  const complaint = await gateway.ok(
    "insertComplaint",
    feedback.insertComplaint.request({} as Scene),
    author,
  );
  const message = await gateway.ok(
    "sendInnerMessage",
    { uid: author.id, text: "板子寄出了", submissionId: submissionId() },
    other,
  );
  const training = await sceneTraining(gateway, author);
  if (role === "unbound")
    await gateway.database
      .update(accounts)
      .set({ phone: null, email: `scene${author.id}@example.com` })
      .where(eq(accounts.id, author.id));
  if (role === "muted") {
    const mutedUntil = new Date(gateway.services.now().getTime() + 86_400_000);
    await gateway.database.update(accounts).set({ mutedUntil }).where(eq(accounts.id, author.id));
  }
  // A second sign-in gives the session that a call may end.
  const elsewhere = await gateway.signIn({ id: author.id, nickname: author.nickname, passwordHash: null });
  const { tags: found } = await gateway.ok("topicDetail", { tid: mine.tid });
  // A person without a session signs up as a guest.
  const asGuest = role === "visitor" || role === "banned";
  const scene: Scene = {
    actor: role === "visitor" ? null : author,
    section,
    other,
    own: {
      tid: mine.tid,
      pid: mine.pid,
      answer: answer.pid,
      reply: reply.pid,
      spareReply: spareReply.pid,
      scrapReply: scrapReply.pid,
      draft: draft.id,
      advice: advice.number,
      complaint: complaint.number,
    },
    others: { tid: theirs.tid, pid: theirs.pid, reply: theirReply.pid, spareTopic: spare.tid },
    tag: found[0]?.id ?? 0,
    session: sessionName(elsewhere),
    closeProof: await proveOwn(gateway, author, "close", role === "unbound" ? "email" : "phone"),
    exportProof: await proveOwn(gateway, author, "export", role === "unbound" ? "email" : "phone"),
    passwordProof: await proveOwn(gateway, author, "password", role === "unbound" ? "email" : "phone"),
    companyAccount: await linkedCompanyAccount(gateway, author, role === "unbound" ? "email" : "phone"),
    contacts: await contactsToChange(gateway, author, role === "unbound" ? "email" : "phone"),
    factors: await sceneFactors(gateway, author),
    message: message.id,
    batch: await doneBatch(gateway, author, theirs.tid),
    log: await writeLog(gateway.database, {
      at: gateway.services.now(),
      operatorId: other.id,
      action: "warn",
      targetKind: "person",
      targetId: author.id,
      personId: author.id,
    }),
    memberTable: await writeLog(gateway.database, {
      at: gateway.services.now(),
      operatorId: author.id,
      action: "exportMembers",
      targetKind: "person",
      targetId: null,
      after: { contacts: false, members: 0 },
    }),
    announcement: await sceneAnnouncement(gateway, other),
    banner: await sceneBanner(gateway, other),
    cannedReply: await sceneCannedReply(gateway, other),
    reportCase: await reportedCase(gateway, theirs.pid),
    word: await sceneWord(gateway),
    sectionVersion: await editedWords(gateway, section, other),
    product: await sceneProduct(gateway),
    activities: await activitiesFor(gateway, author, other, asGuest),
    lists: await sceneLists(gateway, author, other),
    training,
  };
  if (role === "banned") await ban(gateway, author);
  return scene;
}

/** Runs last: a ban ends all sessions of its person. */
async function ban(gateway: TestGateway, { id }: Member): Promise<void> {
  const admin = await gateway.member({ admin: true });
  const why = { reason: "发布广告", submissionId: submissionId() };
  await gateway.ok("updateForbidden", { ...why, uid: id, action: "ban", days: 0 }, admin);
}

async function reportedCase(gateway: TestGateway, pid: number): Promise<number> {
  await gateway.ok("submitReport", { pid, reason: "spam" }, await gateway.member());
  const rows = await gateway.database.select().from(reportCases).where(eq(reportCases.postId, pid));
  return rows[0]?.id ?? 0;
}

async function doneBatch({ database, services }: TestGateway, { id }: Member, tid: number): Promise<number> {
  const at = services.now();
  const [row] = await database
    .insert(moderationBatches)
    .values({
      operatorId: id,
      action: "raise",
      options: {},
      submissionId: submissionId(),
      total: 1,
      done: 1,
      createdAt: at,
      finishedAt: at,
    })
    .returning();
  const batchId = row?.id ?? 0;
  const before = { activeAt: at.toISOString() };
  await database
    .insert(moderationItems)
    .values({ batchId, position: 0, targetId: tid, outcome: "done", before });
  return batchId;
}

async function sceneWord({ database, services }: TestGateway): Promise<string> {
  const word = `场景词${next()}`;
  await database.insert(sensitiveWords).values({ word, level: "replace" });
  await sayChanged(database, services.now());
  return word;
}

async function editedWords(
  { database, services }: TestGateway,
  { fid }: Section,
  { id }: Member,
): Promise<number> {
  const was = { summary: "原来的介绍", rulesSource: "原来的版规", createdAt: services.now() };
  const [row] = await database
    .insert(sectionVersions)
    .values({ sectionId: fid, editorId: id, ...was })
    .returning();
  return row?.id ?? 0;
}

async function sceneProduct({ database }: TestGateway): Promise<Scene["product"]> {
  const id = 1_000_000 + next();
  await addClasses(database);
  await addProducts(database, [{ id, values: { current: quantity("2 A", 2) } }]);
  await addNotice(database, { number: `PCN-${id}`, productIds: [id] });
  return { id, file: await addResource(database, { id, productId: id }), notice: `PCN-${id}` };
}
