import { csrfTokenHeader } from "contract/base/wire";
import { eq, isNotNull } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import type { OpenDatabase } from "gateway/database/open";
import { accounts, consentRecords, policies, policyVersions } from "gateway/database/schema";
import { createLimits } from "gateway/server/limits";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changePack, copyPack } from "../support/content";
import { cloneDatabase } from "../support/database";
import { submissionId, TestGateway } from "../support/gateway";

const policy = (id: string, title: string, version = "V1", text = "请**友善**发言。") =>
  `---\nid: ${id}\ntitle: ${title}\nversion: ${version}\n---\n${text}\n`;
const declarations = {
  "policies/user.md": policy("UserHidev", "用户声明"),
  "policies/privacy.md": policy("HiDeveloper", "隐私声明"),
  "policies/disclaimer.md": policy("Disclaimer", "免责声明"),
};

let open: OpenDatabase;
let gateway: TestGateway;
let folder: string;
const load = (demo = false) => loadContentPack(gateway.services, folder, { demo });

beforeEach(async () => {
  open = await cloneDatabase();
  gateway = new TestGateway(open.database);
  folder = await copyPack(declarations);
});
afterEach(() => open.close());

const state = async (member: Awaited<ReturnType<TestGateway["member"]>>) => {
  const { pendingPolicies, disclaimerSigned } = await gateway.ok("getMyPersonalDetail", {}, member);
  return { pendingPolicies, disclaimerSigned };
};
const ledger = async (member: Awaited<ReturnType<TestGateway["member"]>>) =>
  (await gateway.ok("consentLedger", {}, member)).records.map(
    ({ privacyId, version, decision }) => `${privacyId} ${version} ${decision}`,
  );

describe("the policies that a person must accept (spec 4)", () => {
  it("are none while the operator has no such policies", async () => {
    const member = await gateway.member();
    expect(await state(member)).toEqual({ pendingPolicies: [], disclaimerSigned: true });
    for (const name of ["checkUserSigned", "userSigned", "cancelSigned"] as const)
      await gateway.refused(name, { privacyId: "Disclaimer" }, "POLICY_NOT_FOUND", member);
  });

  it("are the user statement, then the privacy statement; the disclaimer where it is needed", async () => {
    await load();
    const member = await gateway.member();
    expect(await state(member)).toEqual({
      pendingPolicies: ["UserHidev", "HiDeveloper"],
      disclaimerSigned: false,
    });
    await gateway.ok("userSigned", { privacyId: "UserHidev" }, member);
    expect(await state(member)).toEqual({ pendingPolicies: ["HiDeveloper"], disclaimerSigned: false });
    await gateway.ok("userSigned", { privacyId: "HiDeveloper", status: "1", version: "V1" }, member);
    await gateway.ok("userSigned", { privacyId: "Disclaimer", status: "1" }, member);
    expect(await state(member)).toEqual({ pendingPolicies: [], disclaimerSigned: true });
    expect(await gateway.ok("checkUserSigned", { privacyId: "Disclaimer" }, member)).toEqual({
      status: 200,
      result: { privacyId: "Disclaimer", version: "V1", signedVersion: "V1" },
    });
  });

  it("keep people who have not accepted them from posting, and from nothing else", async () => {
    const section = await gateway.section();
    const member = await gateway.member();
    const { tid } = await gateway.topic(member, section);
    await load();
    gateway.pass(11);
    const reply = { tid, content: "还没同意", submissionId: submissionId() };
    const { message } = await gateway.refused("submitPost", reply, "POLICY_NOT_ACCEPTED", member);
    expect(message).toBe("请先阅读并同意用户声明和隐私声明");
    await gateway.ok("favoriteTopic", { tid }, member);
    await gateway.ok("userSigned", { privacyId: "UserHidev" }, member);
    await gateway.refused("submitPost", reply, "POLICY_NOT_ACCEPTED", member);
    await gateway.ok("userSigned", { privacyId: "HiDeveloper" }, member);
    await gateway.ok("submitPost", reply, member);
  });

  it("stay open after a refusal, and are open again after a withdrawal", async () => {
    await load();
    const member = await gateway.member();
    await gateway.ok("userSigned", { privacyId: "UserHidev", status: "2" }, member);
    expect((await state(member)).pendingPolicies).toEqual(["UserHidev", "HiDeveloper"]);
    await gateway.ok("userSigned", { privacyId: "UserHidev" }, member);
    await gateway.ok("cancelSigned", { privacyId: "UserHidev" }, member);
    expect((await state(member)).pendingPolicies).toEqual(["UserHidev", "HiDeveloper"]);
    expect(await gateway.ok("checkUserSigned", { privacyId: "UserHidev" }, member)).toMatchObject({
      status: 404,
      result: { signedVersion: null },
    });
    expect(await ledger(member)).toEqual(["UserHidev V1 0", "UserHidev V1 1", "UserHidev V1 2"]);
  });

  it("are asked for again in a new version, and the old version cannot be accepted", async () => {
    await load();
    const member = await gateway.member();
    for (const privacyId of ["UserHidev", "HiDeveloper", "Disclaimer"])
      await gateway.ok("userSigned", { privacyId } as never, member);
    await changePack(folder, { "policies/user.md": policy("UserHidev", "用户声明", "V2", "新的文字。") });
    await load();
    expect(await state(member)).toEqual({ pendingPolicies: ["UserHidev"], disclaimerSigned: true });
    await gateway.refused("userSigned", { privacyId: "UserHidev", version: "V1" }, "POLICY_CHANGED", member);
    await gateway.ok("userSigned", { privacyId: "UserHidev", version: "V2" }, member);
    expect((await state(member)).pendingPolicies).toEqual([]);
    const request = { privacyId: "UserHidev", type: "Windows", language: "zh_CN" } as const;
    expect(await gateway.ok("getDeclarationContent", { ...request, version: "V1" })).toMatchObject({
      version: "V1",
      inForce: "V2",
      result: "<p>请<strong>友善</strong>发言。</p>",
    });
    expect(await gateway.ok("getDeclarationContent", request)).toMatchObject({
      version: "V2",
      result: "<p>新的文字。</p>",
    });
    await gateway.refused("getDeclarationContent", { ...request, version: "V3" }, "POLICY_NOT_FOUND");
  });

  it("are known in other processes within ten seconds", async () => {
    await load();
    const member = await gateway.member();
    await gateway.ok("userSigned", { privacyId: "UserHidev" }, member);
    await gateway.database.update(policies).set({ version: "V2" }).where(eq(policies.id, "UserHidev"));
    gateway.pass(11);
    expect((await state(member)).pendingPolicies).toEqual(["UserHidev", "HiDeveloper"]);
  });
});

