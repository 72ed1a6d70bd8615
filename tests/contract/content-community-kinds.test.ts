import { eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { accounts, consentRecords, courses, lecturers, policyVersions, tags } from "gateway/database/schema";
import { verifyLog } from "gateway/moderation/verify-log";
import { beforeAll, describe, expect, it } from "vitest";
import { changePack, copyPack, replacing, smallCatalogue } from "../support/content";
import { type Member, next, startGateway } from "../support/gateway";
import { trainingFiles } from "../support/training-pack";
import { samplePdf } from "../support/upload-files";

const gateway = startGateway();
let admin: Member;
let folder: string;

const policy = (title: string, version: string, text: string) =>
  `---\nid: UserHidev\ntitle: ${title}\nversion: ${version}\n---\n${text}\n`;
const load = () => loadContentPack(gateway().services, folder, { demo: false });

beforeAll(async () => {
  admin = await gateway().member({ admin: true, nickname: "编辑" });
  const remove: (() => Promise<void>)[] = [];
  const files = {
    ...smallCatalogue(samplePdf()),
    ...trainingFiles(),
    "policies/user.md": policy("用户声明", "V1", "请**友善**。"),
    "tags.yaml": `groups:
  - { name: 接口, tags: [{ name: UART, summary: 串口 }, { name: I2C, summary: 两线 }] }
  - { name: 系统, tags: [{ name: LiteOS, summary: 轻量内核 }] }
`,
  };
  folder = await copyPack(files, (one) => remove.push(one));
  await load();
  return async () => {
    for (const one of remove) await one();
  };
});

type Kind = "policies" | "tags" | "lecturers";
type Body = Record<string, unknown>;

const pieceOf = (kind: Kind, key: string) => gateway().ok("contentPiece", { kind, key }, admin);
const call: ReturnType<typeof gateway>["call"] = (name, request) => gateway().call(name, request, admin);

/** Saves a piece with changes. @returns the answer of the call */
async function save(kind: Kind, key: string, change: Body) {
  const { body, version, standing } = await pieceOf(kind, key);
  const request = { kind, key, base: version, standing, body: { ...body, ...change } };
  return gateway().call("saveContent", request, admin);
}

async function saved(kind: Kind, key: string, change: Body): Promise<number> {
  const { status, body } = await save(kind, key, change);
  expect([change, status]).toEqual([change, 200]);
  return (body as { version: number }).version;
}

const publish = (kind: Kind, key: string, version: number) =>
  gateway().ok("publishContent", { kind, key, version }, admin);
const change = async (kind: Kind, key: string, body: Body) =>
  publish(kind, key, await saved(kind, key, body));
const fresh = (kind: Kind, body: Body, key?: string) =>
  gateway().call("saveContent", { kind, base: 0, fresh: true, body, ...(key ? { key } : {}) }, admin);
const fieldsOf = ({ body }: { body: unknown }) => (body as { fields: Record<string, string[]> }).fields;

/** Decides the conflict that the form of a piece shows. */
async function decide(kind: Kind, key: string, take: "own" | "pack") {
  const { conflict } = await pieceOf(kind, key);
  return gateway().call("decideContent", { kind, key, take, seen: conflict?.at ?? "" }, admin);
}

const listed = async (kind: Kind, text: string) =>
  (await gateway().ok("contentList", { kind, text }, admin)).pieces.map(({ key, state }) => [key, state]);

describe("a policy", () => {
  const text = async (version?: string, preview?: string) => {
    const { status, body } = await gateway().call(
      "getDeclarationContent",
      {
        privacyId: "UserHidev",
        type: "Windows",
        language: "zh_CN",
        ...(version === undefined ? {} : { version }),
        ...(preview === undefined ? {} : { preview }),
      },
      null,
    );
    return status === 200
      ? (body as { result: string; title: string; version: string; inForce: string; preview: boolean })
      : status;
  };
  const pending = async (member: Member) =>
    (await gateway().ok("getMyPersonalDetail", {}, member)).pendingPolicies?.includes("UserHidev");

  it("asks again with a new version, and no version that was in force changes its text", async () => {
    const member = await gateway().member();
    await gateway().ok("userSigned", { privacyId: "UserHidev", status: "1", version: "V1" }, member);
    expect(await pending(member)).toBe(false);
    const { body, standing } = await pieceOf("policies", "UserHidev");
    expect([body, standing !== ""]).toEqual([
      { title: "用户声明", version: "V1", content: "请**友善**。" },
      true,
    ]);

    // A draft may say what it likes; under a version that was in force it cannot be published.
    const draft = await saved("policies", "UserHidev", { content: "请**守法**。" });
    for (const more of [{}, { at: new Date(Date.now() + 86_400_000).toISOString() }]) {
      const early = await call("publishContent", {
        kind: "policies",
        key: "UserHidev",
        version: draft,
        ...more,
      });
      expect([early.status, fieldsOf(early)]).toEqual([
        422,
        { version: ["版本 V1 已经施行过，文字不一样；改了文字就要写新的版本号"] },
      ]);
    }
    const { preview } = await pieceOf("policies", "UserHidev");
    expect(await text(undefined, preview)).toMatchObject({
      result: "<p>请<strong>守法</strong>。</p>",
      preview: true,
    });
    expect(await text(undefined, "x".repeat(24))).toBe(404);
    expect(await text()).toMatchObject({ version: "V1", preview: false });
    expect(await pending(member)).toBe(false);

    await change("policies", "UserHidev", { version: "V2" });
    expect(await text()).toMatchObject({ version: "V2", result: "<p>请<strong>守法</strong>。</p>" });
    expect(await text("V1")).toMatchObject({ inForce: "V2", result: "<p>请<strong>友善</strong>。</p>" });
    expect(await pending(member)).toBe(true);
    await gateway().refused(
      "userSigned",
      { privacyId: "UserHidev", status: "1", version: "V1" },
      "POLICY_CHANGED",
      member,
    );
    await gateway().ok("userSigned", { privacyId: "UserHidev", status: "1", version: "V2" }, member);
    const rows = await gateway()
      .database.select()
      .from(consentRecords)
      .where(eq(consentRecords.accountId, member.id));
    expect(rows.map(({ version }) => version)).toEqual(["V1", "V2"]);

    // Another title or text under an earlier version is refused too, and the earlier one itself may come back.
    const again = await saved("policies", "UserHidev", { version: "V1" });
    const refused = await call("publishContent", { kind: "policies", key: "UserHidev", version: again });
    expect(Object.keys(fieldsOf(refused))).toEqual(["version"]);
    const restored = await gateway().ok(
      "restoreContent",
      { kind: "policies", key: "UserHidev", version: 1 },
      admin,
    );
    await publish("policies", "UserHidev", restored.version);
    expect(await text()).toMatchObject({ version: "V1", result: "<p>请<strong>友善</strong>。</p>" });
    expect(await pending(member)).toBe(true);
    const versions = await gateway()
      .database.select()
      .from(policyVersions)
      .where(eq(policyVersions.policyId, "UserHidev"));
    expect(versions.map(({ version, html }) => [version, html]).sort()).toEqual([
      ["V1", "<p>请<strong>友善</strong>。</p>"],
      ["V2", "<p>请<strong>守法</strong>。</p>"],
    ]);
    expect((await verifyLog(gateway().database)).broken).toEqual([]);
  });

  it("is not taken down, and stays under later packs until somebody takes theirs", async () => {
    await change("policies", "userPolicy", { version: "V2", content: "站内的。" });
    for (const more of [{}, { at: new Date(Date.now() + 86_400_000).toISOString() }])
      await gateway().refused(
        "withdrawContent",
        { kind: "policies", key: "userPolicy", ...more },
        "CONTENT_NEEDED",
        admin,
      );
    // A pack that does not name it has nothing against it.
    const kept = "policies/userPolicy.md";
    await changePack(folder, { [kept]: replacing("id: userPolicy", "id: legalNotices") });
    expect((await load()).notices.join()).not.toContain("用户协议");
    // One that has another text for the version that stands here is decided, and may not have it.
    await changePack(folder, {
      [kept]: () => "---\nid: userPolicy\ntitle: 用户协议\nversion: V2\n---\n包里的。\n",
    });
    expect((await load()).notices.join()).toContain("政策「用户协议」在站内改过，内容包里的不一样");
    const { conflict } = await pieceOf("policies", "userPolicy");
    expect(conflict?.changes.map(({ name }) => name)).toEqual(["content"]);
    const refused = await decide("policies", "userPolicy", "pack");
    expect(refused).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining("版本 V2 已经施行过") },
    });
    await changePack(folder, { [kept]: replacing("version: V2", "version: V3") });
    await load();
    expect((await decide("policies", "userPolicy", "pack")).status).toBe(200);
    const request = { privacyId: "userPolicy", type: "Windows", language: "zh_CN" } as const;
    expect(await gateway().ok("getDeclarationContent", request)).toMatchObject({
      version: "V3",
      result: "<p>包里的。</p>",
    });
    // It went back to the packs: the next one is a version of its history.
    await changePack(folder, { [kept]: replacing("version: V3", "version: V4") });
    expect((await load()).changes.policies).toMatchObject({ changed: 1 });
    const { versions } = await gateway().ok(
      "contentVersions",
      { kind: "policies", key: "userPolicy" },
      admin,
    );
    expect(versions[0]).toMatchObject({ origin: "pack" });
    expect((await load()).changes.policies).toBeUndefined();
  });

  it("that the portal lacks is made by its id; others are none", async () => {
    const body = { title: "Cookie 政策", version: "V1", content: "说明。" };
    for (const key of ["terms", "userPolicy"])
      expect([key, (await fresh("policies", body, key)).status]).toEqual([key, key === "terms" ? 400 : 409]);
    expect((await fresh("policies", { title: "只有标题" }, "cookie-policy")).status).toBe(200);
    const early = await call("publishContent", { kind: "policies", key: "cookie-policy", version: 1 });
    expect([early.status, Object.keys(fieldsOf(early)).sort()]).toEqual([422, ["content", "version"]]);
    await change("policies", "cookie-policy", body);
    expect(await listed("policies", "Cookie")).toEqual([["cookie-policy", "published"]]);
    const long = await save("policies", "cookie-policy", { content: "长".repeat(50_001) });
    expect(fieldsOf(long).content).toEqual(["不能超过 50000 个字符"]);
  });
});

