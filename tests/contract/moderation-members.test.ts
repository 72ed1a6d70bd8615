import type { CallInput } from "contract";
import { dayOf } from "contract/base/time";
import { tableMinutes } from "contract/moderation/members/fields";
import { and, eq, sql } from "drizzle-orm";
import {
  accounts,
  follows,
  moderationLog,
  penalties,
  personNotes,
  profiles,
  sessions,
  staffRoles,
} from "gateway/database/schema";
import { verifyLog } from "gateway/moderation/verify-log";
import { beforeAll, describe, expect, it } from "vitest";
import { saveDefinitions } from "../support/definitions";
import { type Member, next, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();
const day = 86_400;
let [admin, moderator]: Member[] = [];
beforeAll(async () => {
  [admin, moderator] = [await gateway().member({ admin: true }), await gateway().member()];
  await saveDefinitions(gateway().database);
});

const reason = "核对活动的参加者";
const today = () => dayOf(gateway().services.now());
/** A beginning of nicknames that nobody else has. */
const group = () => `名单${process.pid}组${next()}组`;
const list = (request: CallInput<"memberList">) => gateway().ok("memberList", request, admin);
const uids = async (request: CallInput<"memberList">) =>
  (await list(request)).items.map(({ person }) => person.uid);
const seen = async ({ id }: Member) => {
  const [row] = await gateway().database.select().from(accounts).where(eq(accounts.id, id));
  return row?.lastSeenDay;
};
const set = (member: Member, values: Partial<typeof accounts.$inferInsert>) =>
  gateway().database.update(accounts).set(values).where(eq(accounts.id, member.id));

/** Three members with nicknames of one group. */
async function three() {
  const user = group();
  const people: Member[] = [];
  for (const name of ["甲", "乙", "丙"]) people.push(await gateway().member({ nickname: `${user}${name}` }));
  return { user, people: people as [Member, Member, Member] };
}

describe("the last day of a member", () => {
  it("is the day of the sign-in, and moves once a day with the first page", async () => {
    const member = await gateway().member();
    expect(await seen(member)).toBe(today());
    await set(member, { lastSeenDay: "2020-01-01" });
    await gateway().ok("noticeSettings", {}, member);
    expect(await seen(member)).toBe(today());
    const before = today();
    gateway().pass(day);
    await gateway().ok("noticeSettings", {}, member);
    expect([await seen(member), today() > before]).toEqual([today(), true]);
  });

  it("is not moved by whoever is banned, or by a session that has ended", async () => {
    const [banned, ended] = [await gateway().member(), await gateway().member()];
    await set(banned, { lastSeenDay: "2020-01-01", bannedUntil: new Date("9999-01-01") });
    await set(ended, { lastSeenDay: "2020-01-01" });
    await gateway()
      .database.update(sessions)
      .set({ endedAt: gateway().services.now() })
      .where(eq(sessions.accountId, ended.id));
    await gateway().call("noticeSettings", {}, banned);
    await gateway().call("noticeSettings", {}, ended);
    expect([await seen(banned), await seen(ended)]).toEqual(["2020-01-01", "2020-01-01"]);
  });
});

describe("the list of members", () => {
  it("is for administrators alone, not for moderators or analysts", async () => {
    const at = gateway();
    const [analyst, member] = [await at.member(), await at.member()];
    await at.database.insert(staffRoles).values({ accountId: analyst.id, role: "analyst" });
    await at.section({ moderators: [moderator as Member] });
    for (const person of [moderator, analyst, member]) {
      await at.refused("memberList", {}, "NOT_PERMITTED", person);
      await at.refused("recordMemberTable", { reason }, "NOT_PERMITTED", person);
      await at.refused("memberTable", { table: 1 }, "NOT_PERMITTED", person);
    }
  });

  it("says of each member what an administrator wants to know, and no contacts", async () => {
    const at = gateway();
    const user = group();
    const member = await at.member({ nickname: user, phone: `138${String(next()).padStart(8, "0")}` });
    const section = await at.section({ moderators: [member] });
    await at.database.insert(staffRoles).values({ accountId: member.id, role: "editor", kinds: ["news"] });
    const profile = { identity: "1", developtype: "student", province: "440000", city: "440300" };
    await at.database.insert(profiles).values({ accountId: member.id, ...profile });
    await at.topic(await at.member(), section);
    await at.ok(
      "updateForbidden",
      {
        uid: member.id,
        action: "mute",
        days: 0,
        reason: "广告",
        submissionId: submissionId(),
      },
      admin,
    );
    for (const text of ["第一条", "第二条"]) await at.ok("addPersonNote", { uid: member.id, text }, admin);
    const { items, total } = await list({ user });
    expect(total).toBe(1);
    expect(items).toMatchObject([
      {
        person: { uid: member.id, nickName: user },
        lastSeenDay: today(),
        roles: ["moderator", "editor"],
        sections: [expect.any(String)],
        mutedUntil: expect.stringMatching(/^9999/),
        bannedUntil: "",
        penalties: 1,
        identityType: expect.stringMatching(/./),
        developerType: expect.stringMatching(/./),
        region: "广东省 深圳市",
        notes: 2,
        note: "第二条",
      },
    ]);
    expect(Object.keys(items[0] ?? {})).not.toEqual(expect.arrayContaining(["phone"]));
  });

  it("finds members by a number or the beginning of a nickname, without accounts that have ended", async () => {
    const { user, people } = await three();
    const [first, second, third] = people;
    await set(third, { closedAt: new Date() });
    expect(await uids({ user })).toEqual([second.id, first.id]);
    expect(await uids({ user: String(first.id) })).toContain(first.id);
    expect(await uids({ user: `${user}没有` })).toEqual([]);
    expect(await uids({ user: "%" })).toEqual([]);
  });

  it("filters by days in Beijing time", async () => {
    const { user, people } = await three();
    const [first, second, third] = people;
    await set(first, { createdAt: new Date("2024-03-04T15:59:59Z"), lastSeenDay: "2024-05-01" });
    await set(second, { createdAt: new Date("2024-03-04T16:00:00Z"), lastSeenDay: "2024-05-02" });
    await set(third, { createdAt: new Date("2024-03-06T00:00:00Z"), lastSeenDay: null });
    expect(await uids({ user, to: "2024-03-04" })).toEqual([first.id]);
    expect(await uids({ user, from: "2024-03-05", to: "2024-03-05" })).toEqual([second.id]);
    expect(await uids({ user, seenFrom: "2024-05-02" })).toEqual([second.id]);
    expect(await uids({ user, seenTo: "2024-05-01" })).toEqual([third.id, first.id]);
    expect(await uids({ user, order: "seen" })).toEqual([second.id, first.id]);
  });

  it("filters and sorts by posts", async () => {
    const { user, people } = await three();
    const [first, second, third] = people;
    await set(first, { posts: 3 });
    await set(second, { posts: 9 });
    expect(await uids({ user, postsMin: 3 })).toEqual([second.id, first.id]);
    expect(await uids({ user, postsMin: 1, postsMax: 3 })).toEqual([first.id]);
    expect(await uids({ user, order: "posts" })).toEqual([second.id, first.id, third.id]);
  });

  it("filters by penalties and notes", async () => {
    const at = gateway();
    const { user, people } = await three();
    const [first, second, third] = people;
    const past = new Date("2024-01-01T00:00:00Z");
    await at.database.insert(penalties).values([
      { accountId: first.id, kind: "mute", reason, until: past, days: 1 },
      { accountId: second.id, kind: "ban", reason, until: null, days: 0 },
      { accountId: third.id, kind: "warning", reason },
    ]);
    await at.database.insert(personNotes).values({ accountId: first.id, byId: admin?.id ?? 0, text: "留意" });
    const by = (record: "muted" | "banned" | "warned" | "any" | "noted") => uids({ user, record });
    expect(await by("muted")).toEqual([]);
    expect(await by("banned")).toEqual([second.id]);
    expect(await by("warned")).toEqual([third.id]);
    expect(await by("any")).toEqual([third.id, second.id, first.id]);
    expect(await by("noted")).toEqual([first.id]);
  });

  it("filters by section, role, developer type and region", async () => {
    const at = gateway();
    const { user, people } = await three();
    const [first, second, third] = people;
    const { fid } = await at.section({ moderators: [first] });
    await at.database.insert(follows).values({ accountId: second.id, kind: "section", targetId: fid });
    await at.database.insert(follows).values({ accountId: third.id, kind: "user", targetId: fid });
    await at.database.insert(staffRoles).values([
      { accountId: second.id, role: "analyst" },
      { accountId: third.id, role: "analyst", until: new Date("2024-01-01") },
    ]);
    await at.database.insert(profiles).values([
      { accountId: first.id, identity: "1", developtype: "teacher", province: "440000", city: "440300" },
      { accountId: second.id, identity: "2", developtype: "teacher", province: "440000", city: "440100" },
    ]);
    expect(await uids({ user, fid })).toEqual([second.id, first.id]);
    expect(await uids({ user, role: "moderator" })).toEqual([first.id]);
    expect(await uids({ user, role: "analyst" })).toEqual([second.id]);
    expect(await uids({ user, role: "admin" })).toEqual([]);
    expect(await uids({ user, type: "individual" })).toEqual([first.id]);
    expect(await uids({ user, type: "teacher" })).toEqual([first.id]);
    expect(await uids({ user, type: "enterprise" })).toEqual([second.id]);
    expect(await uids({ user, province: "440000" })).toEqual([second.id, first.id]);
    expect(await uids({ user, province: "440000", city: "440100" })).toEqual([second.id]);
    // A member who chose an enterprise is no teacher any more.
    expect((await list({ user: String(second.id), type: "enterprise" })).items[0]?.identityType).toBe("");
  });

  it("has pages, each member on one of them", async () => {
    const user = group();
    const ids: number[] = [];
    for (let number = 0; number < 45; number += 1)
      ids.push((await gateway().member({ nickname: `${user}${number}` })).id);
    const found: number[] = [];
    for (const page of [1, 2, 3]) {
      const answer = await list({ user, page, order: page === 3 ? "seen" : "joined" });
      expect([answer.total, answer.pages]).toEqual([45, 3]);
      found.push(...answer.items.map(({ person }) => person.uid));
    }
    expect(found).toEqual(ids.toReversed());
  });

  it.each(["joined", "seen", "posts"] as const)("is read from an index in the order %s", async (order) => {
    const columns = { joined: "created_at", seen: "last_seen_day", posts: "posts" };
    const plan = await gateway().database.transaction(async (database) => {
      await database.execute(sql`set local enable_seqscan = off`);
      await database.execute(sql`set local enable_sort = off`);
      return database.execute(
        sql`explain select id from accounts where closed_at is null
          order by ${sql.raw(columns[order])} desc nulls last, id desc nulls last limit 20`,
      );
    });
    expect(JSON.stringify((plan as unknown as { rows: unknown[] }).rows)).toContain(`accounts_${order}`);
  });

  it("refuses filters that are none", async () => {
    for (const wrong of [
      { fid: "x" },
      { role: "king" },
      { type: "robot" },
      { record: "jailed" },
      { postsMin: -1 },
      { seenTo: "2026-02-30" },
      { province: "440000' or 1=1" },
      { user: "长".repeat(41) },
      { order: "phone" },
    ])
      await gateway().refused("memberList", wrong as CallInput<"memberList">, "INVALID_REQUEST", admin);
  });
});

describe("a table of members", () => {
  const record = (more: Partial<CallInput<"recordMemberTable">> = {}, by = admin) =>
    gateway().ok("recordMemberTable", { reason, ...more }, by);

  it("is entered in the log with its filters, its number of members and its reason, before it is read", async () => {
    const at = gateway();
    const { user, people } = await three();
    const { table, total } = await record({ user, postsMax: 5 });
    expect(total).toBe(3);
    const [row] = await at.database.select().from(moderationLog).where(eq(moderationLog.id, table));
    expect(row).toMatchObject({
      action: "exportMembers",
      operatorId: admin?.id,
      targetId: null,
      sectionId: null,
    });
    expect(row?.after).toEqual({
      contacts: false,
      members: 3,
      postsMax: 5,
      // No typed text is in the log.
      user: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    const { rows } = await at.ok("managementLog", { action: "exportMembers" }, admin);
    expect(rows[0]).toMatchObject({ id: table, reason });
    expect((await verifyLog(at.database)).broken).toEqual([]);
    const part = await at.ok("memberTable", { user, postsMax: 5, table }, admin);
    expect(part.items.map(({ person }) => person.uid)).toEqual(people.map(({ id }) => id));
    expect(part.next).toBeNull();
    const later = await at.ok("memberTable", { user, postsMax: 5, table, after: people[1].id }, admin);
    expect(later.items.map(({ person }) => person.uid)).toEqual([people[2].id]);
  });

  it("has as many members as the log says, whoever has joined since", async () => {
    const at = gateway();
    const { user, people } = await three();
    const { table } = await record({ user });
    await at.member({ nickname: `${user}后来` });
    const part = await at.ok("memberTable", { user, table }, admin);
    expect(part.items.map(({ person }) => person.uid)).toEqual(people.map(({ id }) => id));
    expect(part.next).toBeNull();
    const last = people[2].id;
    expect(await at.ok("memberTable", { user, table, after: last }, admin)).toEqual({
      items: [],
      next: null,
    });
  });

  it("has contacts only if the log says so", async () => {
    const at = gateway();
    const user = group();
    const phone = `139${String(next()).padStart(8, "0")}`;
    await at.member({ nickname: user, phone, email: `${phone}@example.com` });
    const plain = await record({ user });
    const [without] = (await at.ok("memberTable", { user, table: plain.table }, admin)).items;
    expect(without).toMatchObject({ phone: "", email: "" });
    const asked = { user, table: plain.table, contacts: true };
    await at.refused("memberTable", asked, "MEMBER_TABLE_ENDED", admin);
    const full = await record({ user, contacts: true });
    const [row] = (await at.ok("memberTable", { ...asked, table: full.table }, admin)).items;
    expect(row).toMatchObject({ phone, email: `${phone}@example.com` });
    await at.refused("memberTable", { user, table: full.table }, "MEMBER_TABLE_ENDED", admin);
  });

  it("is only for whoever entered it, for its own filters, and for half an hour", async () => {
    const at = gateway();
    const other = await at.member({ admin: true });
    const { user } = await three();
    const { table } = await record({ user });
    await at.refused("memberTable", { user, table }, "MEMBER_TABLE_ENDED", other);
    await at.refused("memberTable", { table }, "MEMBER_TABLE_ENDED", admin);
    await at.refused("memberTable", { user, table, postsMin: 1 }, "MEMBER_TABLE_ENDED", admin);
    await at.refused("memberTable", { user: `${user}甲`, table }, "MEMBER_TABLE_ENDED", admin);
    const [warned] = await at.database
      .select({ id: moderationLog.id })
      .from(moderationLog)
      .where(and(eq(moderationLog.operatorId, admin?.id ?? 0), eq(moderationLog.action, "mute")));
    await at.refused("memberTable", { table: warned?.id ?? 1 }, "MEMBER_TABLE_ENDED", admin);
    at.pass(tableMinutes * 60);
    await at.refused("memberTable", { user, table }, "MEMBER_TABLE_ENDED", admin);
  });

  it("needs a reason and a recent sign-in", async () => {
    const at = gateway();
    await at.refused("recordMemberTable", { reason: " " }, "INVALID_REQUEST", admin);
    const person = await at.member({ admin: true });
    at.pass(10 * 60 + 1);
    at.signsInAgain = false;
    try {
      await at.refused("recordMemberTable", { reason }, "SIGN_IN_NOT_RECENT", person);
    } finally {
      at.signsInAgain = true;
    }
  });
});
