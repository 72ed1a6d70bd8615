import { type CallName, contract } from "contract";
import type { Call } from "contract/base/call";
import { eq } from "drizzle-orm";
import { authenticators, moderationLog, sections } from "gateway/database/schema";
import { renewDataKeys } from "gateway/factors/data-key";
import { main } from "gateway/moderation/administrators/cli";
import { generateSync } from "otplib";
import { beforeAll, describe, expect, it } from "vitest";
import { requests } from "../support/call-rows";
import { expectConsole } from "../support/console";
import { type Member, startGateway, submissionId, TestGateway } from "../support/gateway";
import { setAdminScene } from "../support/scene";

const gateway = startGateway();
const origin = "http://localhost";

beforeAll(() => {
  gateway().signsInAgain = false;
});

const guarded = (Object.entries(contract) as [CallName, Call][]).flatMap(([name, { recentSignIn }]) =>
  recentSignIn === true ? [name] : [],
);

/** Turns an authenticator on. Returns its secret. */
async function turnOn(on: TestGateway, member: Member): Promise<string> {
  const { secret } = await on.ok("startAuthenticator", {}, member);
  await on.ok("confirmAuthenticator", { code: codeOf(on, secret) }, member);
  return secret;
}
const codeOf = (on: TestGateway, secret: string) =>
  generateSync({ secret, epoch: Math.floor(on.services.now().getTime() / 1_000) });

describe("calls that require a sign-in of the last ten minutes", () => {
  it("destroy content, change offices, export data, or change secrets", () => {
    const [factors, others] = [
      guarded.filter((name) => contract[name].path.includes("/factors/")),
      guarded.filter((name) => !contract[name].path.includes("/factors/")),
    ];
    expect(factors).toHaveLength(7);
    expect(others.sort()).toEqual(
      [
        ...(["destroyContent", "appointAdministrator", "dismissAdministrator", "appointModerator"] as const),
        ...(["dismissModerator", "requestExport", "closeAccount", "activitySignupExport"] as const),
        "exportContentPack",
        ...(["grantRole", "revokeRole", "recordMemberTable", "sendAnnouncement", "seeAs"] as const),
      ].sort(),
    );
  });

  it("are refused later; a page of the log is still allowed, but not its export", async () => {
    const scene = await setAdminScene(gateway());
    gateway().pass(10 * 60 + 1);
    for (const name of guarded)
      await gateway().refused(name, requests[name](scene), "SIGN_IN_NOT_RECENT", scene.actor);
    await gateway().refused("managementLog", { limit: 1_000 }, "SIGN_IN_NOT_RECENT", scene.actor);
    await gateway().ok("managementLog", { limit: 200 }, scene.actor);
    // A missing right is reported first.
    const member = await gateway().member();
    gateway().pass(10 * 60 + 1);
    await gateway().refused("destroyContent", requests.destroyContent(scene), "NOT_PERMITTED", member);
  });
});

describe("a deletion", () => {
  it("requires one only if the section has no recycle bin", async () => {
    const [admin, author] = [await gateway().member({ admin: true }), await gateway().member()];
    const [withBin, without] = [await gateway().section(), await gateway().section()];
    await gateway().database.update(sections).set({ recycleBin: false }).where(eq(sections.id, without.fid));
    const texts = [withBin, without].map(async (section) => {
      const { tid } = await gateway().topic(author, section);
      return { tid, pid: (await gateway().reply(author, tid)).pid };
    });
    const [first, second] = await Promise.all(texts);
    if (!first || !second) throw new Error("no topics");
    gateway().pass(10 * 60 + 1);
    const recycle = (tid: number) => ({
      ids: [tid],
      action: "recycle",
      reason: "广告",
      submissionId: submissionId(),
    });
    const reply = { ids: [second.pid], action: "recyclePost", reason: "广告", submissionId: submissionId() };
    await gateway().ok("topicOperate", { ...recycle(first.tid), action: "recycle" }, admin);
    await gateway().refused("topicOperate", recycle(second.tid), "SIGN_IN_NOT_RECENT", admin);
    await gateway().refused("moderatorPostOperate", reply, "SIGN_IN_NOT_RECENT", admin);
    const ban = {
      uid: author.id,
      action: "ban",
      days: 1,
      recycleDays: 1,
      reason: "广告",
      submissionId: submissionId(),
    };
    await gateway().refused("updateForbidden", ban, "SIGN_IN_NOT_RECENT", admin);
    const again = await gateway().signIn({ ...admin, passwordHash: null });
    const done = await gateway().ok("topicOperate", { ...recycle(second.tid), action: "recycle" }, again);
    expect(done.done).toBe(1);
  });
});