describe("a tag", () => {
  const map = async () =>
    (await gateway().ok("tagMap", {})).groups.map(({ name, tags: placed }) => [
      name,
      placed.map((tag) => `${tag.name} ${tag.summary}`).sort(),
    ]);
  const keyOf = async (name: string) => {
    const [row] = await gateway().database.select().from(tags).where(eq(tags.name, name));
    return String(row?.id);
  };
  const page = async (key: string, preview?: string) => {
    const request = { id: Number(key), ...(preview === undefined ? {} : { preview }) };
    const { status, body } = await gateway().call("tagDetail", request, null);
    return status === 200 ? (body as { name: string; summary: string; preview: boolean }) : status;
  };

  it("lives from draft to the map, leaves it and comes back", async () => {
    const title = `SPI${next()}`;
    const half = await fresh("tags", { title });
    const { key } = half.body as { key: string };
    expect([half.status, await page(key)]).toEqual([200, 404]);
    const early = await call("publishContent", { kind: "tags", key, version: 1 });
    expect(Object.keys(fieldsOf(early)).sort()).toEqual(["group", "summary"]);
    const { choices } = await pieceOf("tags", key);
    expect(choices.group?.map(({ name }) => name)).toEqual(["接口", "系统"]);
    const version = await saved("tags", key, { summary: "四线总线", group: "新分组" });
    const { preview } = await pieceOf("tags", key);
    expect(await page(key, preview)).toMatchObject({ name: title, summary: "四线总线", preview: true });
    expect(await page(key, "x".repeat(24))).toBe(404);
    expect((await map()).map(([name]) => name)).toEqual(["接口", "系统"]);
    await publish("tags", key, version);
    expect(await map()).toContainEqual(["新分组", [`${title} 四线总线`]]);
    expect(await page(key)).toMatchObject({ name: title, preview: false });
    // A later load leaves it, and its group stands after the pack's.
    await load();
    expect((await map()).map(([name]) => name)).toEqual(["接口", "系统", "新分组"]);
    await gateway().ok("withdrawContent", { kind: "tags", key }, admin);
    expect((await map()).map(([name]) => name)).toEqual(["接口", "系统"]);
    expect([await page(key), await listed("tags", title)]).toMatchObject([
      { name: title },
      [[key, "withdrawn"]],
    ]);
    await publish("tags", key, version);
    expect((await map()).map(([name]) => name)).toEqual(["接口", "系统", "新分组"]);
    await gateway().ok("withdrawContent", { kind: "tags", key }, admin);
  });

  it("has a name that nobody else has, and keeps it but for its case", async () => {
    const uart = await keyOf("UART");
    const taken = await fresh("tags", { title: "uart" });
    expect([taken.status, fieldsOf(taken).title]).toEqual([
      400,
      [`已经有标签“UART”，编号 ${uart}，请在列表里找到它再编辑`],
    ]);
    expect(fieldsOf(await save("tags", uart, { title: "串口" })).title?.join()).toContain("只能改大小写");
    const wrong: [Body, string, string][] = [
      [{ title: "a#b" }, "title", "标签里有特殊字符"],
      [{ summary: "长".repeat(121) }, "summary", "不能超过 120 个字符"],
      [{ group: "长".repeat(21) }, "group", "不能超过 20 个字符"],
    ];
    for (const [body, field, message] of wrong)
      expect(fieldsOf(await save("tags", uart, body))[field]?.join()).toContain(message);
    // A topic may make a tag of that name while its draft waits.
    const title = `先后${next()}`;
    const { key } = (await fresh("tags", { title, summary: "说明", group: "接口" })).body as { key: string };
    await gateway().database.insert(tags).values({ name: title });
    const late = await call("publishContent", { kind: "tags", key, version: 1 });
    expect([late.status, fieldsOf(late).title?.join()]).toEqual([422, expect.stringContaining(title)]);
  });

  it("that only topics made is put on the map, and no pack takes it down for not knowing it", async () => {
    const name = `民间${next()}`;
    await gateway().database.insert(tags).values({ name, topics: 3 });
    const key = await keyOf(name);
    expect(await listed("tags", name)).toEqual([[key, "withdrawn"]]);
    await change("tags", key, { summary: "大家用的", group: "系统" });
    expect((await load()).notices.join()).not.toContain(name);
    expect(await map()).toContainEqual(["系统", ["LiteOS 轻量内核", `${name} 大家用的`].sort()]);
    await gateway().ok("withdrawContent", { kind: "tags", key }, admin);
  });

  it("of a pack stays as the browser has it, and a later pack's difference is decided", async () => {
    const key = await keyOf("I2C");
    await change("tags", key, { title: "i2c", summary: "站内的" });
    await changePack(folder, { "tags.yaml": replacing("summary: 两线", "summary: 两线总线") });
    expect((await load()).notices.join()).toContain("标签「i2c」在站内改过，内容包里的不一样");
    expect(await page(key)).toMatchObject({ name: "i2c", summary: "站内的" });
    expect((await decide("tags", key, "own")).status).toBe(200);
    expect((await load()).notices.join()).not.toContain("i2c");
    await changePack(folder, { "tags.yaml": replacing("summary: 两线总线", "summary: 两线总线啊") });
    await load();
    expect((await decide("tags", key, "pack")).status).toBe(200);
    expect(await page(key)).toMatchObject({ name: "I2C", summary: "两线总线啊" });
    // It is the pack's again: the next pack changes it, and takes it off the map.
    await changePack(folder, { "tags.yaml": replacing("两线总线啊", "两线总线吧") });
    await load();
    expect(await pieceOf("tags", key)).toMatchObject({ body: { summary: "两线总线吧" }, conflict: null });
    await changePack(folder, { "tags.yaml": replacing(", { name: I2C, summary: 两线总线吧 }", "") });
    await load();
    expect((await pieceOf("tags", key)).state).toBe("withdrawn");
    expect(await map()).toContainEqual(["接口", ["UART 串口"]]);
    expect((await load()).changes.tags).toBeUndefined();
  });
});

