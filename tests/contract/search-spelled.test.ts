import { readFile } from "node:fs/promises";
import type { CatalogueKind } from "contract/search/constants";
import { productNotices, topics } from "gateway/database/schema";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { startDemo } from "../support/demo-gateway";

interface Expected {
  of: CatalogueKind | "topics" | "list" | "suggest";
  query: string;
  kind: string;
  first?: true;
  ids: (number | string)[];
}

const gateway = startDemo();
let queries: Expected[];
let keys: Map<number, string>;
beforeAll(async () => {
  const text = await readFile("tests/fixtures/search/spelled-otherwise.yaml", "utf8");
  queries = parse(text) as Expected[];
  const rows = await gateway().database.select({ id: topics.id, key: topics.packKey }).from(topics);
  keys = new Map(rows.map(({ id, key }) => [id, key ?? ""]));
});

async function found({ of, query }: Expected): Promise<(number | string)[]> {
  if (of === "suggest")
    return (await gateway().ok("searchSuggest", { text: query })).products.map(({ id }) => id);
  if (of === "list") {
    const pages = [1, 2].map((page) => gateway().ok("searchResource", { text: query, page }));
    return (await Promise.all(pages)).flatMap((list) =>
      list.resources.map(({ pk_rm_resource }) => pk_rm_resource),
    );
  }
  const answer = await gateway().ok("fullTextSearch", { text: query, kind: of });
  const some =
    of === "topics"
      ? answer.topics.map(({ tid }) => keys.get(tid) ?? "")
      : of === "notices"
        ? answer.notices.map(({ number }) => number)
        : answer[of].map(({ id }) => id);
  return some.slice(0, 10);
}

test("the test set has at least sixty queries, some of each kind, none twice, about existing things", async () => {
  expect(queries.length).toBeGreaterThanOrEqual(60);
  expect(new Set(queries.map(({ of, query }) => `${of} ${query}`)).size).toBe(queries.length);
  for (const kind of ["traditional", "package", "parameter", "size", "notice", "files", "homophone", "unit"])
    expect(queries.filter((each) => each.kind === kind).length, kind).toBeGreaterThanOrEqual(4);
  const numbers = await gateway().database.select({ number: productNotices.number }).from(productNotices);
  const known = new Set([...keys.values(), ...numbers.map(({ number }) => number)]);
  for (const id of queries.flatMap(({ ids }) => ids)) if (typeof id === "string") expect(known).toContain(id);
});

test("95 % of the expected results are among the first ten, in any spelling", async () => {
  const recalls: number[] = [];
  const missed: string[] = [];
  for (const expected of queries) {
    const ids = await found(expected);
    const recall = expected.ids.filter((id) => ids.includes(id)).length / expected.ids.length;
    recalls.push(recall);
    const { of, query, first } = expected;
    if (recall < 1 || (first && ids[0] !== expected.ids[0]))
      missed.push(`${of} ${query}: ${expected.ids.join(",")} → ${ids.join(",")}`);
    if (first) expect.soft(ids[0], query).toBe(expected.ids[0]);
  }
  const mean = recalls.reduce((sum, each) => sum + each, 0) / recalls.length;
  expect(mean, missed.join("\n")).toBeGreaterThanOrEqual(0.95);
});
