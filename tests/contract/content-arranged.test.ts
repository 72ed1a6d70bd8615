import { asc, eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { sections } from "gateway/database/schema";
import { beforeEach, expect, it } from "vitest";
import { changePack, copyPack } from "../support/content";
import { type Member, startGateway } from "../support/gateway";

const gateway = startGateway({}, beforeEach);

let admin: Member;
let folder: string;
const load = () => loadContentPack(gateway().services, folder, { demo: false });
const orderOf = async () =>
  (
    await gateway()
      .database.select({ id: sections.id, group: sections.groupName })
      .from(sections)
      .orderBy(asc(sections.position))
  ).map(({ id, group }) => [id, group]);
const row = async (id: number) => {
  const [found] = await gateway().database.select().from(sections).where(eq(sections.id, id));
  return found;
};
/** What a load says of sections; it also names people without an account. */
const said = ({ notices }: { notices: string[] }) => notices.filter((each) => each.startsWith("版块"));

beforeEach(async () => {
  admin = await gateway().member({ admin: true });
  folder = await copyPack({});
  await load();
});

/** Gives the pack a section that stands before another of its group. */
const addNewSection = () =>
  changePack(folder, {
    "sections.yaml": (text) =>
      text.replace(
        "      - { key: board",
        "      - { key: fresh, id: 13, name: 新来的, summary: 新来的事 }\n      - { key: board",
      ),
  });

it("a load leaves names of one section that were changed here, and nothing else", async () => {
  const form = { fid: 11, name: "无线与射频", group: "甲组", icon: "tool", template: "**频段：**" };
  await gateway().ok("updateSection", form, admin);
  await changePack(folder, {
    "sections.yaml": (text) =>
      text.replace("name: 无线,", "name: 无线通信,").replace("name: 板子,", "name: 开发板,"),
  });
  expect(said(await load())).toEqual(["版块「无线通信」的名称、图标和发帖模板在站内改过，保留站内的"]);
  expect(await row(11)).toMatchObject({ name: "无线与射频", icon: "tool", questionTemplate: "**频段：**" });
  expect(await row(12)).toMatchObject({ name: "开发板" });
});

it("a load leaves the arrangement, and puts its new sections behind", async () => {
  await gateway().ok("placeSectionGroup", { group: "乙组", place: 1 }, admin);
  await gateway().ok("placeSection", { fid: 12, place: 1 }, admin);
  const arranged = [
    [21, "乙组"],
    [12, "甲组"],
    [11, "甲组"],
  ];
  expect(await orderOf()).toEqual(arranged);
  await addNewSection();
  expect(said(await load())).toContain(
    "版块的分区和顺序在站内调整过，保留站内的；内容包的新版块排在本分区最后",
  );
  expect(await orderOf()).toEqual([...arranged, [13, "甲组"]]);
  await load();
  expect(await orderOf()).toEqual([...arranged, [13, "甲组"]]);
});

it("a load leaves all places after one change, and puts a new section into the renamed group", async () => {
  const { database } = gateway();
  await addNewSection();
  const ofPack = [
    [11, "甲组"],
    [13, "甲组"],
    [12, "甲组"],
    [21, "乙组"],
  ];
  await load();
  expect(await orderOf()).toEqual(ofPack);
  await gateway().ok("renameSectionGroup", { group: "乙组", name: "丙组" }, admin);
  await changePack(folder, {
    "sections.yaml": (text) =>
      text.replace(
        "      - { key: news",
        "      - { key: later, id: 22, name: 后来的, summary: 后来的事 }\n      - { key: news",
      ),
  });
  await load();
  const renamed = [...ofPack.slice(0, 3), [21, "丙组"], [22, "丙组"]];
  expect(await orderOf()).toEqual(renamed);
  await load();
  expect(await orderOf()).toEqual(renamed);

  await database.update(sections).set({ placedAt: null });
  await load();
  await database.delete(sections).where(eq(sections.id, 22));
  expect(await orderOf()).toEqual(ofPack);
  const { name = "", icon = "", questionTemplate = "" } = (await row(11)) ?? {};
  const form = { fid: 11, name, group: "乙组", icon, template: questionTemplate };
  await gateway().ok("updateSection", form, admin);
  const moved = [
    [13, "甲组"],
    [12, "甲组"],
    [21, "乙组"],
    [11, "乙组"],
  ];
  expect(await orderOf()).toEqual(moved);
  await load();
  expect(await orderOf()).toEqual([...moved, [22, "乙组"]]);
});

it("a section of the portal keeps its number: a pack that wants it is refused by its name", async () => {
  const blank = { summary: "说明", icon: "", rules: "", template: "" };
  await gateway().ok("createSection", { ...blank, fid: 14, name: "站内的", group: "甲组" }, admin);
  await addNewSection();
  await changePack(folder, {
    "sections.yaml": (text) => text.replace("key: fresh, id: 13", "key: taken, id: 14"),
  });
  await expect(load()).rejects.toMatchObject({
    problems: expect.arrayContaining([
      expect.objectContaining({ message: "编号 14 已经属于在站内新建的版块「站内的」" }),
    ]),
  });
  expect(await row(14)).toMatchObject({ name: "站内的" });
});
