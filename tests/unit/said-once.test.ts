import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { productStanding, supportedUntil } from "~/format/standing";

const screens = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join("app", file), "utf8") }));
const having = (pattern: RegExp) => screens.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

describe("the state of a thing is worded in one place", () => {
  test("for a version's support, and for a product that was taken down", () => {
    expect(supportedUntil(null)).toBe("未定");
    expect(supportedUntil("2029-07-31")).toBe("到 2029-07-31");
    expect(productStanding({ state: "production" })).toBe("量产");
    expect(productStanding({ state: "production", delisted: true })).toBe("已下架");
  });

  test("no screen words states itself", () => {
    // Filters show the choices themselves.
    const filters = /^screens\/activities\/list\//;
    const filesWith = (choices: string) =>
      having(new RegExp(`\\b${choices}\\b`)).filter((file) => !filters.test(file));
    expect(filesWith("productStates")).toEqual(["format/standing.ts"]);
    expect(filesWith("versionStates")).toEqual(["format/standing.ts"]);
    expect(filesWith("activityStates")).toEqual(["activities/words.ts"]);
  });

  test("no screen words the end of a version's support itself", () => {
    for (const file of having(/resourceSupport|ResourceVersion/).filter((each) => each.endsWith(".tsx")))
      expect(screens.find((screen) => screen.file === file)?.text, file).not.toMatch(
        /until\s*(?:\?\?|\?\s*`|\?\s*")/,
      );
  });
});