describe("the ledger", () => {
  it("shows policy, version, time and place; others' decisions are not in it", async () => {
    await load();
    const [member, other] = [await gateway.member(), await gateway.member()];
    await gateway.ok("userSigned", { privacyId: "Disclaimer" }, other);
    await gateway.ok("userSigned", { privacyId: "UserHidev" }, member);
    const { records, next, policies: states } = await gateway.ok("consentLedger", {}, member);
    expect(records).toEqual([
      {
        id: expect.any(Number),
        privacyId: "UserHidev",
        title: "用户声明",
        version: "V1",
        decision: "1",
        at: expect.stringMatching(/^20.*Z$/),
        address: "local",
        browser: "",
        system: "",
      },
    ]);
    expect(next).toBeNull();
    expect(states).toEqual([
      { privacyId: "UserHidev", title: "用户声明", version: "V1", signedVersion: "V1" },
      { privacyId: "HiDeveloper", title: "隐私声明", version: "V1", signedVersion: null },
      { privacyId: "Disclaimer", title: "免责声明", version: "V1", signedVersion: null },
    ]);
  });

  it("has one line for a decision that was sent twice, even at the same moment", async () => {
    await load();
    const member = await gateway.member();
    await Promise.all([1, 2, 3].map(() => gateway.ok("userSigned", { privacyId: "UserHidev" }, member)));
    await Promise.all([1, 2, 3].map(() => gateway.ok("cancelSigned", { privacyId: "UserHidev" }, member)));
    expect(await ledger(member)).toEqual(["UserHidev V1 0", "UserHidev V1 1"]);
  });

  it("withdraws the accepted version, even if there is a newer one", async () => {
    await load();
    const member = await gateway.member();
    await gateway.ok("userSigned", { privacyId: "Disclaimer" }, member);
    await changePack(folder, { "policies/disclaimer.md": policy("Disclaimer", "免责声明", "V2") });
    await load();
    await gateway.ok("cancelSigned", { privacyId: "Disclaimer" }, member);
    expect((await ledger(member))[0]).toBe("Disclaimer V1 0");
  });

  it("has pages", async () => {
    await load();
    const member = await gateway.member();
    for (let turn = 0; turn < 12; turn += 1) {
      await gateway.ok("userSigned", { privacyId: "Disclaimer" }, member);
      await gateway.ok("cancelSigned", { privacyId: "Disclaimer" }, member);
    }
    const first = await gateway.ok("consentLedger", {}, member);
    const second = await gateway.ok("consentLedger", { before: first.next ?? 0 }, member);
    expect([first.records.length, second.records.length, second.next]).toEqual([20, 4, null]);
    expect(new Set([...first.records, ...second.records].map(({ id }) => id)).size).toBe(24);
  });

  it("has a limit of decisions", async () => {
    await load();
    const hurried = new TestGateway(open.database, {}, createLimits());
    const member = await hurried.member();
    for (let turn = 0; turn < 30; turn += 1)
      await hurried.ok("userSigned", { privacyId: "UserHidev", status: "2" }, member);
    await hurried.refused("userSigned", { privacyId: "UserHidev", status: "2" }, "TOO_FREQUENT", member);
  });
});

