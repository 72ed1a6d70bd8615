import { readFile } from "node:fs/promises";
import type { CallInput } from "contract";
import type { CatalogueKind } from "contract/search/constants";
import { eq } from "drizzle-orm";
import { news, products, resources, videos } from "gateway/database/schema";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { startDemo } from "../support/demo-gateway";

interface Expected {
  of: keyof typeof tables;
  query: string;
  kind: string;
  first?: true;
  ids: number[];
}

const gateway = startDemo();
let queries: Expected[];
beforeAll(async () => {
  queries = parse(await readFile("tests/fixtures/search/catalogue-queries.yaml", "utf8")) as Expected[];
});

const tables = { products, resources, news, videos };

async function search(fields: CallInput<"fullTextSearch">) {
  return gateway().ok("fullTextSearch", fields);
}
async function ids(
  of: Exclude<CatalogueKind, "notices">,
  text: string,
  fields: Partial<CallInput<"fullTextSearch">> = {},
) {
  const answer = await search({ text, kind: of, ...fields });
  return answer[of].map(({ id }) => id);
}

describe("the test set of queries", () => {
  test("is valid: existing things, none twice, at least forty", async () => {
    expect(queries.length).toBeGreaterThanOrEqual(40);
    expect(new Set(queries.map(({ of, query }) => `${of} ${query}`)).size).toBe(queries.length);
    for (const [of, table] of Object.entries(tables)) {
      const known = new Set(
        (await gateway().database.select({ id: table.id }).from(table)).map(({ id }) => id),
      );
      for (const expected of queries.filter((each) => each.of === of))
        for (const id of expected.ids) expect(known).toContain(id);
    }
  });

  test("finds 95 % of the expected results among the first ten, and order numbers at the very top", async () => {
    const recalls: number[] = [];
    const missed: string[] = [];
    for (const { of, query, ids: wanted, first } of queries) {
      const found = (await ids(of, query)).slice(0, 10);
      const recall = wanted.filter((id) => found.includes(id)).length / wanted.length;
      recalls.push(recall);
      if (recall < 1) missed.push(`${of} ${query} → ${found.join(",")}`);
      if (first) expect(found[0], query).toBe(wanted[0]);
    }
    const mean = recalls.reduce((sum, each) => sum + each, 0) / recalls.length;
    expect(mean, missed.join(" · ")).toBeGreaterThanOrEqual(0.95);
  });
});

describe("a search in everything", () => {
  test("gives the best few of each kind with their number; an order number's product comes first", async () => {
    const found = await search({ text: "WS63V100-Q40", kind: "all" });
    expect(found.products[0]).toMatchObject({ id: 110101, parts: ["WS63V100-Q40", "WS63V100-Q40T"] });
    const light = await search({ text: "星闪", kind: "all" });
    for (const kind of ["products", "resources", "news", "videos", "topics"] as const) {
      const count = light.counts.find((each) => each.kind === kind);
      expect(count?.total).toBeGreaterThan(0);
      expect(light[kind].length).toBeGreaterThan(0);
      expect(light[kind].length).toBeLessThanOrEqual(count?.total ?? 0);
      // The tab of the kind has the same number.
      expect((await search({ text: "星闪", kind })).total).toBe(count?.total);
    }
    expect(light.tags.map(({ name }) => name)).toContain("星闪");
    expect(light.facets).toBeNull();
  });

  test("leaves out partial matches if there are full ones", async () => {
    const found = await search({ text: "气压计 楼层", kind: "all" });
    expect(found.partial).toBe(false);
    expect(found.news.map(({ id }) => id)).toContain(46);
    const some = await search({ text: "气压传感器 量子纠缠", kind: "all" });
    expect(some.partial).toBe(true);
    expect(some.products.length).toBeGreaterThan(0);
    const nothing = await search({ text: "zzqqzz", kind: "all" });
    expect([nothing.total, nothing.counts.filter(({ total }) => total > 0)]).toEqual([0, []]);
  });

  test("for topics finds the same, in the same order", async () => {
    const all = await search({ text: "Hi3861 低功耗", kind: "all" });
    const topics = await search({ text: "Hi3861 低功耗" });
    expect(all.topics.map(({ tid }) => tid)).toEqual(topics.topics.slice(0, 8).map(({ tid }) => tid));
    expect(topics.products).toEqual([]);
  });
});

