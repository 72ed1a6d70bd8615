import { count, inArray } from "drizzle-orm";
import type { Database } from "gateway/database/open";
import { accounts, posts } from "gateway/database/schema";
import { runImport } from "gateway/discuz/run/run-import";
import { renderAll } from "gateway/discuz/write/render";
import { Report } from "gateway/discuz/write/report";
import { knownMentions } from "gateway/forum/writing/publish";
import type { JobName } from "gateway/workers/jobs";
import { WorkerLost } from "gateway/workers/lane";
import type { TextWorkers } from "gateway/workers/text-workers";
import { expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import { filesInMemory, makeBoard, tablesInMemory } from "../support/discuz/board";
import { startGateway } from "../support/gateway";

/** What fails while a board comes over. */
const gateway = startGateway();

/** The gateway's workers, with something before each job. */
const watched = (before: (name: JobName, input: { texts: { source: string }[] }) => void): TextWorkers => {
  const { texts } = gateway().services;
  return {
    run(name, input, length, account) {
      before(name, input as never);
      return texts.run(name, input, length, account);
    },
    queued: () => texts.queued(),
    close: () => texts.close(),
  };
};

const options = { links: {}, hosts: [], attachments: {}, hidden: "show" as const };

it("a text that ends its worker comes as it was typed, and those beside it rendered, in their order", async () => {
  const asked: [name: JobName, texts: number][] = [];
  const texts = watched((name, input) => {
    if (name === "renderSeveral") {
      asked.push([name, input.texts.length]);
      if (input.texts.some(({ source }) => source.includes("坏"))) throw new WorkerLost();
    } else if (name === "render") asked.push([name, 1]);
  });
  const all = ["[b]一[/b]", "[b]坏[/b]", "[b]三[/b]"].map((text) => ({ text, options }));
  const rendered = await renderAll({ services: { database: gateway().database, texts } }, all);
  expect(rendered.map(({ html }) => html)).toEqual([
    "<p><strong>一</strong></p>",
    expect.not.stringContaining("<strong>"),
    "<p><strong>三</strong></p>",
  ]);
  expect(rendered[1]?.html).toContain("坏");
  expect(asked).toEqual([
    ["renderSeveral", 3],
    ["renderSeveral", 1],
    ["renderSeveral", 1],
    ["render", 1],
    ["renderSeveral", 1],
  ]);
});

it("a database that is away ends the import instead of making each text plain", async () => {
  const away = Object.assign(new Error("terminating connection"), { code: "57P01" });
  let runs = 0;
  const texts = watched((name) => {
    if (name !== "renderSeveral") return;
    runs += 1;
    throw away;
  });
  const all = ["一", "二"].map((text) => ({ text, options }));
  await expect(renderAll({ services: { database: gateway().database, texts } }, all)).rejects.toBe(away);
  expect(runs).toBe(1);
});

it("more names than a statement has parameters are looked up at once", async () => {
  const { id: uid } = await gateway().member();
  const [row] = await gateway()
    .database.select({ name: accounts.nicknameFolded })
    .from(accounts)
    .where(inArray(accounts.id, [uid]));
  const name = row?.name ?? "";
  const names = [...Array.from({ length: 70_000 }, (_, at) => `没有这个人${at}`), name];
  expect(await knownMentions(gateway().database, names)).toEqual(new Map([[name, uid]]));
});

/** A database whose second piece of posts cannot be written; the statements of others go through. */
function failingAtSecondPiece(database: Database, onPiece: (piece: number) => void): Database {
  let pieces = 0;
  const inside = (transaction: Database): Database =>
    new Proxy(transaction, {
      get(target, key) {
        if (key !== "insert") return Reflect.get(target, key, target);
        return (table: Parameters<Database["insert"]>[0]) => {
          if ((table as unknown) === posts) {
            pieces += 1;
            onPiece(pieces);
            if (pieces === 2) throw new Error("the write failed");
          }
          return target.insert(table);
        };
      },
    });
  return new Proxy(database, {
    get(target, key) {
      if (key !== "transaction") return Reflect.get(target, key, target);
      return (work: (transaction: Database) => Promise<unknown>) =>
        target.transaction((transaction) => work(inside(transaction as unknown as Database)));
    },
  });
}

it("a piece that cannot be written ends the import, though the next is rendered already; the next run brings both", async () => {
  const board = await makeBoard("3.4", { posts: 700, members: 15 });
  const run = async (services: Parameters<typeof runImport>[0]["services"]) => {
    const report = new Report();
    await runImport({
      services,
      tables: tablesInMemory(board),
      files: filesInMemory(board),
      options: { source: "discuz", since: null, hosts: [], hidden: "show", isDryRun: false },
      report,
      progress: () => undefined,
    });
    return report;
  };
  const written = async () => (await gateway().database.select({ all: count() }).from(posts))[0]?.all ?? 0;
  const { services } = gateway();
  const [before, pieces] = [await written(), [] as number[]];
  let rendered = 0;
  const failing = run({
    ...services,
    database: failingAtSecondPiece(services.database, (piece) => pieces.push(piece)),
    texts: watched((name, { texts }) => {
      if (name === "renderSeveral") rendered += texts.length;
    }),
  });
  await expect(failing).rejects.toThrow("the write failed");
  expect(pieces).toEqual([1, 2]);
  const first = (await written()) - before;
  expect(first).toBeGreaterThan(0);
  // The third piece was on its way.
  expect(rendered).toBeGreaterThan(400);
  await expectExactCounters(gateway().database);

  const { came } = await run(services);
  expect(came.帖子).toBeGreaterThan(400);
  await expectExactCounters(gateway().database);
  const all = await written();
  expect((await run(services)).came).toEqual({});
  expect(await written()).toBe(all);
});
