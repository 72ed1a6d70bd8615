import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallResponse } from "contract";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { main } from "gateway/content/export/cli";
import { loadContentPack } from "gateway/content/load/load-pack";
import { contentVersions, moderationLog } from "gateway/database/schema";
import { verifyLog } from "gateway/moderation/verify-log";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { startEditing } from "../support/edited-catalogue";
import { startGateway } from "../support/gateway";
import { isWhole } from "../support/tier";

/**
 * Whatever editors do to products by form, table, pack and restoring, in any order: what they saved is kept, what stands
 * is what was published last, an export says what stands, and the log is whole.
 */

const { gateway, call, make, stands, save, load, change } = startEditing(beforeEach);
/** Another portal, in which nothing stands. */
const empty = startGateway({}, beforeEach);
const kind = "products" as const;

/** What the edits change of a product. */
interface Said {
  summary: string;
  current: string;
}
interface Product {
  key: string;
  /** The file of the pack that has it. */
  file: string | null;
  saved: Map<number, Said>;
  newest: Said;
  published: Said;
  isWithdrawn: boolean;
  /** Its last change came from a pack, and the next one changes it too. */
  isOfPack: boolean;
  /** What a pack says otherwise. */
  conflict: Said | null;
  /** What the pack's file says. */
  inPack: Said;
}

const edits = [
  "save",
  "saveLate",
  "publish",
  "table",
  "tablePublished",
  "tableLate",
  "pack",
  "keepOwn",
  "takePack",
  "restore",
  "withdraw",
] as const;
type Edit = (typeof edits)[number];
const logged = { publishContent: 0, withdrawContent: 0, decideContent: 0 };

const bodyOf = ({ summary, current }: Said, params: unknown) => ({
  summary,
  params: { ...(params as object), current },
});
const saidBy = (body: Record<string, unknown>): Said => ({
  summary: String(body.summary),
  current: String((body.params as Record<string, unknown> | undefined)?.current ?? ""),
});
const versionIn = ({ body }: { body: unknown }) => (body as { version: number }).version;

async function known(key: string, file: string | null): Promise<Product> {
  const said = saidBy((await stands(kind, key)).body);
  return {
    key,
    file,
    saved: file ? new Map() : new Map([[1, said]]),
    newest: said,
    published: said,
    isWithdrawn: false,
    isOfPack: file !== null,
    conflict: null,
    inPack: said,
  };
}

/** The product as the form has it, with what it says changed. */
async function typed(product: Product, said: Said) {
  const { body } = await stands(kind, product.key);
  return bodyOf(said, body.params);
}

function savedAs(product: Product, version: number, said: Said) {
  // The first version of a pack's product is what the pack said.
  if (product.saved.size === 0 && version === 2) product.saved.set(1, product.newest);
  product.saved.set(version, said);
  product.newest = said;
  product.isOfPack = false;
}

/** A row of the table as its form posts it. */
async function row(product: Product, current: string) {
  const table = (await call("contentTable", { class: 11 })).body as CallResponse<"contentTable">;
  const shown = table.products.find(({ key }) => key === product.key);
  return { key: product.key, base: shown?.base, values: { ...shown?.values, current } };
}
async function write(rows: object[], publish: boolean) {
  const answer = await call("changeContentTable", { class: 11, rows, publish });
  return answer.body as CallResponse<"changeContentTable">;
}

/** Does one edit, whose words are of this number alone, and says in the model what it must lead to. */
async function edit(product: Product, name: Edit, number: number): Promise<void> {
  const { key } = product;
  const said = { summary: `第 ${number} 次写的`, current: `${number} mA` };
  const saveIt = async () => {
    const answer = await save(kind, key, await typed(product, said));
    expect(answer.status).toBe(200);
    savedAs(product, versionIn(answer), said);
  };
  const publishNewest = async () => {
    const { version } = await stands(kind, key);
    const answer = await call("publishContent", { kind, key, version });
    expect(answer.status).toBe(version === 0 ? 400 : 200);
    if (version === 0) return;
    product.published = product.newest;
    product.isWithdrawn = false;
    logged.publishContent += 1;
  };
  switch (name) {
    case "save":
      return saveIt();
    case "saveLate": {
      const { body, version, standing } = await stands(kind, key);
      await saveIt();
      const late = { ...body, ...bodyOf({ ...said, summary: "来晚了" }, body.params) };
      const answer = await call("saveContent", { kind, key, base: version, standing, body: late });
      expect([answer.status, answer.body]).toMatchObject([409, { errorCode: "EDIT_CONFLICT" }]);
      return;
    }
    case "publish":
      return publishNewest();
    case "table":
    case "tablePublished": {
      if (product.isWithdrawn) return;
      const publish = name === "tablePublished";
      const { written } = await write([await row(product, said.current)], publish);
      expect(written).toBe(1);
      savedAs(product, (await stands(kind, key)).version, { ...product.newest, current: said.current });
      if (!publish) return;
      product.published = product.newest;
      logged.publishContent += 1;
      return;
    }
    case "tableLate": {
      if (product.isWithdrawn) return;
      const filled = await row(product, `${number + 500} mA`);
      await saveIt();
      const { written, changes } = await write([filled], true);
      expect([written, changes[0]?.fields[0]?.conflict]).toEqual([0, true]);
      return;
    }
    case "pack": {
      if (!product.file) return;
      await change(
        `summary: ${product.inPack.summary}\n`,
        `summary: ${said.summary}\n`,
        `products/${product.file}.md`,
      );
      product.inPack = { ...product.inPack, summary: said.summary };
      await load();
      if (product.isOfPack) {
        product.published = product.inPack;
        product.newest = product.inPack;
        product.isWithdrawn = false;
      } else product.conflict = product.inPack;
      return;
    }
    case "keepOwn":
    case "takePack": {
      if (!product.conflict) return;
      const { conflict } = await stands(kind, key);
      const take = name === "keepOwn" ? "own" : "pack";
      const answer = await call("decideContent", { kind, key, take, seen: conflict?.at });
      expect(answer.status).toBe(200);
      logged.decideContent += 1;
      if (take === "pack") {
        savedAs(product, (await stands(kind, key)).version, product.conflict);
        product.published = product.newest;
        product.isWithdrawn = false;
        product.isOfPack = true;
      }
      product.conflict = null;
      return;
    }
    case "restore": {
      const versions = [...product.saved.keys()];
      const version = versions[number % versions.length];
      if (version === undefined) return;
      const answer = await call("restoreContent", { kind, key, version });
      expect(answer.status).toBe(200);
      savedAs(product, versionIn(answer), product.saved.get(version) as Said);
      return;
    }
    case "withdraw": {
      // The others name this one.
      if (product.isWithdrawn || key === "100") return;
      expect((await call("withdrawContent", { kind, key })).status).toBe(200);
      product.isWithdrawn = true;
      product.isOfPack = false;
      logged.withdrawContent += 1;
    }
  }
}