describe("a signature is a write, though spec 7.2 makes it a GET", () => {
  it("needs the security token, which getToken gives to the session's own caller", async () => {
    await load();
    const member = await gateway.member();
    expect(await gateway.ok("getToken", {}, member)).toEqual({ result: member.csrfToken });
    expect(await gateway.ok("getToken", {})).toEqual({ result: null });
    const sign = (headers: Record<string, string>, method = "GET") =>
      gateway.fetch("/gateway/rest/privacy/user-signed?privacyId=UserHidev&status=1", {
        method,
        headers: { cookie: member.cookie, ...headers },
      });
    // Requests that a picture, a link or another site's page could send.
    for (const method of ["GET", "HEAD"]) expect((await sign({}, method)).status).toBe(403);
    expect(await ledger(member)).toEqual([]);
    const signed = await sign({ [csrfTokenHeader]: member.csrfToken });
    expect([signed.status, signed.headers.get("cache-control")]).toEqual([200, "no-store"]);
    await gateway.refused("userSigned", { privacyId: "UserHidev", status: "3" }, "INVALID_REQUEST", member);
    await gateway.refused("userSigned", { privacyId: "cookie-policy" }, "INVALID_REQUEST", member);
  });
});

describe("the loader", () => {
  it("lets demo members have accepted both statements when they joined, and not the disclaimer", async () => {
    await load(true);
    const rows = await open.database.select().from(accounts);
    expect(rows.map((row) => row.signedPolicies)).toEqual(
      rows.map(() => ({ UserHidev: "V1", HiDeveloper: "V1" })),
    );
    const records = await open.database.select().from(consentRecords);
    expect(records.length).toBe(rows.length * 2);
    for (const record of records)
      expect(record.createdAt).toEqual(rows.find(({ id }) => id === record.accountId)?.createdAt);
    await load(true);
    expect((await open.database.select().from(consentRecords)).length).toBe(records.length);
  });

  it("dates a version that the browser published no earlier than it was in force, and asks for what the pack lacks", async () => {
    await load();
    const admin = await gateway.member({ admin: true });
    const name = { kind: "policies", key: "UserHidev" } as const;
    const { body, standing } = await gateway.ok("contentPiece", name, admin);
    const request = { ...name, base: 0, standing, body: { ...body, version: "V3" } };
    const { version } = await gateway.ok("saveContent", request, admin);
    await gateway.ok("publishContent", { ...name, version }, admin);
    const [{ since } = { since: new Date() }] = await open.database
      .select()
      .from(policyVersions)
      .where(eq(policyVersions.version, "V3"));
    // The pack no longer says anything of this one.
    await changePack(folder, { "policies/privacy.md": null });
    await load(true);
    const members = await open.database.select().from(accounts).where(isNotNull(accounts.packKey));
    expect(members.length).toBeGreaterThan(0);
    expect(members.map((row) => row.signedPolicies)).toEqual(members.map(() => ({ UserHidev: "V3" })));
    const records = await open.database.select().from(consentRecords);
    expect(records.map((row) => [row.policyId, row.version, row.createdAt])).toEqual(
      members.map(() => ["UserHidev", "V3", since]),
    );
  });

  it("keeps every version, and corrects the text of one without decisions", async () => {
    await load();
    await changePack(folder, { "policies/user.md": policy("UserHidev", "用户声明", "V1", "改了一个字。") });
    await load();
    await changePack(folder, { "policies/user.md": policy("UserHidev", "用户声明", "V2") });
    await load();
    const rows = await open.database
      .select()
      .from(policyVersions)
      .where(eq(policyVersions.policyId, "UserHidev"));
    expect(rows.map(({ version, html }) => [version, html]).sort()).toEqual([
      ["V1", "<p>改了一个字。</p>"],
      ["V2", "<p>请<strong>友善</strong>发言。</p>"],
    ]);
  });

  it("refuses another text of a version with decisions, also when it comes back later", async () => {
    await load();
    const member = await gateway.member();
    await gateway.ok("userSigned", { privacyId: "UserHidev" }, member);
    const changed = { "policies/user.md": policy("UserHidev", "用户声明", "V1", "偷偷改了。") };
    const message = /policies\/user\.md（version）：版本 V1 的文字已有人同意过，改了文字就要写新的版本号/;
    await changePack(folder, changed);
    await expect(load()).rejects.toThrow(message);
    await changePack(folder, { "policies/user.md": policy("UserHidev", "用户声明", "V2", "偷偷改了。") });
    await load();
    await changePack(folder, changed);
    await expect(load()).rejects.toThrow(message);
    await changePack(folder, declarations);
    await load();
    expect((await state(member)).pendingPolicies).toEqual(["HiDeveloper"]);
  });
});
