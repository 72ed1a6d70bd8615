import { closeConfirmation, coolingOffDays } from "contract/privacy/constants";
import { eq, getTableName, is, type SQL, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import * as schema from "gateway/database/schema";
import { runDueJobs } from "gateway/jobs";
import { closeAccountsJob } from "gateway/privacy/close-accounts";
import { exportData } from "gateway/privacy/export/export-data";
import { contactMessages } from "gateway/server/contact-messages";
import { runJobs } from "gateway/server/jobs";
import { startSession } from "gateway/server/sessions/sessions";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { accountColumn, moderating, references, stays } from "../support/account-references";
import { insertRow } from "../support/any-row";
import { expectConsole } from "../support/console";
import { proveOwn } from "../support/contacts";
import { expectExactCounters } from "../support/counters";
import { type Member, next, startGateway, submissionId } from "../support/gateway";
import { saveEditedPiece } from "../support/news";
import { takePart } from "../support/taking-part";
import { sceneTraining } from "../support/training";

const gateway = startGateway({ sessionsPerAccount: 50 });
const { accounts, accountClosures } = schema;
const rows = async (query: SQL) =>
  ((await gateway().database.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows;

const again = (member: Member) =>
  gateway().signIn({ id: member.id, nickname: member.nickname, passwordHash: null });
const ask = async (member: Member) =>
  gateway().ok(
    "closeAccount",
    { uuid: await proveOwn(gateway(), member, "close"), confirmation: closeConfirmation },
    member,
  );
/** Lets the cooling-off time pass, and runs the job. */
async function carryOut(): Promise<void> {
  gateway().pass(coolingOffDays * 86_400 + 301);
  await runDueJobs(gateway().services, [closeAccountsJob]);
}
const mail = async (recipient: string) =>
  (await gateway().database.select().from(schema.outbox).where(eq(schema.outbox.recipient, recipient))).map(
    ({ text }) => text,
  );
describe("asking for the end of an account", () => {
  it("gives a receipt, ends the other sessions, and sends a notice to every contact", async () => {
    const email = `leaving${next()}@example.com`;
    const me = await gateway().member({ email });
    const elsewhere = await again(me);
    const receipt = await ask(me);
    expect(receipt.number).toMatch(/^ZX\d{8}-[2-9A-Z]{6}$/);
    expect(Date.parse(receipt.effectiveAt) - Date.parse(receipt.requestedAt)).toBe(
      coolingOffDays * 86_400_000,
    );
    expect(await gateway().ok("closureState", {}, me)).toEqual({
      closing: receipt,
      handsOverFirst: false,
      kept: { topics: 0, replies: 0 },
    });
    await gateway().refused("currentUser", {}, "SESSION_CONFLICT", elsewhere);
    expect((await gateway().ok("currentUser", {}, me)).user?.uid).toBe(me.id);
    const [account] = await gateway().database.select().from(accounts).where(eq(accounts.id, me.id));
    for (const contact of [email, account?.phone ?? ""])
      expect((await mail(contact)).at(-1)).toContain(receipt.number);
    expect((await gateway().ok("closureState", {}, await again(me))).closing).toEqual(receipt);
    const told = await gateway()
      .database.select()
      .from(schema.notifications)
      .where(eq(schema.notifications.accountId, me.id));
    expect(told).toMatchObject([{ kind: "system", event: "closing", actorId: null }]);
    const uuid = await proveOwn(gateway(), me, "close");
    await gateway().refused(
      "closeAccount",
      { uuid, confirmation: closeConfirmation },
      "CLOSE_ALREADY_ASKED",
      me,
    );
  });
  it("needs the typed words, a proof for this purpose, and no section to moderate", async () => {
    const [me, other] = [await gateway().member(), await gateway().member()];
    const uuid = await proveOwn(gateway(), me, "close");
    for (const confirmation of ["", "注销", "注销账号！"])
      expect(
        (await gateway().refused("closeAccount", { uuid, confirmation }, "INVALID_REQUEST", me)).fields,
      ).toEqual({
        confirmation: ["请输入“注销账号”四个字"],
      });
    const wrong = [
      "",
      "nothing",
      await proveOwn(gateway(), me, "export"),
      await proveOwn(gateway(), other, "close"),
    ];
    for (const proof of wrong)
      await gateway().refused(
        "closeAccount",
        { uuid: proof, confirmation: closeConfirmation },
        "PROOF_INVALID",
        me,
      );
    const section = await gateway().section({ moderators: [me] });
    await gateway().refused(
      "closeAccount",
      { uuid, confirmation: closeConfirmation },
      "CLOSE_HANDS_OVER_FIRST",
      me,
    );
    expect((await gateway().ok("closureState", {}, me)).handsOverFirst).toBe(true);
    await gateway().database.delete(schema.moderators).where(eq(schema.moderators.sectionId, section.fid));
    await gateway().ok("closeAccount", { uuid, confirmation: closeConfirmation }, me);
  });
  it("can be cancelled for 15 days, and then nothing happens", async () => {
    const me = await gateway().member();
    await gateway().refused("cancelClosure", {}, "CLOSE_NOT_ASKED", me);
    await ask(me);
    gateway().pass((coolingOffDays - 1) * 86_400);
    await runDueJobs(gateway().services, [closeAccountsJob]);
    const back = await again(me);
    await gateway().ok("cancelClosure", {}, back);
    expect((await gateway().ok("closureState", {}, back)).closing).toBeNull();
    await carryOut();
    const [account] = await gateway().database.select().from(accounts).where(eq(accounts.id, me.id));
    expect([account?.nickname, account?.closingAt, account?.closedAt]).toEqual([me.nickname, null, null]);
    await gateway().refused("cancelClosure", {}, "CLOSE_NOT_ASKED", await again(me));
  });
});
describe("the end of an account", () => {
  /** This mark is in every text of the person that nobody else may read afterwards. */
  const mark = "暗号七九三";
  const secret = { phone: "13977779999", email: "secret793@example.com" };
  let me: Member;
  let other: Member;
  let ownTopic: { tid: number; pid: number };
  let reply: { pid: number };
  let theirs: { tid: number; pid: number };
  let publicId: string;
  let receipt: Awaited<ReturnType<typeof ask>>;
  /** State before the end: the account columns without a row of the person, and the pieces of their export. */
  const before = { empty: [] as string[], pieces: 0 };
  const row = async (table: PgTable, values: Record<string, unknown>) => {
    await gateway()
      .database.insert(table)
      .values(values as never);
  };

  beforeAll(async () => {
    const at = gateway();
    const values = {
      nickname: `${mark}本人`,
      intro: mark,
      ...secret,
      mutedNotices: [],
      signedPolicies: { Disclaimer: "1.0" },
    };
    [other, me] = [await at.member({ signedPolicies: { Disclaimer: "1.0" } }), await at.member(values)];
    const third = await at.member();
    const section = await at.section();
    theirs = await at.topic(other, section, { tags: ["标签793"] });
    ownTopic = await at.topic(me, section, {
      title: "留下来的主题",
      content: "留下来的正文",
      tags: ["标签793"],
    });
    await at.ok(
      "editTopic",
      {
        tid: ownTopic.tid,
        fid: section.fid,
        classId: null,
        title: "留下来的主题",
        content: "改过的正文",
        tags: ["标签793"],
      },
      me,
    );
    reply = await at.reply(me, theirs.tid, { content: `@${other.nickname} 留下来的回复` });
    const gone = await at.reply(me, theirs.tid, { content: mark });
    await at.ok("deleteContent", { pid: gone.pid }, me);
    await at.reply(other, ownTopic.tid, { content: "别人的回复" });
    for (const pid of [theirs.pid, theirs.pid]) await at.ok("likePost", { pid }, me);
    await at.ok("likePost", { pid: theirs.pid }, third);
    await at.ok("likePost", { pid: ownTopic.pid }, other);
    await at.ok("favoriteTopic", { tid: theirs.tid }, me);
    for (const target of [
      { kind: "user" as const, target: other.id },
      { kind: "section" as const, target: section.fid },
      { kind: "tag" as const, target: (await at.ok("topicDetail", { tid: ownTopic.tid })).tags[0]?.id ?? 0 },
    ])
      await at.ok("follow", target, me);
    await at.ok("follow", { kind: "user", target: me.id }, other);
    await at.ok("saveDraft", { target: "topic:new", title: mark, content: mark }, me);
    await at.ok("saveDraft", { target: "topic:new", title: mark, content: `${mark}二`, baseRevision: 1 }, me);
    await at.ok("inviteAnswer", { tid: ownTopic.tid, uid: other.id }, me);
    await at.ok("inviteAnswer", { tid: theirs.tid, uid: me.id }, other);
    await at.ok("submitReport", { pid: theirs.pid, reason: "spam", text: mark }, me);
    const text = (words: string) => ({ text: words, submissionId: submissionId() });
    await at.ok("sendInnerMessage", { uid: other.id, ...text(mark) }, me);
    const abuse = await at.ok("sendInnerMessage", { uid: other.id, ...text("被举报的话") }, me);
    const answer = await at.ok("sendInnerMessage", { uid: me.id, ...text("对方写的话") }, other);
    await at.ok("sendInnerMessage", { uid: third.id, ...text(mark) }, me);
    const accountId = me.id;
    await row(schema.messageReports, { accountId: other.id, messageId: abuse.id, reason: "abuse" });
    await row(schema.messageReports, { accountId, messageId: answer.id, reason: "abuse", text: mark });
    await row(schema.blocks, { accountId, blockedId: third.id });
    await row(schema.blocks, { accountId: third.id, blockedId: accountId });
    await at.ok("setTopicLevel", { tid: theirs.tid, level: "follow" }, me);
    await at.ok("readAllTopics", {}, me);
    await row(schema.profiles, { accountId, fullName: mark, companyName: mark, school: mark });
    await row(schema.profileChanges, { accountId, kind: "nickname", before: {}, after: { nickname: mark } });
    await row(schema.consentRecords, {
      accountId,
      policyId: "UserHidev",
      version: "1",
      decision: "1",
      address: "10.7.9.3",
      userAgent: mark,
    });
    await row(schema.analyticsEvents, {
      accountId,
      code: "click",
      page: "home",
      data: { text: mark },
      sessionId: mark,
      anonymousId: mark,
      eventAt: new Date(),
    });
    await row(schema.accessRecords, { accountId, visitorId: mark, accessSource: mark });
    await row(schema.suggestions, {
      accountId,
      number: `YJ-${mark}`,
      type: "other",
      text: mark,
      contact: secret.email,
    });
    const complaint = {
      appId: "a",
      sceneId: "s",
      subSceneId: "u",
      businessKey: "b",
      reason: "other",
      text: "关于别人的内容",
    };
    await row(schema.complaints, {
      ...complaint,
      accountId,
      number: `TS-${next()}`,
      contact: secret.phone,
      deviceId: mark,
    });
    const name = `${"7".repeat(31)}3.png`;
    await row(schema.files, { name, type: "image/png", content: Buffer.from("x") });
    await row(schema.uploads, {
      accountId,
      kind: "image",
      fileName: name,
      originalName: `${mark}.png`,
      bytes: 1,
      width: 1,
      height: 1,
    });
    await row(schema.notifications, {
      accountId: other.id,
      kind: "forum",
      event: "mention",
      actorId: accountId,
    });
    const policy = { summary: "", source: "", html: "", fingerprint: "", date: "2026-01-01" };
    const classId = 793;
    await row(schema.productClasses, { id: classId, path: [classId], position: 0, name: "分类793" });
    const nothing = { gallery: [], values: {}, pins: [], certifications: [], collected: 1, followers: 1 };
    const product = { ...policy, ...nothing, id: 793, classId, name: "产品793" };
    await row(schema.products, { ...product, kind: "chip", state: "production", since: "2026-01-01" });
    await row(schema.collections, { accountId, kind: "product", targetId: 793 });
    const { id: list } = await gateway().ok(
      "addToOwnList",
      { name: mark, kind: "product", targets: [793], note: mark, submissionId: submissionId() },
      me,
    );
    await gateway().ok("shareOwnList", { id: list, shared: true }, me);
    await gateway().ok("keepSearch", { name: mark, address: "/search?q=793" }, me);
    await row(schema.follows, { accountId, kind: "product", targetId: 793 });
    await row(schema.contentLoads, {
      accountId,
      pack: "demo",
      fingerprint: "",
      state: "done",
      changes: {},
      problems: [],
    });
    await saveEditedPiece(at.database, accountId);
    const { course, lesson, certificate } = await sceneTraining(at, me);
    publicId = certificate;
    await at.ok("saveLessonPosition", { lesson, position: 30 }, me);
    await at.ok("collect", { kind: "course", target: course }, me);
    await row(schema.penalties, { accountId, kind: "warning", reason: mark });
    await row(schema.personNotes, { accountId, byId: other.id, text: mark });
    await row(schema.sectionRights, {
      accountId,
      sectionId: section.fid,
      right: "post",
      value: "deny",
      setById: other.id,
    });
    await row(schema.appeals, { accountId, kind: "penalty", targetId: 1, logId: 1, text: mark });
    await takePart(at, me, other, mark);
    await at.ok("requestExport", { uuid: await proveOwn(at, me, "export") }, me);
    await runJobs(at.services, [exportData]);
    await again(me);
    for (const reference of references) {
      const [table = "", column = ""] = reference.split(".");
      const [found] = await rows(
        sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)} = ${me.id} limit 1`,
      );
      if (!found) before.empty.push(reference);
    }
    await expectExactCounters(at.database);
    // Inserts any row that names the person where the scene has written none. A moderator's account cannot end.
    const unwritten = before.empty.filter((each) => !(each in stays) && each !== "moderators.account_id");
    for (const reference of unwritten) await insertRow(at.database, accountColumn(reference), accountId);
    before.empty = before.empty.filter((each) => !unwritten.includes(each));
    before.pieces = await at.database.$count(schema.exportPieces);
    receipt = await ask(me);
    await carryOut();
  });

  it("removes something in every table that names accounts, or the table is only about moderators' actions", () => {
    // Each table that names accounts has a row of the person by now, also a new one: its domain's `personalData`
    // removes it.
    const others = [
      "account_closures.account_id",
      "moderators.account_id",
      "posts.reply_to_id",
      "report_cases.author_id",
      "review_items.author_id",
    ];
    expect(before.empty.sort()).toEqual([...moderating, ...others].sort());
  });

  it("leaves nothing personal in any table, and every counter equal to its rows", async () => {
    expect([before.pieces, await gateway().database.$count(schema.exportPieces)]).toEqual([1, 0]);
    for (const reference of references.filter((each) => !(each in stays))) {
      const [table = "", column = ""] = reference.split(".");
      const left = await rows(
        sql`select * from ${sql.identifier(table)} where ${sql.identifier(column)} = ${me.id}`,
      );
      const how = "erase of its domain's personalData removes it, or account-references.ts says why it stays";
      expect([reference, left], how).toEqual([reference, []]);
    }
    for (const table of Object.values(schema as Record<string, unknown>).filter((each): each is PgTable =>
      is(each, PgTable),
    )) {
      const name = getTableName(table);
      for (const word of [mark, secret.phone, secret.email, "10.7.9.3"]) {
        const left = await rows(sql`select * from ${table} as t where to_jsonb(t)::text like ${`%${word}%`}`);
        // Except the receipt: the outbox stands in for mail that was sent.
        const remaining =
          name === "outbox" ? left.filter(({ text }) => !String(text).includes(receipt.number)) : left;
        expect([name, word, remaining]).toEqual([name, word, []]);
      }
    }
    await expectExactCounters(gateway().database);
    const [closure] = await gateway()
      .database.select()
      .from(accountClosures)
      .where(eq(accountClosures.number, receipt.number));
    expect(closure?.doneAt).toBeInstanceOf(Date);
    expect(closure?.summary).toMatchObject({
      likes: 1,
      favorites: 1,
      follows: 4,
      collections: 2,
      courses: 1,
      topicsKept: 1,
      repliesKept: 1,
      drafts: 1,
      messages: 2,
      uploads: 1,
      lists: 1,
      searches: 1,
    });
    expect(await gateway().ok("certificateByPublicId", { publicId })).toMatchObject({
      state: "closed",
      holder: "",
      course: "课程",
    });
    for (const contact of [secret.phone, secret.email])
      expect((await mail(contact)).at(-1)).toContain(receipt.number);
    expect(
      await gateway().database.$count(schema.files, eq(schema.files.name, `${"7".repeat(31)}3.png`)),
    ).toBe(0);
  });

  it("keeps published texts, under an anonymous name", async () => {
    const name = `已注销用户${me.id}`;
    const topic = await gateway().ok("topicDetail", { tid: ownTopic.tid });
    expect(JSON.stringify(topic)).toContain(name);
    expect(JSON.stringify(topic)).toContain("改过的正文");
    expect(JSON.stringify(await gateway().ok("topicDetail", { tid: theirs.tid, pid: reply.pid }))).toContain(
      "留下来的回复",
    );
    expect(await gateway().ok("authorInfo", { uid: me.id })).toMatchObject({
      nickName: name,
      icon: null,
      intro: "",
      closed: true,
      topics: 0,
      posts: 0,
      followers: 0,
      following: 0,
      skills: [],
    });
    // Members are told no more than visitors.
    expect(await gateway().ok("authorInfo", { uid: me.id }, await gateway().member())).toEqual(
      await gateway().ok("authorInfo", { uid: me.id }),
    );
    for (const call of ["userTopicList", "otherUserPosts"] as const)
      await gateway().refused(call, { uid: me.id }, "USER_NOT_FOUND");
    await gateway().refused("userFollowInfo", { uid: me.id, kind: "following" }, "USER_NOT_FOUND");
    await gateway().refused("feedTopics", { kind: "user", target: me.id }, "USER_NOT_FOUND");
    await gateway().refused("userFavorites", { uid: me.id }, "FAVORITES_PRIVATE");
  });

  it("removes the account from every list of people, and nobody can follow, invite or mention it", async () => {
    const name = `已注销用户${me.id}`;
    // Sessions expire within the weeks that the test lets pass.
    other = await again(other);
    const lists = [
      await gateway().ok("heroRank", {}),
      await gateway().ok("wellInformedPeople", {}),
      await gateway().ok("searchInvitee", { text: "已注销" }, other),
      await gateway().ok("recommendedInvitees", { tid: theirs.tid }, other),
      await gateway().ok("fullTextSearch", { text: name }),
      (await gateway().ok("sitemapSlice", { kind: "people", slice: 1 })).entries.filter(
        ({ id }) => id === me.id,
      ),
    ];
    expect(JSON.stringify(lists.slice(0, 4))).not.toContain(name);
    expect(lists[5]).toEqual([]);
    await gateway().refused("follow", { kind: "user", target: me.id }, "USER_NOT_FOUND", other);
    await gateway().refused("inviteAnswer", { tid: theirs.tid, uid: me.id }, "USER_NOT_FOUND", other);
    await gateway().reply(other, ownTopic.tid, { content: `@${name} 还在吗` });
    expect(
      await gateway().database.$count(schema.notifications, eq(schema.notifications.accountId, me.id)),
    ).toBe(0);
    for (const nickname of [name, "已注销用户"])
      expect(
        (await gateway().refused("verifyNickname", { nickname }, "INVALID_REQUEST", other)).fields,
      ).toEqual({
        nickname: ["该昵称已被使用，请换一个"],
      });
  });

  it("closes the sign-in, and frees the contacts", async () => {
    expect(await gateway().ok("currentUser", {}, me)).toEqual({ user: null });
    await expect(
      startSession(gateway().services, { id: me.id, passwordHash: null }, { address: "", userAgent: "" }),
    ).rejects.toThrow();
    const heir = await gateway().member(secret);
    expect(heir.id).not.toBe(me.id);
    // No table has the contacts from here on, so the later search includes them.
    const none = { phone: null, email: null };
    await gateway().database.update(accounts).set(none).where(eq(accounts.id, heir.id));
  });

  it("that fails halfway is completed at the next run, and does not block others", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const [first, second] = [await gateway().member(), await gateway().member()];
    const [broken, whole] = [await ask(first), await ask(second)];
    const services = { ...gateway().services };
    const send = services.delivery.send.bind(services.delivery);
    gateway().pass(coolingOffDays * 86_400 + 301);
    const failing = {
      ...services,
      delivery: { ...services.delivery, send: () => Promise.reject(new Error("no mail")) },
    };
    // The account is already closed when the job fails.
    const original = services.database.transaction.bind(services.database);
    const transaction = vi.spyOn(services.database, "transaction");
    transaction.mockImplementationOnce(original as never).mockRejectedValueOnce(new Error("lost"));
    expectConsole("warn", /账号变动的通知没有发出，稍后再试/);
    await runDueJobs(failing, [closeAccountsJob]);
    transaction.mockRestore();
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
    const state = async ({ number }: { number: string }) =>
      (await gateway().database.select().from(accountClosures).where(eq(accountClosures.number, number)))[0]
        ?.doneAt ?? null;
    expect([await state(broken), await state(whole)]).toEqual([null, expect.any(Date)]);
    gateway().pass(301);
    await runDueJobs({ ...services, delivery: { ...services.delivery, send } }, [closeAccountsJob]);
    expect(await state(broken)).toEqual(expect.any(Date));
    // The person gets the message when the mail server works again, although no other table has their contact.
    const told = () => gateway().database.select().from(schema.outbox);
    const before = (await told()).length;
    await runJobs(gateway().services, [contactMessages]);
    const late = (await told()).slice(before);
    expect(late).toEqual([expect.objectContaining({ subject: expect.stringMatching(/账号已注销/) })]);
    expect(await gateway().database.$count(schema.jobs, eq(schema.jobs.kind, contactMessages.name))).toBe(0);
  });
});
