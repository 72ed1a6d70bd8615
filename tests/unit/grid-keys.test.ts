import { describe, expect, it } from "vitest";
import { cellsOf } from "~/screens/moderator/editing/table/grid-keys";

describe("a block that is pasted from a spreadsheet", () => {
  it.each([
    ["one row", "1\t2", [["1", "2"]]],
    [
      "rows with a last line end",
      "1\t2\r\n3\t4\r\n",
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    [
      "empty cells",
      "\t2\n3\t\n",
      [
        ["", "2"],
        ["3", ""],
      ],
    ],
    [
      "a cell with line ends and quotes",
      '"多\n行 ""引"""\t2\n3\t4',
      [
        ['多 行 "引"', "2"],
        ["3", "4"],
      ],
    ],
    ["a quote inside a plain cell", '5" 屏\t2', [['5" 屏', "2"]]],
    ["an empty row in between", "1\n\n3\n", [["1"], [""], ["3"]]],
  ])("is read: %s", (_what, text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });
});
