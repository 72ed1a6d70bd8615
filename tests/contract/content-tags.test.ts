import { loadContentPack } from "gateway/content/load/load-pack";
import { ContentPackError, describeProblem } from "gateway/content/pack/problems";
import { tags } from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import { changePack, copyPack, type PackChange } from "../support/content";
import { expectExactCounters } from "../support/counters";
import { startGateway } from "../support/gateway";

const gateway = startGateway();
const load = (folder: string) => loadContentPack(gateway().services, folder, { demo: true });
const tagMap = async () =>
  (await gateway().ok("tagMap", {})).groups.map(({ name, tags: placed }) => [
    name,
    placed.map((tag) => `${tag.name} ${tag.summary}`),
  ]);
const rows = async () =>
  (await gateway().database.select().from(tags)).sort((one, other) => one.id - other.id);

/** The map's file, from lines of `group: name|summary, …`. */
const mapFile = (groups: Record<string, [string, string][]>) =>
  JSON.stringify({
    groups: Object.entries(groups).map(([name, list]) => ({
      name,
      tags: list.map(([tag, summary]) => ({ name: tag, summary })),
    })),
  });

describe("tags.yaml", () => {
  it("makes the map; a second load changes nothing, and a changed file updates it", async () => {
    const first = mapFile({
      接口: [
        ["uart", "串口"],
        ["I2C", "两线总线"],
      ],
      系统: [["LiteOS", "轻量内核"]],
    });
    const folder = await copyPack({ "tags.yaml": first });
    await load(folder);
    expect((await tagMap()).map(([name]) => name)).toEqual(["接口", "系统"]);
    const before = await rows();
    await load(folder);
    expect(await rows()).toEqual(before);

    await changePack(folder, {
      "tags.yaml": mapFile({ 内核: [["LiteOS", "华为轻量内核"]], 接口: [["UART", "串口与乱码"]] }),
    });
    await load(folder);
    expect(await tagMap()).toEqual([
      ["内核", ["LiteOS 华为轻量内核"]],
      ["接口", ["UART 串口与乱码"]],
    ]);
    // A tag that left the map keeps its row, its id and its summary.
    expect((await rows()).find(({ name }) => name === "I2C")).toMatchObject({
      groupName: "",
      summary: "两线总线",
    });
    expect((await rows()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));

    await changePack(folder, { "tags.yaml": null });
    await load(folder);
    expect((await tagMap()).length).toBe(2);
    await expectExactCounters(gateway().database);
  });

  it.each<[string, PackChange, RegExp]>([
    [
      "a tag in two groups",
      mapFile({ 甲: [["UART", "一"]], 乙: [["uart", "二"]] }),
      /tags\.yaml.*tags\.name.*“uart”已经用在 分组“甲”/,
    ],
    [
      "two groups of one name",
      "groups:\n  - { name: 甲, tags: [{ name: a, summary: 一 }] }\n  - { name: 甲, tags: [{ name: b, summary: 二 }] }\n",
      /tags\.yaml:3.*另一个分组/,
    ],
    ["a group without tags", "groups: [{ name: 甲, tags: [] }]", /分组里没有标签/],
    ["a tag that nobody could write", mapFile({ 甲: [["a#b", "一"]] }), /标签里有特殊字符/],
    ["a tag without a summary", "groups: [{ name: 甲, tags: [{ name: UART }] }]", /缺少这一项/],
  ])("refuses %s, and says where", async (_, file, message) => {
    const error = await load(await copyPack({ "tags.yaml": file })).catch((reason: unknown) => reason);
    if (!(error instanceof ContentPackError)) throw new Error("the pack was loaded");
    expect(error.problems.map(describeProblem).join("\n")).toMatch(message);
  });
});
