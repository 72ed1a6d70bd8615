import { readFile } from "node:fs/promises";
import { gt } from "drizzle-orm";
import { productParts, products, sections, tags } from "gateway/database/schema";
import { correctNames } from "gateway/search/correct";
import { foldQuery } from "gateway/search/query";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { startDemo } from "../support/demo-gateway";
import { isSampled } from "../support/tier";

const gateway = startDemo();
let names: string[];
let keys: Set<string>;
const keyOf = (text: string) => foldQuery(text).replace(/[\s._-]/g, "");

beforeAll(async () => {
  const { database } = gateway();
  const rows = await Promise.all([
    database.select({ name: tags.name }).from(tags).where(gt(tags.topics, 0)),
    database.select({ name: products.name }).from(products),
    database.select({ name: sections.name }).from(sections),
    database.select({ name: productParts.number }).from(productParts),
  ]);
  names = [...new Set(rows.flat().map(({ name }) => name))];
  keys = new Set(names.map(keyOf));
});

/** A name with each two different neighbours swapped, without those that give another name or the same spelling. */
function swappedIn(name: string): string[] {
  const characters = [...name];
  return characters.slice(1).flatMap((second, at) => {
    const swapped = [...characters];
    [swapped[at], swapped[at + 1]] = [second, characters[at] ?? ""];
    const text = swapped.join("").trim();
    return keyOf(text) === keyOf(name) || keys.has(keyOf(text)) ? [] : [text];
  });
}

describe("a mistyped name", () => {
  test("every entry of the test set is found, or offered", async () => {
    const cases = parse(await readFile("tests/fixtures/search/corrections.yaml", "utf8")) as {
      typed: string;
      meant: string | null;
    }[];
    for (const { typed, meant } of cases) {
      const answer = await gateway().ok("fullTextSearch", { text: typed, kind: "all" });
      expect(answer.suggestion, typed).toBe(meant);
      if (meant === null) expect(answer.total, typed).toBe(0);
      else {
        const found = await gateway().ok("fullTextSearch", { text: meant, kind: "all" });
        expect(found.total, meant).toBeGreaterThan(0);
        // Without results of its own the page shows the corrected results at once.
        if (answer.corrected)
          expect(answer.topics.map(({ tid }) => tid)).toEqual(found.topics.map(({ tid }) => tid));
        else expect(answer.partial || answer.total < 3, typed).toBe(true);
      }
    }
  });

  test("every existing name with two swapped neighbours is corrected", async () => {
    const { services } = gateway();
    expect(names.length).toBeGreaterThan(100);
    const lost: string[] = [];
    for (const name of names.filter((each) => isSampled(each, 5)))
      for (const typed of swappedIn(name)) {
        const meant = keyOf((await correctNames(services, typed)) ?? "");
        // If two names are equally near, either is right.
        const near =
          meant === keyOf(name) || (keys.has(meant) && swappedIn(meant).map(keyOf).includes(keyOf(typed)));
        if (!near) lost.push(`${typed} (${name}) → ${meant}`);
      }
    expect(lost).toEqual([]);
  });

  test("existing names, quantities, phrases and excluded words are not corrected", async () => {
    const { services } = gateway();
    for (const name of names.filter((each) => isSampled(each, 5))) {
      const meant = await correctNames(services, name);
      expect(keyOf(meant ?? name), name).toBe(keyOf(name));
    }
    for (const text of ["", " ", "3.3V", "100W", '"Hi3681"', "串口 -Hi3681", "的", "?"])
      expect(await correctNames(services, text), text).toBeNull();
  });
});

describe("meaningless text", () => {
  test("finds nothing, in any kind of results, also if one word of it exists", async () => {
    const nonsense = ["asdfqwer", "asdf qwer 芯片", "量子纠缠 超导 飞船 串口", "qwer zxcv", "嘎嘎嘎啊啊"];
    for (const text of nonsense)
      for (const kind of ["topics", "posts", "products", "resources", "news", "videos"] as const) {
        const answer = await gateway().ok("fullTextSearch", { text, kind });
        expect([answer.total, answer.suggestion, answer.partial], `${kind} ${text}`).toEqual([
          0,
          null,
          false,
        ]);
      }
  });

  test("with half of its words found gives results, and the answer says that they match half", async () => {
    const answer = await gateway().ok("fullTextSearch", { text: "asdfqwer 串口" });
    expect(answer.partial).toBe(true);
    expect(answer.topics.length).toBeGreaterThan(0);
  });
});