describe("staff who must have a second factor", () => {
  it("have only a member's rights until they set one up, also in the same session", async () => {
    const strict = new TestGateway(gateway().database, { staffSecondFactor: true });
    const [admin, moderator, member] = [
      await strict.member({ admin: true }),
      await strict.member(),
      await strict.member(),
    ];
    const section = await strict.section({ moderators: [moderator] });
    const { tid } = await strict.topic(member, section);
    const raise = { ids: [tid], action: "raise", reason: "整理", submissionId: submissionId() };
    for (const one of [admin, moderator]) {
      await strict.refused("moderatorOverview", {}, "SECOND_FACTOR_NEEDED", one);
      await strict.refused("topicOperate", raise, "SECOND_FACTOR_NEEDED", one);
      expect(await strict.ok("getMyPersonalDetail", {}, one)).toMatchObject({
        needsSecondFactor: true,
        fids: [],
      });
      expect(await strict.ok("secondFactors", {}, one)).toMatchObject({ required: true });
      await strict.topic(one, section);
    }
    await strict.refused("administratorList", {}, "SECOND_FACTOR_NEEDED", admin);
    await strict.refused("moderatorOverview", {}, "NOT_PERMITTED", member);
    expect(await strict.ok("secondFactors", {}, member)).toMatchObject({ required: false });
    for (const one of [admin, moderator]) {
      await turnOn(strict, one);
      await strict.ok("moderatorOverview", {}, one);
      expect(await strict.ok("getMyPersonalDetail", {}, one)).not.toHaveProperty("needsSecondFactor");
    }
    await strict.ok("administratorList", {}, admin);
    await strict.ok("removeAuthenticator", {}, admin);
    await strict.refused("administratorList", {}, "SECOND_FACTOR_NEEDED", admin);
  });

  it("need none if the operator does not require it", async () => {
    const admin = await gateway().member({ admin: true });
    await gateway().ok("administratorList", {}, admin);
    expect(await gateway().ok("secondFactors", {}, admin)).toMatchObject({ required: false });
  });
});

describe("npm run admin -- remove-factors", () => {
  const run = async (...argv: string[]) => {
    const lines: string[] = [];
    const terminal = { say: (line: string) => void lines.push(line), confirm: () => Promise.resolve(false) };
    return { code: await main(argv, gateway().services, terminal), output: lines.join("\n") };
  };

  it("lets in a person who lost phone and codes, ends all their sessions, and is logged", async () => {
    const me = await gateway().member();
    const none = await run("remove-factors", String(me.id), "--yes");
    expect(none.output).toContain("没有设置两步验证");
    await turnOn(gateway(), me);
    expect((await run("remove-factors", String(me.id))).code).toBe(1);
    expect(await gateway().ok("secondFactors", {}, me)).not.toMatchObject({ authenticator: null });
    expect((await run("remove-factors", String(me.id), "--yes")).code).toBe(0);
    await gateway().refused("currentUser", {}, "SESSION_CONFLICT", me);
    const again = await gateway().signIn({ ...me, passwordHash: null });
    expect(await gateway().ok("secondFactors", {}, again)).toMatchObject({
      authenticator: null,
      recoveryCodesLeft: 0,
    });
    const log = await gateway()
      .database.select()
      .from(moderationLog)
      .where(eq(moderationLog.personId, me.id));
    expect(log).toMatchObject([{ action: "removeFactors", operatorId: null, after: { by: "command" } }]);
  });
});

describe("secrets at rest", () => {
  const [first, second, third] = ["first-secret-of-the-site", "second-secret-of-the-site", "third-one"];
  const withSecrets = (...secrets: string[]) => new TestGateway(gateway().database, { secrets });

  it("stay readable after a change of SESSION_SECRET, if a process was started with both", async () => {
    const before = withSecrets(first);
    const me = await before.member();
    const secret = await turnOn(before, me);
    const opens = async (on: TestGateway, passed: number) => {
      on.pass(passed);
      return (await on.call("confirmIdentity", { origin, code: codeOf(on, secret) }, me)).status === 200;
    };
    // A process with only the new secret, before any process had both, can decrypt nothing and destroys nothing.
    expectConsole("warn", /解不开/);
    expect(await opens(withSecrets(second), 60)).toBe(false);
    const both = withSecrets(second, first);
    await renewDataKeys(both.services);
    expect(await opens(both, 120)).toBe(true);
    // Processes that were not restarted continue to work.
    expect(await opens(before, 180)).toBe(true);
    expect(await opens(withSecrets(second), 240)).toBe(true);
    // A process with a wrong secret makes its own key for new authenticators, and destroys no existing ones.
    const wrong = withSecrets(third);
    const other = await wrong.member();
    await turnOn(wrong, other);
    expect(await opens(withSecrets(second), 300)).toBe(true);
  });

  it("can be decrypted only for their own account", async () => {
    const [me, other] = [await gateway().member(), await gateway().member()];
    const secret = await turnOn(gateway(), me);
    await turnOn(gateway(), other);
    const { database } = gateway();
    const [mine] = await database.select().from(authenticators).where(eq(authenticators.accountId, me.id));
    await database
      .update(authenticators)
      .set({ secret: mine?.secret ?? "" })
      .where(eq(authenticators.accountId, other.id));
    gateway().pass(60);
    expectConsole("warn", /解不开/);
    await gateway().refused(
      "confirmIdentity",
      { origin, code: codeOf(gateway(), secret) },
      "FACTOR_CODE_WRONG",
      other,
    );
  });
});
