import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ContentKind, contentKindNames } from "contract/content/kinds/words";
import { describe, expect, it } from "vitest";
import { declaredSearch, declaredUrl, isShared } from "../../app/navigation/declared-query";
import { endpoints } from "../../app/navigation/endpoints";
import { screens } from "../../app/navigation/screens";
import { publicPath } from "../../app/screens/moderator/editing/piece-address";

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join("app", name), "utf8") }));
/** The screens' modules with the queries that their schemas read, by the path in the screen's row. */
const modules = import.meta.glob<{ loader?: { reads?: string[] } }>("../../app/screens/**/*.tsx");
async function readBy(file: string): Promise<string[]> {
  const module = await modules[`../../app/${file}`]?.();
  return module?.loader?.reads ?? [];
}
const everywhere = ["policy", "view", "disclaimer", "from"];

describe("the queries that an address reads", () => {
  it("are in each row those of its screen's schema", async () => {
    for (const file of new Set(screens.map((screen) => screen.file))) {
      const rows = screens.filter((screen) => screen.file === file && screen.query !== "all");
      const declared = new Set(rows.flatMap(({ query }) => [...query]));
      if (rows.length > 0) expect([...declared].sort(), file).toEqual((await readBy(file)).sort());
    }
  });

  it("include every query that code reads by name", async () => {
    const declared = new Set([
      ...everywhere,
      ...[...screens, ...endpoints].flatMap(({ query }) => (query === "all" ? ["id"] : [...query])),
    ]);
    const read = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/(?:searchParams|query)\.(?:get|has)\("(\w+)"\)/g)].map((match) => ({
        name,
        query: match[1] ?? "",
      })),
    );
    for (const name of new Set(screens.map((screen) => screen.file))) {
      for (const query of await readBy(name)) read.push({ name, query });
    }
    expect(read.length).toBeGreaterThan(30);
    expect(read.filter(({ query }) => !declared.has(query))).toEqual([]);
  });

  it("are the only ones that a screen's loader gets", () => {
    for (const screen of screens) {
      if (screen.query === "all") continue;
      const path = (screen.only === "h5" ? "/h5" : "") + screen.path.replace(/:\w+|\*/g, "1");
      const url = new URL(`http://forum.test${path}?utm_source=x&zz=1`);
      for (const name of screen.query) url.searchParams.append(name, "1");
      expect([...declaredUrl(url).searchParams.keys()], path).toEqual([...screen.query]);
    }
  });

  it.each([
    ["/forum/all", "?utm_source=a&page=2&x", "?page=2"],
    ["/forum/all", "?x=1", ""],
    ["/forum/all", "?from=wechat&%70age=%32", "?from=wechat&%70age=%32"],
    ["/FORUM/All/", "?page=2&y=1", "?page=2"],
    ["/h5/tags/3", "?order=new&page=2&order=x&tid=1", "?order=new&page=2&order=x"],
    ["/forum", "?a=1&b=2", "?a=1&b=2"],
    ["/login", "?redirect=%2F&x=1", "?redirect=%2F"],
    ["/no/such", "?x=1&view=Disclaimer", "?x=1&view=Disclaimer"],
    [
      "/forum/all.data",
      "?_routes=root,root,desktop%3A%2Fforum%2Fall,x&page=2",
      "?_routes=root%2Cdesktop%3A%2Fforum%2Fall&page=2",
    ],
    ["/_root.data", "?_routes=x", ""],
    ["/forum/all", "?_routes=root&%=1&%ff=2", ""],
  ])("of %s%s are %j", (path, search, declared) => {
    expect(declaredSearch(path, search)).toBe(declared);
  });
});

/** Kinds without a page of their own, and so without a preview. */
const withoutPage: ContentKind[] = ["navigation", "redirects", "definitions", "holidays"];

describe("what is being written", () => {
  it.each(contentKindNames.filter((kind) => !withoutPage.includes(kind)))(
    "of %s is in no shared cache",
    (kind) => {
      const key = kind === "policies" ? "privacy" : "900000001";
      for (const shell of ["", "/h5"]) {
        const address = shell + publicPath(kind, key, "s".repeat(32));
        expect([address, address.includes("sssss"), isShared(address)]).toEqual([address, true, false]);
        const [page = "", search = ""] = address.split("?", 2);
        expect([address, isShared(`${page}.data?${search}`)]).toEqual([address, false]);
      }
    },
  );

  it.each(["news", "products", "resources", "tags", "lecturers"] as const)(
    "of %s is, once it is published",
    (kind) => {
      expect(isShared(publicPath(kind, "900000001"))).toBe(true);
    },
  );
});
