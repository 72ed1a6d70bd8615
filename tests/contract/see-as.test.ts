import { type CallInput, type CallName, contract } from "contract";
import type { Call } from "contract/base/call";
import { complaintPath } from "contract/base/wire";
import { seeAsMinutes } from "contract/moderation/see-as/constants";
import { and, desc, eq } from "drizzle-orm";
import {
  accounts,
  moderationLog,
  moderationReasons,
  moderators,
  searchQueries,
  sessions,
} from "gateway/database/schema";
import { setAdministrator } from "gateway/moderation/administrators/administrators";
import { verifyLog } from "gateway/moderation/verify-log";
import { hashToken } from "gateway/server/sessions/sessions";
import { beforeAll, describe, expect, it } from "vitest";
import { requests } from "../support/call-rows";
import { type Member, startGateway } from "../support/gateway";
import { type Scene, setAdminScene } from "../support/scene";

const gateway = startGateway();
let scene: Scene & { actor: Member };
beforeAll(async () => {
  scene = await setAdminScene(gateway());
});

const reason = "核对用户反馈的问题";
const rows = Object.entries(contract) as [CallName, Call][];
const namesOf = (is: (call: Call) => boolean) => rows.filter(([, call]) => is(call)).map(([name]) => name);
/** Begins, also where the session sees as somebody already. */
async function see(as: Omit<CallInput<"seeAs">, "reason">, admin: Member) {
  await gateway().ok("endSeeAs", {}, admin);
  return gateway().ok("seeAs", { ...as, reason }, admin);
}
const seeVisitor = (admin: Member) => see({ as: "visitor" }, admin);
const seePerson = ({ id: uid }: Member, admin: Member) => see({ as: "person", uid }, admin);
const newAdmin = () => gateway().member({ admin: true });
const userOf = async (admin: Member) => (await gateway().ok("workspaceCurrent", {}, admin)).user?.uid ?? null;
const seeingOf = async (admin: Member) => (await gateway().ok("workspaceCurrent", {}, admin)).seeingAs;

describe("the rows of calls", () => {
  it("say of few calls that write how they are answered: pages make them to show something", () => {
    const answered = rows.flatMap(([name, { effect, seenAs }]) =>
      effect !== "reads" && seenAs ? [[name, seenAs]] : [],
    );
    // The search counts what is searched for, and a member's part in an activity takes up an offer that has come: not here.
    expect(Object.fromEntries(answered)).toEqual({
      fullTextSearch: "shown",
      activityMine: "withheld",
      activityMySignup: "withheld",
      endSeeAs: "ends",
    });
  });

  it("show nothing that only administrators may read", () => {
    expect(namesOf(({ seenAs, access }) => seenAs === "shown" && access === "admin")).toEqual([]);
  });
});