describe("filters", () => {
  const total = (facets: { value: string; total: number | null }[] | undefined, value: string) =>
    facets?.find((each) => each.value === value)?.total;

  test("each facet counts the results under the other filters, and its number is right", async () => {
    const all = await search({ text: "数据手册", kind: "resources" });
    const vision = total(all.facets?.classId, "12");
    expect(vision).toBeGreaterThan(0);
    expect(vision).toBeLessThan(all.total);
    const narrowed = await search({ text: "数据手册", kind: "resources", classId: 12 });
    expect(narrowed.total).toBe(vision);
    // Other classes can still be chosen, and the chosen one has its count.
    expect(total(narrowed.facets?.classId, "11")).toBe(total(all.facets?.classId, "11"));
    for (const name of ["levelId", "fileType", "year"] as const)
      for (const choice of narrowed.facets?.[name] ?? []) {
        const value = name === "fileType" ? choice.value : Number(choice.value);
        const both = await search({ text: "数据手册", kind: "resources", classId: 12, [name]: value });
        expect(both.total, `${name} ${choice.value}`).toBe(choice.total);
        expect(both.total).toBeGreaterThan(0);
      }
  });

  test("products are filtered by class, state and year; a class includes its subclasses", async () => {
    const all = await search({ text: "星闪", kind: "products" });
    const beneath = await ids("products", "星闪", { classId: 11 });
    const deeper = await ids("products", "星闪", { classId: 1101 });
    expect(deeper.length).toBeGreaterThan(0);
    expect(beneath).toEqual(expect.arrayContaining(deeper));
    const made = await search({ text: "星闪", kind: "products", state: "production" });
    expect(made.products.every(({ state }) => state === "production")).toBe(true);
    expect(made.total).toBe(total(all.facets?.state, "production"));
    const none = await search({ text: "星闪", kind: "products", classId: 14 });
    expect(none.total).toBe(0);
  });

  test("newest first orders by date", async () => {
    const { resources: found } = await search({ text: "应用笔记", kind: "resources", order: "newest" });
    const dates = found.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
  });
});

describe("hidden content", () => {
  test("content that was taken down and news with a later date are not found", async () => {
    const { database } = gateway();
    expect(await ids("news", "气压计测楼层")).toEqual([46]);
    const [{ date } = { date: new Date(0) }] = await database
      .select({ date: news.date })
      .from(news)
      .where(eq(news.id, 46));
    const dateIt = (at: Date) => database.update(news).set({ date: at }).where(eq(news.id, 46));
    const delist = (at: Date | null) =>
      database.update(products).set({ delistedAt: at }).where(eq(products.id, 160206));
    // The next files use the same demo.
    onTestFinished(async () => {
      await dateIt(date);
      await delist(null);
    });
    await dateIt(new Date(Date.now() + 86_400_000));
    expect(await ids("news", "气压计测楼层")).not.toContain(46);
    expect((await ids("products", "PB1820"))[0]).toBe(160206);
    await delist(new Date());
    expect(await ids("products", "PB1820")).not.toContain(160206);
    const suggested = await gateway().ok("searchSuggest", { text: "PB1820" });
    expect([suggested.parts, suggested.products]).toEqual([[], []]);
  });
});

describe("suggestions and files", () => {
  test("order numbers and products are suggested, with any signs in the text", async () => {
    const typed = await gateway().ok("searchSuggest", { text: "ws63v100 q" });
    expect(typed.parts.map(({ number }) => number)).toEqual(["WS63V100-Q40", "WS63V100-Q40T"]);
    expect(typed.parts[0]?.productId).toBe(110101);
    const suggestions = await gateway().ok("searchSuggest", { text: "气压" });
    expect(suggestions.parts).toEqual([]);
    // The chip comes before its modules, although their names are shorter.
    expect((await gateway().ok("searchSuggest", { text: "hi3861" })).products[0]).toMatchObject({
      name: "Hi3861V100",
    });
  });

  test("a video's signed addresses open the file, and the types of files are counted", async () => {
    const video = await gateway().ok("videoUrl", { id: 1 });
    const file = await gateway().fetch(video.url, { headers: { range: "bytes=0-3" } });
    expect([file.status, file.headers.get("content-type")]).toEqual([206, "video/webm"]);
    expect((await gateway().fetch(video.captions ?? "")).status).toBe(200);
    await gateway().refused("videoUrl", { id: 4_711 }, "VIDEO_NOT_FOUND");
    const { fileTypes } = await gateway().ok("fileType", {});
    const listed = await gateway().database.select({ type: resources.fileType }).from(resources);
    expect(fileTypes.reduce((sum, { total }) => sum + total, 0)).toBe(listed.length);
    expect(fileTypes.map(({ fileType }) => fileType)).toEqual(expect.arrayContaining(["pdf", "zip"]));
  });
});
