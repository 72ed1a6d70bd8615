import { readFile } from "node:fs/promises";
import { inArray, sql } from "drizzle-orm";
import { posts, topics } from "gateway/database/schema";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { startDemo } from "../support/demo-gateway";

interface Expected {
  query: string;
  kind: string;
  topics: string[];
}

const gateway = startDemo();
let queries: Expected[];
let keys: Map<number, string>;
beforeAll(async () => {
  queries = parse(await readFile("tests/fixtures/search/queries.yaml", "utf8")) as Expected[];
  const rows = await gateway().database.select({ id: topics.id, key: topics.packKey }).from(topics);
  keys = new Map(rows.map(({ id, key }) => [id, key ?? ""]));
});

const keysOf = (ids: number[]) => ids.map((id) => keys.get(id) ?? "");

/** The share of the expected topics that are among the first ten. */
const recall = (expected: string[], found: string[]) =>
  expected.filter((key) => found.slice(0, 10).includes(key)).length / expected.length;
const mean = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

async function searched({ query }: Expected): Promise<string[]> {
  const answer = await gateway().ok("fullTextSearch", { text: query });
  return keysOf(answer.topics.map(({ tid }) => tid));
}

/** Results of a search without an index of words: the typed text anywhere in a title or a post, newest first. */
async function containing({ query }: Expected): Promise<string[]> {
  const pattern = `%${query.replace(/[\\%_]/g, "\\$&")}%`;
  const { database } = gateway();
  const inPosts = database
    .select({ id: posts.topicId })
    .from(posts)
    .where(sql`${posts.source} ilike ${pattern}`);
  const rows = await database
    .select({ id: topics.id })
    .from(topics)
    .where(sql`${topics.title} ilike ${pattern} or ${inArray(topics.id, inPosts)}`)
    .orderBy(sql`${topics.createdAt} desc`)
    .limit(10);
  return keysOf(rows.map(({ id }) => id));
}

async function recalls(
  chosen: Expected[],
  find: (expected: Expected) => Promise<string[]>,
): Promise<number[]> {
  const measured: number[] = [];
  for (const each of chosen) measured.push(recall(each.topics, await find(each)));
  return measured;
}

test("the test set is valid: existing topics, no query twice, at least sixty", () => {
  expect(queries.length).toBeGreaterThanOrEqual(60);
  expect(new Set(queries.map(({ query }) => query)).size).toBe(queries.length);
  const known = new Set(keys.values());
  for (const { topics: expected } of queries) {
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThanOrEqual(10);
    for (const key of expected) expect(known).toContain(key);
  }
});

test("95 % of the expected topics are among the first ten", async () => {
  const measured = await recalls(queries, searched);
  const missed = queries.filter((_, index) => (measured[index] ?? 0) < 1).map(({ query }) => query);
  expect(mean(measured), `missing something: ${missed.join(" · ")}`).toBeGreaterThanOrEqual(0.95);
});

test("for several words the search finds far more than a search for the typed text", async () => {
  const several = queries.filter(({ kind }) => kind === "words");
  expect(several.length).toBeGreaterThanOrEqual(20);
  const [own, plain] = [mean(await recalls(several, searched)), mean(await recalls(several, containing))];
  expect(own).toBeGreaterThanOrEqual(plain + 0.3);
});