describe("seeing as somebody else", () => {
  it("is for administrators alone, with a recent sign-in and a reason", async () => {
    const at = gateway();
    const [admin, member, moderator] = [await newAdmin(), await at.member(), await at.member()];
    await at.section({ moderators: [moderator] });
    const ask = { as: "visitor", reason } as const;
    for (const person of [member, moderator]) await at.refused("seeAs", ask, "NOT_PERMITTED", person);
    await at.refused("seeAs", ask, "NOT_SIGNED_IN");
    const empty = await at.refused("seeAs", { as: "visitor", reason: " " }, "INVALID_REQUEST", admin);
    expect(empty.fields).toEqual({ reason: ["请填写理由"] });
    const nobody = await at.refused("seeAs", { as: "person", reason }, "INVALID_REQUEST", admin);
    expect(nobody.fields).toEqual({ uid: ["请填写用户的 UID"] });
    await at.database
      .update(sessions)
      .set({ createdAt: new Date(Date.now() - 11 * 60_000) })
      .where(eq(sessions.accountId, admin.id));
    await at.refused("seeAs", ask, "SIGN_IN_NOT_RECENT", admin);
    expect(await seeingOf(admin)).toBeUndefined();
  });

  it("is refused for administrators, for oneself, and for nobody", async () => {
    const [admin, other, gone] = [await newAdmin(), await newAdmin(), await gateway().member()];
    const refused = (uid: number, code: "SEE_AS_ADMIN" | "USER_NOT_FOUND") =>
      gateway().refused("seeAs", { as: "person", uid, reason }, code, admin);
    for (const { id } of [admin, other])
      expect((await refused(id, "SEE_AS_ADMIN")).fields).toEqual({
        uid: ["不能以管理员的身份查看，请选择其他会员"],
      });
    await gateway().database.update(accounts).set({ closedAt: new Date() }).where(eq(accounts.id, gone.id));
    await refused(gone.id, "USER_NOT_FOUND");
    await refused(2_000_000_000, "USER_NOT_FOUND");
    expect(await seeingOf(admin)).toBeUndefined();
  });

  it("is entered in the site's chain of the log: who, whom, as what, until when and why", async () => {
    const [admin, member] = [await newAdmin(), await gateway().member()];
    const { until } = await seePerson(member, admin);
    const [row] = await gateway()
      .database.select({ log: moderationLog, text: moderationReasons.text })
      .from(moderationLog)
      .innerJoin(moderationReasons, eq(moderationReasons.id, moderationLog.reasonId))
      .orderBy(desc(moderationLog.id))
      .limit(1);
    expect(row).toMatchObject({
      log: {
        operatorId: admin.id,
        action: "seeAs",
        targetKind: "person",
        targetId: member.id,
        personId: member.id,
        sectionId: null,
        after: { seenAs: "person", until },
      },
      text: reason,
    });
    expect((await verifyLog(gateway().database)).broken).toEqual([]);
    await gateway().ok("endSeeAs", {}, admin);
    const { rows: listed } = await gateway().ok("managementLog", { action: "seeAs" }, admin);
    expect(listed[0]).toMatchObject({ action: "seeAs", reason });
  });

  it("answers as the person, a visitor and an ordinary member are answered", async () => {
    const at = gateway();
    const [admin, moderator, author] = [await newAdmin(), await at.member(), await at.member()];
    const section = await at.section({ moderators: [moderator] });
    const { tid } = await at.topic(author, section);
    const page = async (as: Member | null) => {
      const { may, ...rest } = (await at.ok("topicDetail", { tid }, as)) as { may?: unknown };
      return { may, ...rest };
    };
    for (const person of [moderator, author]) {
      await seePerson(person, admin);
      expect(await seeingOf(admin)).toMatchObject({ as: "person", person: { uid: person.id } });
      expect(await userOf(admin)).toBe(person.id);
      expect(await page(admin)).toEqual(await page(person));
    }
    await seePerson(moderator, admin);
    expect(await at.ok("moderatorForumList", {}, admin)).toEqual(
      await at.ok("moderatorForumList", {}, moderator),
    );
    await at.ok("reportList", {}, admin);
    await at.database.delete(moderators).where(eq(moderators.accountId, moderator.id));
    await at.refused("reportList", {}, "NOT_PERMITTED", admin);

    await seeVisitor(admin);
    expect([await userOf(admin), await page(admin)]).toEqual([null, await page(null)]);
    expect(await seeingOf(admin)).toMatchObject({ as: "visitor", person: null });
    await at.refused("getMyPersonalDetail", {}, "NOT_SIGNED_IN", admin);
    await at.refused("draftList", {}, "NOT_SIGNED_IN", admin);

    await see({ as: "member" }, admin);
    const detail = await at.ok("getMyPersonalDetail", {}, admin);
    expect(detail).toMatchObject({ uid: admin.id, fids: [] });
    expect(detail).not.toHaveProperty("forumAdmin");
    await at.refused("reportList", {}, "NOT_PERMITTED", admin);
  });

  it("says nothing of what waits for the person themselves", async () => {
    const at = gateway();
    const [admin, member, other] = [await newAdmin(), await at.member(), await at.member()];
    await at.ok("sendInnerMessage", { uid: member.id, text: "你好", submissionId: "see-as-message" }, other);
    await at.database.update(accounts).set({ closingAt: new Date() }).where(eq(accounts.id, member.id));
    expect((await at.ok("getMyPersonalDetail", {}, member)).unread?.inner).toBe(1);
    await seePerson(member, admin);
    const detail = await at.ok("getMyPersonalDetail", {}, admin);
    expect(detail).toMatchObject({ unread: { system: 0, forum: 0, inner: 0 }, pendingPolicies: [] });
    expect(detail).not.toHaveProperty("closingAt");
    await at.refused("userFavorites", { uid: member.id }, "FAVORITES_PRIVATE", admin);
  });

  it("refuses every call that writes, whatever it is asked, and does nothing", async () => {
    await seePerson(scene.other, scene.actor);
    const writes = namesOf(({ seenAs }) => seenAs === undefined);
    expect(writes).toEqual(expect.arrayContaining(["userSigned", "viewTopic", "collectEvents", "seeAs"]));
    for (const name of writes) {
      const { message } = await gateway().refused(
        name,
        requests[name](scene),
        "SEEING_READ_ONLY",
        scene.actor,
      );
      expect(message).toBe("正在以他人身份查看，不能提交；先结束查看");
    }
    await gateway().ok("endSeeAs", {}, scene.actor);
  });

  it("refuses every call whose answer is the person's alone", async () => {
    await seePerson(scene.other, scene.actor);
    const withheld = namesOf(({ seenAs }) => seenAs === "withheld");
    expect(withheld).toEqual(
      expect.arrayContaining(["innerMessages", "accountDetail", "sessionList", "secondFactors", "draftList"]),
    );
    for (const name of withheld)
      await gateway().refused(name, requests[name](scene), "SEEING_PRIVATE", scene.actor);
    // Nobody, who is asked to sign in where members are, is told so too.
    await seeVisitor(scene.actor);
    for (const name of withheld) {
      const code = contract[name].access === "visitor" ? "SEEING_PRIVATE" : "NOT_SIGNED_IN";
      await gateway().refused(name, requests[name](scene), code, scene.actor);
    }
    await gateway().ok("endSeeAs", {}, scene.actor);
  });

  it("shows everything else without an error of its own", async () => {
    await seePerson(scene.other, scene.actor);
    for (const name of namesOf(({ seenAs }) => seenAs === "shown")) {
      const { status, body } = await gateway().call(name, requests[name](scene), scene.actor);
      const { errorCode } = body as { errorCode?: string };
      expect([name, status < 500, errorCode]).not.toEqual([name, true, "SEEING_PRIVATE"]);
      expect([name, status < 500]).toEqual([name, true]);
    }
    await gateway().ok("endSeeAs", {}, scene.actor);
  });

  it("asks for the security token of the session, as ever", async () => {
    const [admin, member] = [await newAdmin(), await gateway().member()];
    await seePerson(member, admin);
    const stranger = { ...admin, csrfToken: member.csrfToken };
    await gateway().refused("followedTags", {}, "CSRF_TOKEN_MISMATCH", stranger);
    await gateway().refused("endSeeAs", {}, "CSRF_TOKEN_MISMATCH", stranger);
    await seeVisitorRefused(admin);
  });

  it("ends by its call, which does nothing a second time", async () => {
    const [admin, member] = [await newAdmin(), await gateway().member()];
    await seePerson(member, admin);
    for (let times = 0; times < 2; times += 1) await gateway().ok("endSeeAs", {}, admin);
    expect([await userOf(admin), await seeingOf(admin)]).toEqual([admin.id, undefined]);
    await gateway().ok("administratorList", {}, admin);
    await seeVisitor(admin);
    await gateway().ok("endSeeAs", {}, admin);
    expect(await userOf(admin)).toBe(admin.id);
  });

  it("ends by the clock", async () => {
    const [admin, member] = [await newAdmin(), await gateway().member()];
    await seePerson(member, admin);
    gateway().pass(seeAsMinutes * 60 - 5);
    expect(await userOf(admin)).toBe(member.id);
    gateway().pass(10);
    expect([await userOf(admin), await seeingOf(admin)]).toEqual([admin.id, undefined]);
    await gateway().ok("administratorList", {}, admin);
  });

  it("is of one session: another of the same administrator is not changed", async () => {
    const [admin, member] = [await newAdmin(), await gateway().member()];
    const other = await gateway().signIn({ ...admin, passwordHash: null });
    await seePerson(member, admin);
    expect([await userOf(admin), await userOf(other)]).toEqual([member.id, admin.id]);
  });

  it("ends at once for an administrator who was dismissed, and shows nobody who was appointed", async () => {
    const at = gateway();
    const [admin, second, member] = [await newAdmin(), await newAdmin(), await at.member()];
    await seePerson(member, admin);
    await seePerson(member, second);
    await setAdministrator(at.database, {
      accountId: admin.id,
      admin: false,
      at: at.services.now(),
      operatorId: null,
    });
    expect([await userOf(admin), await seeingOf(admin)]).toEqual([admin.id, undefined]);
    await at.refused("memberList", {}, "NOT_PERMITTED", admin);
    await at.database.update(accounts).set({ admin: true }).where(eq(accounts.id, member.id));
    expect(await userOf(second)).toBeNull();
    await at.refused("administratorList", {}, "NOT_SIGNED_IN", second);
  });

  it("shows what a banned person sees: what visitors do", async () => {
    const [admin, member] = [await newAdmin(), await gateway().member()];
    await seePerson(member, admin);
    await gateway()
      .database.update(accounts)
      .set({ bannedUntil: new Date("9999-01-01") })
      .where(eq(accounts.id, member.id));
    expect([await userOf(admin), (await seeingOf(admin))?.as]).toEqual([null, "person"]);
  });
});