describe("a lecturer", () => {
  const page = async (key: string, preview?: string) => {
    const request = { id: Number(key), ...(preview === undefined ? {} : { preview }) };
    const { status, body } = await gateway().call("lecturerById", request, null);
    return status === 200 ? body : status;
  };
  const names = async () => (await gateway().ok("lecturers", {})).lecturers.map(({ name }) => name);

  it("lives from draft to the list, is withdrawn and restored", async () => {
    const person = await gateway().member();
    const half = await fresh("lecturers", { title: "新老师" });
    const { key } = half.body as { key: string };
    const early = await call("publishContent", { kind: "lecturers", key, version: 1 });
    expect(Object.keys(fieldsOf(early))).toEqual(["intro"]);
    const body = {
      position: "教授",
      organisation: "某大学",
      intro: "讲天线的人",
      account: String(person.id),
    };
    const version = await saved("lecturers", key, body);
    const { preview } = await pieceOf("lecturers", key);
    expect(await page(key, preview)).toMatchObject({ name: "新老师", title: "教授", preview: true });
    expect([await page(key), await page(key, "x".repeat(24))]).toEqual([404, 404]);
    await publish("lecturers", key, version);
    expect(await page(key)).toMatchObject({
      name: "新老师",
      organisation: "某大学",
      uid: person.id,
      delisted: false,
      preview: false,
    });
    expect(await names()).toContain("新老师");
    await load();
    expect(await page(key)).toMatchObject({ uid: person.id, delisted: false });
    await gateway().ok("withdrawContent", { kind: "lecturers", key }, admin);
    expect([await page(key), (await names()).includes("新老师")]).toMatchObject([{ delisted: true }, false]);
    const shown = await gateway().ok("contentVersions", { kind: "lecturers", key, version: 2 }, admin);
    expect(shown.shown.changes.map(({ name }) => name)).toEqual([
      "position",
      "organisation",
      "account",
      "intro",
    ]);
    await publish("lecturers", key, version);
    expect(await page(key)).toMatchObject({ delisted: false });
  });

  it("with something wrong is not saved", async () => {
    const wrong: [Body, string, string][] = [
      [{ account: "4711471" }, "account", "没有这个账号"],
      [{ account: "陈工" }, "account", "应为数字"],
      [{ intro: "两\n行" }, "intro", "只能有一行"],
      [{ photo: [{ name: `${"0".repeat(32)}.png`, alt: "照片" }] }, "photo_0_name", "没有这张图片"],
    ];
    for (const [body, field, message] of wrong) {
      const answer = await save("lecturers", "2", body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(fieldsOf(answer)[field]?.join()).toContain(message);
    }
  });

  it("of a pack stays as the browser has it, and their courses are found by the new name", async () => {
    await change("lecturers", "1", { title: "陈老师" });
    const course = await gateway().database.select().from(courses).where(eq(courses.id, 101));
    expect(course[0]?.search).toContain("陈老师");
    await changePack(folder, { "lecturers.yaml": replacing("写驱动的人", "写内核的人") });
    expect((await load()).notices.join()).toContain("讲师「陈老师」在站内改过，内容包里的不一样");
    expect(await page("1")).toMatchObject({ name: "陈老师", intro: "写驱动的人" });
    expect((await decide("lecturers", "1", "pack")).status).toBe(200);
    expect(await page("1")).toMatchObject({ name: "陈工", intro: "写内核的人" });
    const [row] = await gateway().database.select().from(lecturers).where(eq(lecturers.id, 1));
    expect(row?.position).toBe(0);
    expect((await load()).changes.lecturers).toBeUndefined();
  });

  it("whose account ended has none when a pack's version is taken", async () => {
    const person = await gateway().member();
    const email = `lecturer${next()}@example.com`;
    const own = eq(accounts.id, person.id);
    await gateway().database.update(accounts).set({ email }).where(own);
    await change("lecturers", "2", { intro: "站内的简介" });
    await changePack(folder, {
      "lecturers.yaml": replacing("intro: 讲电机的人", `intro: 讲电机的人, account: ${email}`),
    });
    await load();
    const { conflict } = await pieceOf("lecturers", "2");
    expect(conflict?.changes.map(({ name }) => name)).toEqual(["account", "intro"]);
    await gateway().database.update(accounts).set({ closedAt: new Date() }).where(own);
    expect((await decide("lecturers", "2", "pack")).status).toBe(200);
    expect(await page("2")).toMatchObject({ uid: null, intro: "讲电机的人" });
    expect(fieldsOf(await save("lecturers", "2", {})).account).toEqual(["没有这个账号"]);
  });
});
