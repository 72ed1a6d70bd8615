import { desc, eq } from "drizzle-orm";
import { accounts, moderationLog, moderators, staffRoles } from "gateway/database/schema";
import { runDueJobs } from "gateway/jobs";
import { verifyLog } from "gateway/moderation/verify-log";
import { nicknameTakenFor } from "gateway/profile/nicknames";
import { endRolesJob } from "gateway/roles/end-roles";
import { beforeAll, describe, expect, it } from "vitest";
import { type Member, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();
let [admin, other]: Member[] = [];
const day = 86_400;
const reason = "负责内容";

beforeAll(async () => {
  [admin, other] = [await gateway().member({ admin: true }), await gateway().member({ admin: true })];
});

const dayAfter = (days: number) =>
  new Date(gateway().services.now().getTime() + (days * day + 8 * 3_600) * 1_000).toISOString().slice(0, 10);
const news = (person: string) => ({ role: "editor" as const, person, kinds: ["news" as const], reason });
const actionsAbout = async ({ id }: Member) =>
  (
    await gateway()
      .database.select()
      .from(moderationLog)
      .where(eq(moderationLog.personId, id))
      .orderBy(desc(moderationLog.id))
  ).map(({ action }) => action);
const heldBy = async ({ id }: Member) => {
  const { holders } = await gateway().ok("roleList", { role: "editor", size: 100 }, admin);
  return holders.find(({ person }) => person.uid === id);
};
const sectionsOf = ({ id }: Member) =>
  gateway().database.select().from(moderators).where(eq(moderators.accountId, id));

describe("whoever has another's number as their nickname", () => {
  it("gets no office by it, neither anew nor by a change of the other's", async () => {
    const at = gateway();
    const editor = await at.member();
    const digits = String(editor.id);
    await at.ok("grantRole", news(digits), admin);
    const impostor = await at.member({ nickname: digits });
    const { fid } = await at.section();
    const wider = { ...news(digits), kinds: ["news" as const, "notices" as const], change: true };
    for (const [call, request] of [
      ["grantRole", wider],
      ["grantRole", { role: "analyst" as const, person: digits, reason }],
      ["grantRole", { role: "moderator" as const, person: digits, sections: [fid], reason }],
      ["appointModerator", { fid, person: digits, reason }],
      ["appointAdministrator", { person: digits, reason }],
    ] as const) {
      const refused = await at.refused(call, request as never, "PERSON_AMBIGUOUS", admin);
      expect(refused.fields?.person, call).toHaveLength(1);
    }
    expect((await at.ok("getMyPersonalDetail", {}, impostor)).offices ?? []).toEqual([]);
    // The number as such is the editor's, whatever somebody calls themselves.
    await at.member({ nickname: `UID:${digits}` });
    await at.ok("grantRole", { ...wider, person: `UID:${digits}` }, admin);
    expect((await heldBy(editor))?.kinds).toEqual(["news", "notices"]);
    expect(await heldBy(impostor)).toBeUndefined();
    // The screen's question finds both.
    const { people } = await at.ok("matchUser", { text: digits }, admin);
    expect(people.slice(0, 2).map(({ uid }) => uid)).toEqual([editor.id, impostor.id]);
  });
});

describe("a change of a role", () => {
  it("is refused when the role was taken back or changed since it was shown", async () => {
    const at = gateway();
    const person = await at.member();
    const change = { ...news(`UID:${person.id}`), kinds: ["notices" as const], change: true };
    expect((await at.refused("grantRole", change, "ROLE_NOT_HELD", admin)).fields?.person).toHaveLength(1);
    await at.ok("grantRole", news(String(person.id)), admin);
    const since = (await heldBy(person))?.since ?? "";
    at.pass(60);
    await at.ok("grantRole", { ...change, since }, other);
    const third = { ...change, kinds: ["products" as const], since };
    expect((await at.refused("grantRole", third, "ROLE_CHANGED", admin)).fields?.person).toHaveLength(1);
    // The same form posted twice has what it wanted.
    expect(await at.ok("grantRole", { ...change, since }, other)).toEqual({ changed: false });
    await at.ok("grantRole", { ...third, since: (await heldBy(person))?.since ?? "" }, admin);
    await at.ok("revokeRole", { role: "editor", uid: person.id, reason }, other);
    await at.refused("grantRole", change, "ROLE_NOT_HELD", admin);
  });

  it("narrows the role of somebody who is banned, who gets none anew", async () => {
    const at = gateway();
    const person = await at.member();
    const wide = { ...news(String(person.id)), kinds: ["news" as const, "notices" as const] };
    await at.ok("grantRole", wide, admin);
    const bannedUntil = new Date("9999-01-01");
    await at.database.update(accounts).set({ bannedUntil }).where(eq(accounts.id, person.id));
    await at.ok("grantRole", { ...news(String(person.id)), change: true }, admin);
    expect((await heldBy(person))?.kinds).toEqual(["news"]);
    await at.refused(
      "grantRole",
      { role: "analyst", person: String(person.id), reason },
      "USER_NOT_FOUND",
      admin,
    );
  });
});

describe("a role of somebody who became an administrator", () => {
  it("is shown as such, and counts again afterwards", async () => {
    const at = gateway();
    const person = await at.member();
    const { fid } = await at.section();
    await at.ok("grantRole", news(String(person.id)), admin);
    const moderates = { role: "moderator" as const, person: String(person.id), sections: [fid], reason };
    await at.ok("grantRole", moderates, admin);
    expect(await heldBy(person)).toMatchObject({ admin: false });
    await at.ok("appointAdministrator", { person: String(person.id), reason }, admin);
    expect(await heldBy(person)).toMatchObject({ admin: true });
    const { holders } = await at.ok("roleList", { role: "moderator", size: 100 }, admin);
    expect(holders.find((one) => one.person.uid === person.id)).toMatchObject({ admin: true });
    await at.refused("revokeRole", { role: "editor", uid: person.id, reason }, "HIGHER_RANK", admin);
    await at.ok("dismissAdministrator", { uid: person.id, reason }, admin);
    expect((await at.ok("getMyPersonalDetail", {}, person)).offices).toEqual(["moderator", "editor"]);
  });
});

describe("a role that has ended, before the job runs", () => {
  it("is not taken back; the job tells its end", async () => {
    const at = gateway();
    const person = await at.member();
    const { fid } = await at.section();
    const until = dayAfter(1);
    const named = { person: String(person.id), reason, until };
    await at.ok("grantRole", { ...named, role: "analyst" }, admin);
    await at.ok("grantRole", { ...named, role: "moderator", sections: [fid] }, admin);
    at.pass(2 * day);
    for (const role of ["analyst", "moderator"] as const)
      expect(await at.ok("revokeRole", { role, uid: person.id, reason }, admin)).toEqual({ changed: false });
    expect(await at.ok("dismissModerator", { fid, uid: person.id, reason }, admin)).toEqual({
      changed: false,
    });
    await runDueJobs(at.services, [endRolesJob]);
    expect(await actionsAbout(person)).toEqual(["endRole", "endRole", "appoint", "appointAnalyst"]);
  });

  it("has its end told first when it is granted anew", async () => {
    const at = gateway();
    const person = await at.member();
    const { fid } = await at.section();
    const named = { person: String(person.id), reason };
    const moderator = { ...named, role: "moderator" as const, sections: [fid] };
    await at.ok("grantRole", { ...named, role: "analyst", until: dayAfter(1) }, admin);
    await at.ok("grantRole", { ...moderator, until: dayAfter(1) }, admin);
    at.pass(2 * day);
    await at.ok("grantRole", { ...named, role: "analyst" }, admin);
    await at.ok("grantRole", { ...moderator, until: dayAfter(1) }, admin);
    at.pass(2 * day);
    await at.ok("appointModerator", { ...named, fid }, admin);
    expect(await actionsAbout(person)).toEqual([
      ...["appoint", "endRole", "appoint", "endRole", "appointAnalyst", "endRole"],
      ...["appoint", "appointAnalyst"],
    ]);
    expect((await verifyLog(at.database)).broken).toEqual([]);
  });
});

describe("the section's own screen", () => {
  it("leaves the end of a moderator's office, shows it, and its dismissal says it", async () => {
    const at = gateway();
    const person = await at.member();
    const { fid } = await at.section();
    const named = { person: String(person.id), reason };
    await at.ok("grantRole", { ...named, role: "moderator", sections: [fid], until: dayAfter(9) }, admin);
    const [before] = await sectionsOf(person);
    expect(await at.ok("appointModerator", { ...named, fid }, admin)).toEqual({ changed: false });
    expect((await sectionsOf(person))[0]?.until).toEqual(before?.until);
    const until = before?.until?.toISOString() ?? "";
    const shown = await at.ok("moderatedForum", { fid }, admin);
    expect(shown.moderators).toMatchObject([{ uid: person.id, until }]);
    await at.ok("dismissModerator", { fid, uid: person.id, reason }, admin);
    const [row] = await at.database
      .select()
      .from(moderationLog)
      .where(eq(moderationLog.personId, person.id))
      .orderBy(desc(moderationLog.id))
      .limit(1);
    expect(row).toMatchObject({
      action: "dismiss",
      before: { moderator: true, until },
      after: { until: null },
    });
  });
});

describe("editors and analysts", () => {
  it("are not restricted by moderators, but by administrators; their names are the staff's", async () => {
    const at = gateway();
    const [person, moderator] = [await at.member({ nickname: "Chipwright" }), await at.member()];
    await at.topic(person, await at.section({ moderators: [moderator] }));
    const about = { uid: person.id, action: "mute" as const, reason: "刷屏", days: 1 };
    const mute = { ...about, submissionId: submissionId() };
    const lookAlike = () => nicknameTakenFor(at.services, "\u0421hipwright", moderator.id);
    expect(await lookAlike()).toBeNull();
    await at.ok("grantRole", news(String(person.id)), admin);
    expect(await lookAlike()).not.toBeNull();
    expect((await at.ok("forbiddenInfo", { uid: person.id }, moderator)).barred).not.toBe("");
    await at.refused("updateForbidden", mute, "HIGHER_RANK", moderator);
    expect(
      await at.database.select().from(staffRoles).where(eq(staffRoles.accountId, person.id)),
    ).toHaveLength(1);
  });

  it("beside a moderator who is muted, who still reads the overview and decides nothing", async () => {
    const at = gateway();
    const moderator = await at.member();
    await at.section({ moderators: [moderator] });
    const mutedUntil = new Date("9999-01-01");
    await at.database.update(accounts).set({ mutedUntil }).where(eq(accounts.id, moderator.id));
    await at.ok("moderatorOverview", {}, moderator);
    await at.ok("moderationStatistics", {}, moderator);
    await at.refused("moderatorTopicList", {}, "MUTED", moderator);
    await at.refused("managementLog", {}, "MUTED", moderator);
  });
});
