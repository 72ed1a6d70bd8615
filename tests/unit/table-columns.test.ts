import { readCell } from "gateway/content/tables/reading/cells";
import { readTable } from "gateway/content/tables/reading/read-file";
import { describe, expect, it } from "vitest";
import { csvOf } from "~/format/csv";
import { columnTitle, firstColumns, type Parameter } from "~/screens/moderator/editing/table/columns";

const parameter = (key: string, name: string, more: Partial<Parameter> = {}): Parameter => ({
  key,
  name,
  unit: "",
  type: "text",
  choices: [],
  ...more,
});

describe("a table's file", () => {
  it.each([...firstColumns, "power"])("keeps a parameter apart that is called %s", (name) => {
    const parameters = [parameter("odd", name), parameter("power", "功耗")];
    const heads = parameters.map(columnTitle(parameters));
    const file = csvOf([
      [...firstColumns, ...heads],
      ["7", "芯片", "已发布", "v1", "新", "低"],
    ]);
    const products = [{ key: "7", title: "芯片", values: { odd: "旧", power: "低" } }];
    const { changed, problems } = readTable(file, { parameters, products });
    expect([problems, changed.map(({ cells }) => Object.keys(cells))]).toEqual([[], [["odd"]]]);
  });

  it.each(["=1+1", "＝1", "＋1", "－1", "＠1", "@x", "-1+2"])("has %s back as it stands", (text) => {
    const parameters = [parameter("odd", "备注")];
    const file = csvOf([
      [...firstColumns, "备注"],
      ["7", "芯片", "已发布", "v1", text],
    ]);
    const products = [{ key: "7", title: "芯片", values: { odd: text } }];
    expect(readTable(file, { parameters, products })).toMatchObject({ changed: [], problems: [] });
  });
});

describe("a cell of choices", () => {
  const choices = ["A、B", "A", "C；D", "E"];
  it.each([
    ["A、B", ["A、B"]],
    ["A、B、E", ["A、B", "E"]],
    ["E | C；D", ["C；D", "E"]],
    ["A；E", ["A", "E"]],
  ])("%s is read with choices that have separators", (typed, value) => {
    const read = readCell(typed, parameter("odd", "选项", { type: "choice", choices }));
    expect(typeof read === "string" ? read : [...(read.value as string[])].sort()).toEqual([...value].sort());
  });
});
