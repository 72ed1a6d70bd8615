import { eq, sql } from "drizzle-orm";
import { posts, topics } from "gateway/database/schema";
import { candidatesOf } from "gateway/search/candidates";
import { windowMark, windowSizes } from "gateway/search/index/document";
import { readQuery } from "gateway/search/query";
import { forget } from "gateway/server/answers";
import { expect, test } from "vitest";
import { startGateway } from "../support/gateway";

const gateway = startGateway();

/** Ids far enough apart for every size of window; the last one makes the narrowest three sizes worth a look. */
const ids = [10, 40_000, 130_000, 135_000, 139_900, 140_000];

test("a large forum is searched from the newest ids to the oldest: each match once, also one without marks", async () => {
  const { database, services } = gateway();
  const author = await gateway().member();
  const section = await gateway().section();
  const tids: number[] = [];
  const pids: number[] = [];
  for (const id of ids) {
    for (const table of ["topics", "posts"])
      await database.execute(sql`select setval(${`${table}_id_seq`}::regclass, ${id})`);
    const { tid } = await gateway().topic(author, section, { title: "段落里的蓝牙信标" });
    const { pid } = await gateway().reply(author, tid, { content: "信标换成五倍间隔的广播" });
    tids.unshift(tid);
    pids.unshift(pid);
  }
  // A document of an earlier version has no mark of the narrowest window.
  const [newest = 0] = tids;
  const mark = windowMark(windowSizes[0], Math.floor(newest / windowSizes[0]));
  await database
    .update(topics)
    .set({ search: sql`ts_delete(${topics.search}, ${mark})` })
    .where(eq(topics.id, newest));
  forget(services, { effect: "adds" });
  const query = await readQuery(services.texts, "信标");
  const look = (kind: "topics" | "posts") => candidatesOf(database, services.now(), query, "every", {}, kind);
  const found = await look("topics");
  expect(found.topics.map(({ tid }) => tid).sort((one, other) => other - one)).toEqual(tids);
  expect(found.posts.map(({ pid }) => pid).reverse()).toEqual(pids);
  // Texts that nobody may read are no matches in any stretch.
  await database.update(topics).set({ hiddenAt: services.now() }).where(eq(topics.id, newest));
  await database
    .update(posts)
    .set({ hiddenAt: services.now() })
    .where(eq(posts.id, pids.at(-1) ?? 0));
  const left = await look("posts");
  expect(left.posts.map(({ pid }) => pid).reverse()).toEqual(pids.slice(1, -1));
  const answer = await gateway().ok("fullTextSearch", { text: "信标", kind: "topics" });
  expect(answer.topics.map(({ tid }) => tid).sort((one, other) => other - one)).toEqual(tids.slice(1));
  expect([answer.total, answer.more]).toEqual([tids.length - 1, false]);
});
