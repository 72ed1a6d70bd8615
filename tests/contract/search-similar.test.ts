import { eq } from "drizzle-orm";
import { sections, topics } from "gateway/database/schema";
import { beforeAll, describe, expect, test } from "vitest";
import { type Member, type Section, startGateway } from "../support/gateway";

const gateway = startGateway();
let author: Member;
let section: Section;
let other: Section;
beforeAll(async () => {
  author = await gateway().member();
  [section, other] = [await gateway().section(), await gateway().section()];
});
const write = async (title: string, { content = "正文", tags = [] as string[], where = section } = {}) =>
  (await gateway().topic(author, where, { title, content, tags })).tid;
const similar = async (title: string, fid?: number) =>
  (await gateway().ok("similarTopics", { title, ...(fid ? { fid } : {}) })).topics;
const ids = async (title: string, fid?: number) => (await similar(title, fid)).map(({ tid }) => tid);

describe("topics similar to a title", () => {
  test("share most of its words, in title or tags, the part number first; each with its state", async () => {
    const same = await write("Hi3861 串口打印乱码怎么办");
    const tagged = await write("打印出来是乱码", { tags: ["Hi3861", "串口"] });
    const inText = await write("求助一个问题", { content: "Hi3861 串口打印乱码" });
    const little = await write("串口线推荐");
    await gateway().database.update(topics).set({ solved: true, replies: 3 }).where(eq(topics.id, same));
    const found = await similar("Hi3861 的串口打印是乱码");
    expect(found.map(({ tid }) => tid)).toEqual([same, tagged]);
    expect([inText, little].some((tid) => found.some((topic) => topic.tid === tid))).toBe(false);
    expect(found[0]).toMatchObject({
      title: "Hi3861 串口打印乱码怎么办",
      solved: true,
      replies: 3,
      section: { fid: section.fid },
    });
    expect(found[1]?.solved).toBe(false);
  });

  test("are five at most, those of the title's section first", async () => {
    for (let number = 1; number <= 4; number += 1) await write("蓝牙网状网组网失败");
    const here: number[] = [];
    for (let number = 1; number <= 3; number += 1)
      here.push(await write("蓝牙网状网组网失败", { where: other }));
    await write("蓝牙网状网组网失败");
    const found = await ids("蓝牙网状网组网失败", other.fid);
    expect(found).toHaveLength(5);
    expect(found.slice(0, 3)).toEqual(here.reverse());
    expect(await ids("蓝牙网状网组网失败")).toHaveLength(5);
  });

  test("are none for a title without meaning, or about an unknown subject", async () => {
    for (const title of ["", "  ", "？？！", "怎么办", "量子纠缠对撞机", "asdfqwer"])
      expect(await ids(title), title).toEqual([]);
  });

  test("are only topics that everybody may read", async () => {
    const tid = await write("电机霍尔换相抖动");
    const { database } = gateway();
    const seen = () => ids("电机霍尔换相抖动");
    expect(await seen()).toEqual([tid]);
    for (const state of [
      { hiddenAt: new Date() },
      { review: "pending" as const },
      { deletedAt: new Date() },
    ]) {
      await database.update(topics).set(state).where(eq(topics.id, tid));
      expect(await seen()).toEqual([]);
      await database
        .update(topics)
        .set({ hiddenAt: null, review: "approved", deletedAt: null })
        .where(eq(topics.id, tid));
    }
    await database.update(sections).set({ closed: true }).where(eq(sections.id, section.fid));
    expect(await seen()).toEqual([]);
    await database.update(sections).set({ closed: false }).where(eq(sections.id, section.fid));
  });

  test("an empty title is refused beside its field; any other text is answered", async () => {
    for (const [request, field] of [
      [{ title: "长".repeat(101) }, "title"],
      [{ title: 5 }, "title"],
      [{}, "title"],
      [{ title: "串口", fid: -1 }, "fid"],
    ] as const) {
      const refusal = await gateway().refused("similarTopics", request, "INVALID_REQUEST");
      expect(Object.keys(refusal.fields ?? {})).toEqual([field]);
    }
    for (const title of ["'", "\\", "a & b | !c", ":*", "<->", "-- drop", '"串口', "C++ C# .NET"])
      await similar(title);
  });
});