/** Writes stay refused for an administrator who sees as somebody else. */
async function seeVisitorRefused(admin: Member): Promise<void> {
  await gateway().refused("seeAs", { as: "visitor", reason }, "SEEING_READ_ONLY", admin);
}

describe("what an administrator sees as somebody else", () => {
  it("is not kept among that person's answers, nor theirs for the administrator", async () => {
    const at = gateway();
    const [admin, member] = [await newAdmin(), await at.member()];
    const { counted } = (await import("gateway/server/answers")).answersOf(at.database);
    const asked = () => ({ ...counted });
    await seePerson(member, admin);
    const before = asked();
    await at.ok("recommendedCourseVideos", {}, admin);
    await at.ok("recommendedCourseVideos", {}, admin);
    expect(asked()).toEqual(before);
    // The person's own answer is made for them, and kept for them.
    await at.ok("recommendedCourseVideos", {}, member);
    await at.ok("recommendedCourseVideos", {}, member);
    expect(asked()).toEqual({ hits: before.hits + 1, misses: before.misses + 1 });
  });

  it("counts nobody as there, and no search", async () => {
    const at = gateway();
    const [admin, member] = [await newAdmin(), await at.member()];
    const section = await at.section();
    await at.topic(member, section, { title: "示波器探头的补偿电容" });
    await at.database.update(accounts).set({ lastSeenDay: "2020-01-01" }).where(eq(accounts.id, member.id));
    const searches = () => at.database.$count(searchQueries);
    const before = await searches();
    await seePerson(member, admin);
    const found = await at.ok("fullTextSearch", { text: "示波器探头", kind: "topics" }, admin);
    expect([found.total, await searches()]).toEqual([1, before]);
    const [row] = await at.database.select().from(accounts).where(eq(accounts.id, member.id));
    expect(row?.lastSeenDay).toBe("2020-01-01");
    await at.ok("fullTextSearch", { text: "示波器探头", kind: "topics" }, member);
    expect(await searches()).toBe(before + 1);
  });

  it("spends the administrator's limits, not the person's", async () => {
    const at = gateway();
    const [admin, member] = [await newAdmin(), await at.member()];
    await seePerson(member, admin);
    const spent: string[] = [];
    const { limits } = at.services;
    const spend = limits.spend.bind(limits);
    limits.spend = (name, key) => {
      spent.push(key);
      return spend(name, key);
    };
    await at.ok("renderContent", { content: "**字**" }, admin);
    limits.spend = spend;
    expect(spent).toContain(String(admin.id));
    expect(spent).not.toContain(String(member.id));
  });

  it("leaves the gateway's own pages to visitors, so that a complaint is nobody's", async () => {
    const [admin, member] = [await newAdmin(), await gateway().member()];
    const open = () => gateway().fetch(complaintPath, { headers: { cookie: admin.cookie } });
    expect((await open()).status).toBe(200);
    await seePerson(member, admin);
    const page = await open();
    expect([page.status, await page.text()]).toEqual([403, expect.stringContaining("正在以他人身份查看")]);
    await gateway().ok("endSeeAs", {}, admin);
    expect((await open()).status).toBe(200);
  });

  it("stands in the session's row, which has nothing of it afterwards", async () => {
    const [admin, member] = [await newAdmin(), await gateway().member()];
    const token = admin.cookie.split("=")[1] ?? "";
    const state = async () => {
      const [row] = await gateway()
        .database.select({ as: sessions.seeAs, of: sessions.seeAsAccountId, until: sessions.seeAsUntil })
        .from(sessions)
        .where(and(eq(sessions.tokenHash, hashToken(token))));
      return row;
    };
    await seePerson(member, admin);
    expect(await state()).toMatchObject({ as: "person", of: member.id, until: expect.any(Date) });
    await gateway().ok("endSeeAs", {}, admin);
    expect(await state()).toEqual({ as: null, of: null, until: null });
  });
});
