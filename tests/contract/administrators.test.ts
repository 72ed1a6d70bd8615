import { desc, eq, inArray } from "drizzle-orm";
import { accounts, moderationLog } from "gateway/database/schema";
import { main } from "gateway/moderation/administrators/cli";
import { verifyLog } from "gateway/moderation/verify-log";
import { beforeAll, describe, expect, it } from "vitest";
import { type Member, startGateway } from "../support/gateway";

const gateway = startGateway();
let [first, second]: Member[] = [];
const nobody = 2_000_000_000;

beforeAll(async () => {
  [first, second] = [await gateway().member({ admin: true }), await gateway().member({ admin: true })];
});

const isAdmin = async ({ id }: Member) =>
  (await gateway().database.select().from(accounts).where(eq(accounts.id, id)))[0]?.admin;
const listed = async () => (await gateway().ok("administratorList", {}, first)).people.map(({ uid }) => uid);
const lastRow = async () =>
  (await gateway().database.select().from(moderationLog).orderBy(desc(moderationLog.id)).limit(1))[0];
const noticesOf = async (member: Member) =>
  (await gateway().ok("queryDcmMessageByUser", { type: "system" }, member)).notices;

describe("administrators", () => {
  it("appoint and dismiss one another; the person gets a notice, and the log has a row", async () => {
    const at = gateway();
    const person = await at.member();
    const on = { person: person.nickname, reason: "接手日常管理" };
    expect(await at.ok("appointAdministrator", on, first)).toEqual({ changed: true });
    expect(await at.ok("appointAdministrator", { ...on, person: String(person.id) }, first)).toEqual({
      changed: false,
    });
    expect(await listed()).toContain(person.id);
    expect((await at.ok("getMyPersonalDetail", {}, person)).forumAdmin).toBe(true);
    const off = { uid: person.id, reason: "任期已满" };
    expect(await at.ok("dismissAdministrator", off, second)).toEqual({ changed: true });
    expect(await at.ok("dismissAdministrator", off, second)).toEqual({ changed: false });
    expect(await listed()).not.toContain(person.id);
    await at.refused("administratorList", {}, "NOT_PERMITTED", person);
    expect((await noticesOf(person)).map(({ moderation }) => moderation)).toMatchObject([
      { action: "dismissAdmin", reason: "任期已满" },
      { action: "appointAdmin", reason: "接手日常管理" },
    ]);
    expect(await lastRow()).toMatchObject({
      action: "dismissAdmin",
      operatorId: second?.id,
      personId: person.id,
      targetKind: "person",
      before: { administrator: true },
      after: { administrator: false },
    });
    expect((await verifyLog(at.database)).broken).toEqual([]);
  });

  it("cannot appoint an unknown or banned person, nor change their own role", async () => {
    const at = gateway();
    const [left, banned] = [await at.member(), await at.member({ bannedUntil: new Date("9999-01-01") })];
    await at.database.update(accounts).set({ closedAt: new Date() }).where(eq(accounts.id, left.id));
    const cases = [
      [String(first?.id), "OWN_RANK"],
      ["没有这个人", "USER_NOT_FOUND"],
      [String(left.id), "USER_NOT_FOUND"],
      [String(banned.id), "USER_NOT_FOUND"],
      [" ", "INVALID_REQUEST"],
    ] as const;
    for (const [person, code] of cases) {
      const request = { person, reason: "接手" };
      expect((await at.refused("appointAdministrator", request, code, first)).fields?.person).toHaveLength(1);
    }
    await at.refused("appointAdministrator", { person: "x", reason: "" }, "INVALID_REQUEST", first);
    for (const [uid, code] of [
      [first?.id, "OWN_RANK"],
      [nobody, "USER_NOT_FOUND"],
    ] as const)
      await at.refused("dismissAdministrator", { uid, reason: "不做了" }, code, first);
  });

  it("one administrator always remains: if two dismiss each other at once, one fails", async () => {
    const at = gateway();
    for (let round = 0; round < 5; round += 1) {
      const pair = [await at.member({ admin: true }), await at.member({ admin: true })] as const;
      const dismiss = (by: Member, whom: Member) =>
        at.call("dismissAdministrator", { uid: whom.id, reason: "互不服气" }, by);
      const answers = await Promise.all([dismiss(pair[0], pair[1]), dismiss(pair[1], pair[0])]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect([await isAdmin(pair[0]), await isAdmin(pair[1])].sort()).toEqual([false, true]);
      await at.database
        .update(accounts)
        .set({ admin: false })
        .where(inArray(accounts.id, [pair[0].id, pair[1].id]));
    }
  });

  it("have the moderation area, also in a forum without sections", async () => {
    const detail = await gateway().ok("getMyPersonalDetail", {}, first);
    expect(detail).toMatchObject({ fids: [], forumAdmin: true });
    expect(await gateway().ok("userPermissions", {}, first)).toMatchObject({ forumAdmin: true });
  });
});

describe("the command", () => {
  /** Runs the command with this answer at its question. */
  async function run(words: string[], answer = false) {
    const lines: string[] = [];
    const questions: string[] = [];
    const code = await main(words, gateway().services, {
      say: (line) => lines.push(line),
      confirm: (question) => {
        questions.push(question);
        return Promise.resolve(answer);
      },
    });
    return { code, said: lines.join("\n"), asked: questions.join("\n") };
  }
  const phoneOf = async ({ id }: Member) =>
    String((await gateway().database.select().from(accounts).where(eq(accounts.id, id)))[0]?.phone);

  it("makes a person an administrator by phone, mail or id, after a question", async () => {
    const email = "Root.Person@example.com";
    const person = await gateway().member({ email });
    const phone = await phoneOf(person);
    const declined = await run(["grant", phone]);
    expect([declined.code, await isAdmin(person)]).toEqual([1, false]);
    expect(declined.asked).toContain(`${person.nickname}（UID ${person.id}）`);
    // Other people may see the terminal.
    expect(declined.asked).not.toContain(phone);
    expect(declined.said).toContain("什么也没有改");
    for (const who of [phone, "root.person@EXAMPLE.com", String(person.id)]) {
      const done = await run(["grant", who], true);
      expect([done.code, done.said]).toEqual([0, "已设为管理员，对方会收到通知。"]);
      expect(await lastRow()).toMatchObject({
        action: "appointAdmin",
        operatorId: null,
        personId: person.id,
        after: { administrator: true, by: "command" },
      });
      expect((await run(["grant", who, "--yes"])).said).toContain("已经是管理员");
      const undone = await run(["revoke", who, "--yes"]);
      expect([undone.code, undone.asked, await isAdmin(person)]).toEqual([0, "", false]);
    }
    expect((await noticesOf(person)).length).toBe(6);
    expect((await verifyLog(gateway().database)).broken).toEqual([]);
  });

  it("lists administrators with masked contacts, and never dismisses the last one who can sign in", async () => {
    const at = gateway();
    const before = await listed();
    const demote = (ids: number[]) =>
      at.database.update(accounts).set({ admin: false }).where(inArray(accounts.id, ids));
    const [one, other] = [await at.member({ admin: true }), await at.member({ admin: true })];
    await demote(before);
    try {
      const all = await run(["list"]);
      expect([all.code, all.said.split("\n").length]).toEqual([0, 2]);
      expect(all.said).toContain(`UID ${one.id}`);
      expect(all.said).not.toContain(await phoneOf(one));
      const forever = { bannedUntil: new Date("9999-01-01") };
      await at.database.update(accounts).set(forever).where(eq(accounts.id, other.id));
      const last = await run(["revoke", String(one.id), "--yes"]);
      expect([last.code, last.said]).toEqual([1, expect.stringContaining("最后一位能登录的管理员")]);
      expect(await isAdmin(one)).toBe(true);
      expect((await run(["list"])).said).toContain("被禁止访问");
      expect((await run(["revoke", String(other.id), "--yes"])).code).toBe(0);
      expect((await run(["grant", String(other.id), "--yes"])).said).toContain("被禁止访问，不能设为管理员");
    } finally {
      await demote([one.id]);
      await at.database.update(accounts).set({ admin: true }).where(inArray(accounts.id, before));
    }
  });

  it("sets a new password, ends the person's sessions, and logs the action", async () => {
    const at = gateway();
    const person = await at.member();
    const done = await run(["reset-password", await phoneOf(person)], true);
    expect(done.code).toBe(0);
    const password = /新密码：(\S{20})/.exec(done.said)?.[1] ?? "";
    await at.refused("getMyPersonalDetail", {}, "NOT_SIGNED_IN", person);
    const [row] = await at.database.select().from(accounts).where(eq(accounts.id, person.id));
    const again = await at.signIn(row as NonNullable<typeof row>);
    const change = { oldPassword: password, password: "另一个新的密码 2", endOthers: true };
    await at.ok("changePassword", change, again);
    expect(await lastRow()).toMatchObject({ action: "resetPassword", personId: person.id });
    expect(JSON.stringify(await lastRow())).not.toContain(password);
    expect((await noticesOf(again)).map(({ event }) => event)).toContain("passwordChanged");
  });

  it("explains what is wrong with its arguments", async () => {
    for (const words of [
      [],
      ["grant"],
      ["list", "1"],
      ["grant", "1", "2"],
      ["promote", "1"],
      ["list", "--all"],
    ]) {
      const { code, said } = await run(words, true);
      expect([code, said], words.join(" ")).toEqual([1, expect.stringContaining("用法：npm run admin")]);
    }
    for (const who of ["13999999999", "nobody@example.com", String(nobody), "没有这个人"])
      expect(await run(["grant", who], true)).toMatchObject({
        code: 1,
        said: expect.stringContaining(`是 ${who} 的账号`),
      });
    const left = await gateway().member();
    await gateway().database.update(accounts).set({ closedAt: new Date() }).where(eq(accounts.id, left.id));
    expect((await run(["grant", String(left.id)], true)).said).toContain("已经注销");
  });
});