async function expectAsSaid(product: Product) {
  const { key, newest, published, isWithdrawn, conflict } = product;
  const piece = await stands(kind, key);
  expect([key, saidBy(piece.body)]).toEqual([key, newest]);
  expect([key, piece.conflict !== null]).toEqual([key, conflict !== null]);
  expect([key, piece.state]).toEqual([key, isWithdrawn ? "withdrawn" : "published"]);
  if (isWithdrawn) return;
  const page = await gateway().ok("productInfo", { id: Number(key) });
  expect([key, page.summary, JSON.stringify(page).includes(published.current)]).toEqual([
    key,
    published.summary,
    true,
  ]);
}

async function expectAllKept(product: Product) {
  const rows = await gateway()
    .database.select()
    .from(contentVersions)
    .where(and(eq(contentVersions.kind, kind), eq(contentVersions.key, product.key)));
  const kept = new Map(rows.map(({ version, body }) => [version, saidBy(body as Record<string, unknown>)]));
  for (const [version, said] of product.saved) expect([version, kept.get(version)]).toEqual([version, said]);
}

/** The export, loaded into the other portal. */
async function exportToOther(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "content-random-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const lines: string[] = [];
  const code = await main([folder], gateway().services, (line) => lines.push(line));
  expect([code, lines.join("\n")]).toEqual([0, expect.any(String)]);
  await loadContentPack(empty().services, folder, { demo: false });
  return folder;
}

const runs = isWhole ? 8 : 1;
const length = isWhole ? 60 : 30;
const walk = fc.array(fc.tuple(fc.nat(2), fc.constantFrom(...edits)), {
  minLength: length,
  maxLength: length,
});

it.each(fc.sample(walk, { numRuns: runs, seed: 20_261_127 }).map((steps, index) => [index, steps] as const))(
  "products that are edited in every way, walk %i",
  async (_, steps) => {
    Object.assign(logged, { publishContent: 0, withdrawContent: 0, decideContent: 0 });
    const chip = { class: 11, kind: "chip", state: "production", since: "2026-01-01" };
    const own = await make("products", {
      ...chip,
      title: "站内芯片",
      summary: "站内的芯片",
      params: { current: "9 mA" },
    });
    logged.publishContent += 1;
    const products = [await known("100", "a100"), await known("200", "a200"), await known(own, null)];
    for (const [index, [which, name]] of steps.entries()) {
      const product = products[which] as Product;
      await edit(product, name, index + 1);
      for (const each of products) await expectAsSaid(each);
    }
    // A draft that nobody published is in no export.
    for (const [index, product] of products.entries()) await edit(product, "save", length + index + 1);
    for (const product of products) await expectAllKept(product);

    const log = await gateway().database.select().from(moderationLog);
    const actions = Object.keys(logged) as (keyof typeof logged)[];
    expect(
      Object.fromEntries(actions.map((name) => [name, log.filter(({ action }) => action === name).length])),
    ).toEqual(logged);
    expect((await verifyLog(gateway().database)).broken).toEqual([]);

    const folder = await exportToOther();
    for (const { key, published, isWithdrawn } of products) {
      const { status, body } = await empty().call("productInfo", { id: Number(key) }, null);
      expect([key, status]).toEqual([key, isWithdrawn ? 404 : 200]);
      if (isWithdrawn) continue;
      const page = body as CallResponse<"productInfo">;
      expect([key, page.summary, JSON.stringify(page).includes(published.current)]).toEqual([
        key,
        published.summary,
        true,
      ]);
    }
    // It says what stands here: loaded where it came from it changes nothing.
    expect((await loadContentPack(gateway().services, folder, { demo: false })).changes).toEqual({});
    for (const product of products) {
      const { body } = await stands(kind, product.key);
      expect([product.key, saidBy(body)]).toEqual([product.key, product.newest]);
    }
  },
);
