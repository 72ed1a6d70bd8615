import { desc, eq } from "drizzle-orm";
import { accounts, moderationLog, moderators, staffRoles } from "gateway/database/schema";
import { runDueJobs } from "gateway/jobs";
import { verifyLog } from "gateway/moderation/verify-log";
import { endRolesJob } from "gateway/roles/end-roles";
import { beforeAll, describe, expect, it } from "vitest";
import { addClasses } from "../support/catalogue";
import { type Member, startGateway } from "../support/gateway";

const gateway = startGateway();
let [admin, other]: Member[] = [];
const day = 86_400;

beforeAll(async () => {
  [admin, other] = [await gateway().member({ admin: true }), await gateway().member({ admin: true })];
});

const reason = "负责内容";
const dayAfter = (days: number) =>
  new Date(gateway().services.now().getTime() + (days * day + 8 * 3_600) * 1_000).toISOString().slice(0, 10);
const officesOf = async (member: Member) =>
  (await gateway().ok("getMyPersonalDetail", {}, member)).offices ?? [];
const rowsAbout = ({ id }: Member) =>
  gateway()
    .database.select()
    .from(moderationLog)
    .where(eq(moderationLog.personId, id))
    .orderBy(desc(moderationLog.id));
const noticesOf = async (member: Member) =>
  (await gateway().ok("queryDcmMessageByUser", { type: "system" }, member)).notices.map(
    ({ moderation }) => moderation,
  );

