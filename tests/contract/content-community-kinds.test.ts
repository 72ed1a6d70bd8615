import { and, eq } from "drizzle-orm";
import { consentRecords, contentVersions, policyVersions, tags } from "gateway/database/schema";
import { verifyLog } from "gateway/moderation/verify-log";
import { asTyped } from "gateway/text/as-typed";
import { describe, expect, it } from "vitest";
import { type Body, startCommunityEditing } from "../support/community-editing";
import { changePack, replacing } from "../support/content";
import { type Member, next } from "../support/gateway";

const {
  gateway,
  load,
  pieceOf,
  call,
  save,
  saved,
  publish,
  change,
  fresh,
  fieldsOf,
  decide,
  listed,
  admin,
  folder,
} = startCommunityEditing();

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
      admin(),
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
        admin(),
      );
    // A pack that does not name it has nothing against it.
    const kept = "policies/userPolicy.md";
    await changePack(folder(), { [kept]: replacing("id: userPolicy", "id: legalNotices") });
    expect((await load()).notices.join()).not.toContain("用户协议");
    // One that has another text for the version that stands here is decided, and may not have it.
    await changePack(folder(), {
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
    await changePack(folder(), { [kept]: replacing("version: V2", "version: V3") });
    await load();
    expect((await decide("policies", "userPolicy", "pack")).status).toBe(200);
    const request = { privacyId: "userPolicy", type: "Windows", language: "zh_CN" } as const;
    expect(await gateway().ok("getDeclarationContent", request)).toMatchObject({
      version: "V3",
      result: "<p>包里的。</p>",
    });
    // It went back to the packs: the next one is a version of its history.
    await changePack(folder(), { [kept]: replacing("version: V3", "version: V4") });
    expect((await load()).changes.policies).toMatchObject({ changed: 1 });
    const { versions } = await gateway().ok(
      "contentVersions",
      { kind: "policies", key: "userPolicy" },
      admin(),
    );
    expect(versions[0]).toMatchObject({ origin: "pack" });
    expect((await load()).changes.policies).toBeUndefined();
  });

  it("keeps the HTML that people agreed to, and is never published as it was typed", async () => {
    const [key, title, content] = ["Disclaimer", "免责声明", "第一段\n\n**第二段**"] as const;
    const setHtml = (version: number, html: string) =>
      gateway()
        .database.update(contentVersions)
        .set({ html: [html] })
        .where(
          and(
            eq(contentVersions.kind, "policies"),
            eq(contentVersions.key, key),
            eq(contentVersions.version, version),
          ),
        );
    const shown = async () => {
      const request = { privacyId: key, type: "Windows", language: "zh_CN" } as const;
      const { version, result } = await gateway().ok("getDeclarationContent", request);
      const rows = await gateway()
        .database.select()
        .from(policyVersions)
        .where(and(eq(policyVersions.policyId, key), eq(policyVersions.version, version)));
      return [version, result, rows.map(({ html }) => html)];
    };
    expect((await fresh("policies", { title, version: "V1", content }, key)).status).toBe(200);
    // A worker was lost when it was saved; the next save lays it out.
    await setHtml(1, asTyped(content));
    const early = await call("publishContent", { kind: "policies", key, version: 1 });
    expect([early.status, fieldsOf(early)]).toEqual([
      422,
      { content: ["正文这次没有排好版，是按原样显示的；请再保存一次，排好了再发布"] },
    ]);
    expect(await saved("policies", key, {})).toBe(1);
    await publish("policies", key, 1);
    const html = "<p>第一段</p>\n<p><strong>第二段</strong></p>";
    expect(await shown()).toEqual(["V1", html, [html]]);
    // Whatever the same text is rendered to later, in force or as an earlier version that comes back.
    await setHtml(1, asTyped(content));
    await publish("policies", key, 1);
    expect(await shown()).toEqual(["V1", html, [html]]);
    await setHtml(1, html);
    await change("policies", key, { version: "V2", content: "别的。" });
    const again = await saved("policies", key, { version: "V1", content });
    await setHtml(again, "<p>另一种排法</p>");
    await publish("policies", key, again);
    expect(await shown()).toEqual(["V1", html, [html]]);
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
    await gateway().ok("withdrawContent", { kind: "tags", key }, admin());
    expect((await map()).map(([name]) => name)).toEqual(["接口", "系统"]);
    expect([await page(key), await listed("tags", title)]).toMatchObject([
      { name: title },
      [[key, "withdrawn"]],
    ]);
    await publish("tags", key, version);
    expect((await map()).map(([name]) => name)).toEqual(["接口", "系统", "新分组"]);
    await gateway().ok("withdrawContent", { kind: "tags", key }, admin());
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
    // Numbers come from the sequence of topics' tags alone.
    const numbered = await fresh("tags", { title: `自编${next()}` }, "5000");
    expect([numbered.status, Object.keys(fieldsOf(numbered))]).toEqual([400, ["key"]]);
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
    const list = (more: object) => gateway().ok("contentList", { kind: "tags", ...more }, admin());
    // No load placed it: it stands after what packs and editors did.
    const { pieces: all } = await list({ size: 50 });
    expect(all.at(-1)?.changedAt).toBe("");
    expect(all.filter(({ changedAt }) => changedAt === "").map((piece) => piece.key)).toContain(key);
    const version = await saved("tags", key, { summary: "大家用的", group: "系统" });
    const drafted = await list({ text: name, only: "drafted" });
    expect(drafted.pieces.map((piece) => [piece.key, piece.state])).toEqual([[key, "withdrawn"]]);
    await publish("tags", key, version);
    expect((await list({ text: name, only: "drafted" })).pieces).toEqual([]);
    expect((await load()).notices.join()).not.toContain(name);
    expect(await map()).toContainEqual(["系统", ["LiteOS 轻量内核", `${name} 大家用的`].sort()]);
    await gateway().ok("withdrawContent", { kind: "tags", key }, admin());
  });

  it("groups that only the browser has keep their order through loads", async () => {
    const made: string[] = [];
    for (const group of ["乙组", "甲组"]) {
      const body = { title: `分组${next()}`, summary: "说明", group };
      const { key } = (await fresh("tags", body)).body as { key: string };
      await publish("tags", key, 1);
      made.push(key);
    }
    const order = async () => (await map()).map(([name]) => name).slice(-2);
    await load();
    expect(await order()).toEqual(["乙组", "甲组"]);
    // The row moves in its table.
    await change("tags", made[0] ?? "", { summary: "别的说明" });
    expect((await load()).changes.documents).toBeUndefined();
    expect(await order()).toEqual(["乙组", "甲组"]);
    for (const key of made) await gateway().ok("withdrawContent", { kind: "tags", key }, admin());
  });

  it("of a pack stays as the browser has it, and a later pack's difference is decided", async () => {
    const key = await keyOf("I2C");
    await change("tags", key, { title: "i2c", summary: "站内的" });
    await changePack(folder(), { "tags.yaml": replacing("summary: 两线", "summary: 两线总线") });
    expect((await load()).notices.join()).toContain("标签「i2c」在站内改过，内容包里的不一样");
    expect(await page(key)).toMatchObject({ name: "i2c", summary: "站内的" });
    expect((await decide("tags", key, "own")).status).toBe(200);
    expect((await load()).notices.join()).not.toContain("i2c");
    await changePack(folder(), { "tags.yaml": replacing("summary: 两线总线", "summary: 两线总线啊") });
    await load();
    expect((await decide("tags", key, "pack")).status).toBe(200);
    expect(await page(key)).toMatchObject({ name: "I2C", summary: "两线总线啊" });
    // It is the pack's again: the next pack changes it, and takes it off the map.
    await changePack(folder(), { "tags.yaml": replacing("两线总线啊", "两线总线吧") });
    await load();
    expect(await pieceOf("tags", key)).toMatchObject({ body: { summary: "两线总线吧" }, conflict: null });
    await changePack(folder(), { "tags.yaml": replacing(", { name: I2C, summary: 两线总线吧 }", "") });
    await load();
    expect((await pieceOf("tags", key)).state).toBe("withdrawn");
    expect(await map()).toContainEqual(["接口", ["UART 串口"]]);
    expect((await load()).changes.tags).toBeUndefined();
  });
});
