import { eq } from "drizzle-orm";
import { accounts, courses, lecturers } from "gateway/database/schema";
import { beforeEach, describe, expect, it } from "vitest";
import { type Body, startCommunityEditing } from "../support/community-editing";
import { changePack, replacing } from "../support/content";
import { next } from "../support/gateway";

const { gateway, load, pieceOf, call, save, saved, publish, change, fresh, fieldsOf, decide, admin, folder } =
  startCommunityEditing(beforeEach);

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
    await gateway().ok("withdrawContent", { kind: "lecturers", key }, admin());
    expect([await page(key), (await names()).includes("新老师")]).toMatchObject([{ delisted: true }, false]);
    const shown = await gateway().ok("contentVersions", { kind: "lecturers", key, version: 2 }, admin());
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
    await changePack(folder(), { "lecturers.yaml": replacing("写驱动的人", "写内核的人") });
    expect((await load()).notices.join()).toContain("讲师「陈老师」在站内改过，内容包里的不一样");
    expect(await page("1")).toMatchObject({ name: "陈老师", intro: "写驱动的人" });
    expect((await decide("lecturers", "1", "pack")).status).toBe(200);
    expect(await page("1")).toMatchObject({ name: "陈工", intro: "写内核的人" });
    const [row] = await gateway().database.select().from(lecturers).where(eq(lecturers.id, 1));
    expect(row?.position).toBe(0);
    expect((await load()).changes.lecturers).toBeUndefined();
  });

  it("of a pack keeps the account that a load placed, whoever registered meanwhile", async () => {
    await changePack(folder(), {
      "lecturers.yaml": (text) =>
        `${text}  - { id: 3, name: 王工, intro: 讲测试的人, account: late@example.com }\n`,
    });
    await load();
    const before = await pieceOf("lecturers", "3");
    expect([before.version, before.body.account]).toEqual([0, undefined]);
    // Both register after the pack was loaded; the first was edited in the browser before and went back to the packs.
    const [first, third] = [await gateway().member(), await gateway().member()];
    for (const [{ id }, email] of [
      [first, "teacher@example.com"],
      [third, "late@example.com"],
    ] as const)
      await gateway().database.update(accounts).set({ email }).where(eq(accounts.id, id));
    await load();
    expect((await pieceOf("lecturers", "1")).body.account).toBe(String(first.id));
    await change("lecturers", "1", { intro: "改了一个字" });
    expect(await page("1")).toMatchObject({ uid: first.id, intro: "改了一个字" });
    const { body, standing } = before;
    const request = { kind: "lecturers", key: "3", base: 0, standing, body: { ...body, intro: "别的" } };
    await gateway().refused("saveContent", request as never, "EDIT_CONFLICT", admin());
    await change("lecturers", "3", { intro: "别的" });
    expect(await page("3")).toMatchObject({ uid: third.id, intro: "别的" });

    const document = async () =>
      (await gateway().database.select().from(courses).where(eq(courses.id, 101)))[0]?.search;
    expect(await document()).toContain("陈工");
  });

  it("of a course is not taken down before the course names somebody else", async () => {
    const answer = await call("withdrawContent", { kind: "lecturers", key: "2" });
    expect(answer).toMatchObject({
      status: 409,
      body: { errorCode: "CONTENT_NEEDED", message: expect.stringContaining("课程「电机控制入门」") },
    });
    const document = async () =>
      (await gateway().database.select().from(courses).where(eq(courses.id, 101)))[0]?.search;
    expect(await document()).toContain("林老");
    await change("courses", "101", { lecturers: [1] });
    expect(await document()).not.toContain("林老");
    await gateway().ok("withdrawContent", { kind: "lecturers", key: "2" }, admin());
    expect(await page("2")).toMatchObject({ delisted: true });
    const wrong = await save("courses", "101", { lecturers: [1, 2] });
    expect(fieldsOf(wrong).lecturers).toEqual(["讲师「林老师」已下架"]);
    const { version } = await pieceOf("lecturers", "2");
    await publish("lecturers", "2", version);
    await change("courses", "101", { lecturers: [1, 2] });
  });

  it("of a course of the browser stays when they leave the pack, and the load says so", async () => {
    const added = "  - { id: 4, name: 赵工, intro: 讲电源的人 }\n";
    await changePack(folder(), { "lecturers.yaml": (text) => `${text}${added}` });
    await load();
    await change("courses", "103", { lecturers: [4] });
    await changePack(folder(), { "lecturers.yaml": replacing(added, "") });
    expect((await load()).notices).toContain(
      "讲师「赵工」内容包里没有了，站内的课程「蓝牙测距」还有这位讲师，先留着",
    );
    expect(await page("4")).toMatchObject({ delisted: false });
    await change("courses", "103", { lecturers: [1] });
    expect((await load()).notices.join()).not.toContain("赵工");
    expect(await page("4")).toMatchObject({ delisted: true });
  });

  it("whose account ended has none when a pack's version is taken", async () => {
    const person = await gateway().member();
    const email = `lecturer${next()}@example.com`;
    const own = eq(accounts.id, person.id);
    await gateway().database.update(accounts).set({ email }).where(own);
    await change("lecturers", "2", { intro: "站内的简介" });
    await changePack(folder(), {
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