describe("the roles of editors and analysts", () => {
  it("are granted, changed and taken back: from the next request on, in the log, and told to the person", async () => {
    const at = gateway();
    const person = await at.member();
    const grant = { role: "editor" as const, person: person.nickname, kinds: ["news" as const], reason };
    await at.refused("contentList", { kind: "news" }, "NOT_PERMITTED", person);
    expect(await at.ok("grantRole", grant, admin)).toEqual({ changed: true });
    expect(await at.ok("grantRole", grant, admin)).toEqual({ changed: false });
    await at.ok("contentList", { kind: "news" }, person);
    expect(await officesOf(person)).toEqual(["editor"]);
    expect(await at.ok("moderatorOverview", {}, person)).toMatchObject({
      admin: false,
      offices: ["editor"],
      kinds: ["news"],
      sections: [],
    });
    const wider = { ...grant, kinds: ["news" as const, "notices" as const] };
    expect((await at.refused("grantRole", wider, "ROLE_HELD", other)).fields?.person).toHaveLength(1);
    await at.ok("grantRole", { ...wider, change: true }, other);
    await at.ok("contentList", { kind: "notices" }, person);
    const list = await at.ok("roleList", { role: "editor" }, admin);
    expect(list.holders.find((holder) => holder.person.uid === person.id)).toMatchObject({
      kinds: ["news", "notices"],
      until: "",
      by: { uid: other?.id },
    });
    const revoke = { role: "editor" as const, uid: person.id, reason: "任期已满" };
    expect(await at.ok("revokeRole", revoke, admin)).toEqual({ changed: true });
    expect(await at.ok("revokeRole", revoke, admin)).toEqual({ changed: false });
    await at.refused("contentList", { kind: "news" }, "NOT_PERMITTED", person);
    await at.refused("moderatorOverview", {}, "NOT_PERMITTED", person);
    expect(await rowsAbout(person)).toMatchObject([
      {
        action: "dismissEditor",
        operatorId: admin?.id,
        sectionId: null,
        before: { role: "editor", kinds: "news,notices" },
        after: { role: null, kinds: null },
      },
      { action: "appointEditor", operatorId: other?.id, before: { kinds: "news" } },
      { action: "appointEditor", operatorId: admin?.id, before: { role: null }, after: { role: "editor" } },
    ]);
    expect(await noticesOf(person)).toMatchObject([
      { action: "dismissEditor", reason: "任期已满" },
      { action: "appointEditor", reason },
      { action: "appointEditor", reason },
    ]);
    expect((await verifyLog(at.database)).broken).toEqual([]);
  });

  it("let an analyst read numbers and nothing else", async () => {
    const at = gateway();
    const person = await at.member();
    await at.ok("grantRole", { role: "analyst", person: String(person.id), reason }, admin);
    await at.ok("trafficReport", { days: 7 }, person);
    await at.ok("moderationStatistics", {}, person);
    await at.refused("contentList", { kind: "news" }, "NOT_PERMITTED", person);
    await at.refused("managementLog", {}, "NOT_PERMITTED", person);
    await at.refused("matchUser", { text: "a" }, "NOT_PERMITTED", person);
  });

  it("show an analyst the whole site's numbers, also one who moderates a section without texts", async () => {
    const at = gateway();
    const [person, author] = [await at.member(), await at.member()];
    await at.topic(author, await at.section());
    const empty = await at.section({ moderators: [person] });
    const posts = async () => {
      const { days } = await at.ok("moderationStatistics", {}, person);
      return days.reduce((sum, each) => sum + each.posts, 0);
    };
    expect([empty.fid > 0, await posts()]).toEqual([true, 0]);
    await at.ok("grantRole", { role: "analyst", person: String(person.id), reason }, admin);
    // Numbers are kept for ten minutes.
    at.pass(601);
    expect(await posts()).toBeGreaterThan(0);
  });

  it("end by themselves on their last day, before any job runs, and then are told and logged", async () => {
    const at = gateway();
    const person = await at.member();
    const grant = { role: "analyst" as const, person: String(person.id), reason, until: dayAfter(2) };
    await at.ok("grantRole", grant, admin);
    at.pass(2 * day);
    await at.ok("trafficReport", { days: 1 }, person);
    at.pass(day);
    await at.refused("trafficReport", { days: 1 }, "NOT_PERMITTED", person);
    expect(await officesOf(person)).toEqual([]);
    const { holders } = await at.ok("roleList", { role: "analyst" }, admin);
    expect(holders.map((holder) => holder.person.uid)).not.toContain(person.id);
    await runDueJobs(at.services, [endRolesJob]);
    expect(await at.database.select().from(staffRoles).where(eq(staffRoles.accountId, person.id))).toEqual(
      [],
    );
    expect((await rowsAbout(person))[0]).toMatchObject({ action: "endRole", operatorId: null });
    expect((await noticesOf(person))[0]).toMatchObject({ action: "endRole" });
    // Somebody whose role has ended gets it again without a change of what is no more.
    await at.ok("grantRole", { ...grant, until: dayAfter(1) }, admin);
    at.pass(3 * day);
    expect(await at.ok("grantRole", { ...grant, until: undefined }, admin)).toEqual({ changed: true });
    await at.ok("trafficReport", { days: 1 }, person);
    expect((await verifyLog(at.database)).broken).toEqual([]);
  });

  it("are refused beside the field that is wrong", async () => {
    const at = gateway();
    const [person, banned] = [await at.member(), await at.member({ bannedUntil: new Date("9999-01-01") })];
    await addClasses(at.database);
    const grant = {
      role: "editor" as const,
      person: String(person.id),
      kinds: ["products" as const],
      reason,
    };
    const cases = [
      [{ person: "没有这个人" }, "USER_NOT_FOUND", "person"],
      [{ person: String(banned.id) }, "USER_NOT_FOUND", "person"],
      [{ person: String(admin?.id) }, "OWN_RANK", "person"],
      [{ person: String(other?.id) }, "HIGHER_RANK", "person"],
      [{ kinds: [] }, "INVALID_REQUEST", "kinds"],
      [{ reason: " " }, "INVALID_REQUEST", "reason"],
      [{ until: dayAfter(-1) }, "ROLE_END_PAST", "until"],
      [{ until: "2999-01-01" }, "ROLE_END_PAST", "until"],
      [{ classes: [2_000_000_000] }, "ROLE_CLASS_NOT_FOUND", "classes"],
      [{ kinds: ["news" as const], classes: [1] }, "ROLE_CLASSES_UNUSED", "classes"],
      [{ role: "moderator" as const }, "INVALID_REQUEST", "sections"],
      [{ role: "moderator" as const, sections: [2_000_000_000] }, "SECTION_NOT_FOUND", "sections"],
    ] as const;
    for (const [wrong, code, field] of cases) {
      const refused = await at.refused("grantRole", { ...grant, ...wrong } as typeof grant, code, admin);
      expect(refused.fields?.[field], JSON.stringify(wrong)).toHaveLength(1);
    }
    const revoke = { role: "editor" as const, reason };
    for (const [uid, code] of [
      [admin?.id ?? 0, "OWN_RANK"],
      [2_000_000_000, "USER_NOT_FOUND"],
    ] as const)
      await at.refused("revokeRole", { ...revoke, uid }, code, admin);
    expect(await at.database.select().from(staffRoles).where(eq(staffRoles.accountId, person.id))).toEqual(
      [],
    );
  });

  it("are granted by one of two administrators who post at the same moment, the other is told so", async () => {
    const at = gateway();
    const person = await at.member();
    const grant = (kind: "news" | "notices", by: Member | undefined) =>
      at.call("grantRole", { role: "editor", person: String(person.id), kinds: [kind], reason }, by);
    const answers = await Promise.all([grant("news", admin), grant("notices", other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("count for nothing without the second factor that staff must have", async () => {
    const at = gateway();
    const person = await at.member();
    await at.ok("grantRole", { role: "analyst", person: String(person.id), reason }, admin);
    at.services.settings.staffSecondFactor = true;
    try {
      await at.refused("trafficReport", { days: 1 }, "SECOND_FACTOR_NEEDED", person);
      expect(await at.ok("secondFactors", {}, person)).toMatchObject({ required: true });
    } finally {
      at.services.settings.staffSecondFactor = false;
    }
    await at.ok("trafficReport", { days: 1 }, person);
  });

  it("leave with their person's account, and stand in what the person exports", async () => {
    const at = gateway();
    const { rolesPersonalData } = await import("gateway/roles/personal-data");
    const person = await at.member();
    await at.ok("grantRole", { role: "analyst", person: String(person.id), reason }, admin);
    const [account] = await at.database.select().from(accounts).where(eq(accounts.id, person.id));
    if (!account) throw new Error("no account");
    expect(await rolesPersonalData.files?.["roles.json"]?.read(at.database, account)).toMatchObject({
      roles: [{ role: "analyst", until: null }],
      sections: [],
    });
    await rolesPersonalData.erase?.(at.database, account, at.services.now());
    expect(await at.database.select().from(staffRoles).where(eq(staffRoles.accountId, person.id))).toEqual(
      [],
    );
  });
});

describe("moderators", () => {
  it("are appointed in several sections by one form, each with its row of its section's chain", async () => {
    const at = gateway();
    const person = await at.member();
    const [one, two] = [await at.section(), await at.section()];
    const fids = [two.fid, one.fid];
    const grant = { role: "moderator" as const, person: String(person.id), sections: fids, reason };
    expect(await at.ok("grantRole", grant, admin)).toEqual({ changed: true });
    expect(await at.ok("grantRole", grant, admin)).toEqual({ changed: false });
    expect((await at.ok("getMyPersonalDetail", {}, person)).fids).toEqual(fids.toSorted((a, b) => a - b));
    const rows = await rowsAbout(person);
    expect(rows.map(({ action, sectionId, chain }) => [action, sectionId, chain]).sort()).toEqual(
      fids.map((fid) => ["appoint", fid, fid]).sort(),
    );
    expect(new Set(rows.map(({ reasonId }) => reasonId)).size).toBe(1);
    const { holders } = await at.ok("roleList", { role: "moderator", size: 100 }, admin);
    const held = holders.find((holder) => holder.person.uid === person.id)?.sections;
    expect(held?.map(({ fid }) => fid).sort()).toEqual(fids.toSorted());
    await at.ok("revokeRole", { role: "moderator", uid: person.id, sections: [one.fid], reason }, admin);
    expect((await at.ok("getMyPersonalDetail", {}, person)).fids).toEqual([two.fid]);
    await at.ok("revokeRole", { role: "moderator", uid: person.id, reason }, admin);
    await at.refused("moderatorTopicList", {}, "NOT_PERMITTED", person);
    expect((await verifyLog(at.database)).broken).toEqual([]);
  });

  it("end on their last day everywhere: rights, the section's page and its list, then by the job", async () => {
    const at = gateway();
    const person = await at.member();
    const { fid } = await at.section();
    const grant = { role: "moderator" as const, person: String(person.id), sections: [fid], reason };
    await at.ok("grantRole", { ...grant, until: dayAfter(1) }, admin);
    const shown = async () =>
      (await at.ok("sectionDetail", { fid }, person)).moderators.map(({ uid }) => uid);
    expect(await shown()).toEqual([person.id]);
    at.pass(2 * day);
    await at.refused("moderatorTopicList", {}, "NOT_PERMITTED", person);
    expect((await at.ok("moderatedForum", { fid }, admin)).moderators).toEqual([]);
    const rows = () => at.database.select().from(moderators).where(eq(moderators.accountId, person.id));
    expect(await rows()).toHaveLength(1);
    // Appointed again in the section's own screen before the job ran: without an end.
    await at.ok("appointModerator", { fid, person: String(person.id), reason }, admin);
    await at.ok("moderatorTopicList", {}, person);
    await at.ok("grantRole", { ...grant, until: dayAfter(1) }, admin);
    at.pass(2 * day);
    await runDueJobs(at.services, [endRolesJob]);
    expect(await rows()).toEqual([]);
    expect((await rowsAbout(person))[0]).toMatchObject({ action: "endRole", sectionId: fid, chain: fid });
    expect((await noticesOf(person))[0]).toMatchObject({ action: "endRole" });
    expect(await shown()).toEqual([]);
  });
});
