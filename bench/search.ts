/**
 * `npm run bench -- search`: compares the time of a search in a forum of 1,000,000 posts with that in one of 10,000,
 * over the queries of tests/fixtures/search, through the gateway's call on real PostgreSQL. The median may be at most
 * 3 times the small forum's.
 */
import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { TestGateway } from "../tests/support/test-gateway";
import { openScaleForums, type ScaleForum } from "./scale-databases";
import { fillTexts } from "./search-texts";

const allowed = 3;
const rounds = 5;

interface Query {
  query: string;
  kind: string;
}

/** Additional kinds of queries: mistyped names, and titles for similar topics during typing. */
const [mistyped, similar] = ["打错的", "相似的帖子"];
const isSearch = ({ kind }: Query) => kind !== mistyped && kind !== similar;

async function readQueries(): Promise<Query[]> {
  const read = async (name: string) =>
    parse(await readFile(`tests/fixtures/search/${name}.yaml`, "utf8")) as unknown;
  const searches = (await read("queries")) as Query[];
  const corrections = (await read("corrections")) as { typed: string }[];
  return [
    ...searches,
    ...corrections.map(({ typed }) => ({ query: typed, kind: mistyped })),
    ...searches.filter(({ kind }) => kind === "words").map(({ query }) => ({ query, kind: similar })),
  ];
}

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const sorted = (numbers: number[]) => [...numbers].sort((one, other) => one - other);

/** The median milliseconds of each query, after a first round that fills the caches. */
async function measure({ open }: ScaleForum, queries: Query[]): Promise<number[]> {
  const gateway = new TestGateway(open.database);
  const times: number[][] = queries.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { query, kind }] of queries.entries()) {
      const start = performance.now();
      if (kind === similar) await gateway.ok("similarTopics", { title: query });
      else await gateway.ok("fullTextSearch", { text: query });
      if (round > 0) times[index]?.push(performance.now() - start);
    }
  }
  return times.map((each) => at(sorted(each), 0.5));
}

/** Prints the table. The process fails when the cost of a search grows with the forum. */
export async function measureSearch(): Promise<void> {
  const queries = await readQueries();
  const { small, large, close } = await openScaleForums("search", fillTexts);
  try {
    const [few, many] = [await measure(small, queries), await measure(large, queries)];
    const kinds = ["全部", ...new Set(queries.map(({ kind }) => kind))];
    const rows = kinds.map((kind) => {
      const own = (times: number[]) =>
        sorted(
          times.filter((_, index) => {
            const query = queries[index];
            return query && (kind === "全部" ? isSearch(query) : query.kind === kind);
          }),
        );
      const [one, other] = [own(few), own(many)];
      return {
        查询: kind,
        个数: one.length,
        [`p50 ms，${small.name}`]: at(one, 0.5).toFixed(1),
        [`p50 ms，${large.name}`]: at(other, 0.5).toFixed(1),
        "p50 倍数": (at(other, 0.5) / at(one, 0.5)).toFixed(2),
        "p95 ms，大": at(other, 0.95).toFixed(1),
      };
    });
    console.table(rows);
    const slowest = many
      .map((time, index) => ({ time, query: queries[index]?.query ?? "" }))
      .sort((one, other) => other.time - one.time);
    console.log(
      `最慢的：${slowest
        .slice(0, 8)
        .map(({ time, query }) => `${query} ${time.toFixed(0)} ms`)
        .join("，")}`,
    );
    const searches = (times: number[]) =>
      sorted(times.filter((_, index) => queries[index] && isSearch(queries[index])));
    const ratio = at(searches(many), 0.5) / at(searches(few), 0.5);
    if (ratio > allowed)
      throw new Error(`大论坛里的搜索是小论坛的 ${ratio.toFixed(2)} 倍，应不超过 ${allowed} 倍`);
  } finally {
    await close();
  }
}
