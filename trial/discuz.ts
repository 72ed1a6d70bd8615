import { type OpenDatabase, openPostgres } from "gateway/database/open";
import { type Board, password } from "../tests/support/discuz/board";
import { PlainBrowser } from "../tests/support/plain-browser";
import { startPortal } from "../tests/support/running-portal";
import { signInWithPassword } from "../tests/support/sign-in";
import { wrongCounters } from "../tests/support/wrong-counters";
import { oldAddresses, pictures } from "./old-addresses";
import { boardPosts, type ImportRun, type Moving, startMoving } from "./old-board";
import type { Part, Report } from "./report";

const boards = [
  { version: "3.4", charset: "gbk", name: "x34" },
  { version: "3.5", charset: "utf8mb4", name: "x35" },
] as const;
/** Posts that somebody writes on the board between two runs. */
const laterPosts = 50;
const wantedRate = 300;
/** A run of 20,000 posts may have this much more memory in its last quarter than in its second. */
const growthMaximum = 60;

const growthOf = ({ cost: { quarters } }: ImportRun) => (quarters[3] ?? Number.NaN) - (quarters[1] ?? 0);

const counted = [
  "topics",
  "posts",
  "accounts",
  "likes",
  "favorites",
  "follows",
  "inner_messages",
  "topic_tags",
];

async function totals({ ask }: Moving, database: string): Promise<string> {
  const columns = counted.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(", ");
  return JSON.stringify((await ask(database, `select ${columns}`))[0]);
}

/** A digest of everything that a run with nothing new leaves as it is. */
async function digest({ ask }: Moving, database: string): Promise<string> {
  const sums = [...counted, "uploads", "imported_ids", "sections", "post_attachments", "review_items"].map(
    (table) =>
      `(select count(*) || ' ' || coalesce(sum(('x' || substr(md5(to_json(t)::text), 1, 15))::bit(60)::bigint), 0) from ${table} t) as ${table}`,
  );
  return JSON.stringify((await ask(database, `select ${sums.join(", ")}`))[0]);
}

/** The number of stored counters that differ from their rows. */
async function wrongOnes(url: string): Promise<number> {
  const open: OpenDatabase = await openPostgres(url);
  try {
    const { likeNotices: _, ...wrong } = await wrongCounters(open.database);
    for (const [name, rows] of Object.entries(wrong))
      if (rows.length > 0) console.error(name, rows.slice(0, 3));
    return Object.values(wrong).flat().length;
  } finally {
    await open.close();
  }
}

/** Attachments that texts do not name exactly once. */
async function misnamed({ ask }: Moving, database: string): Promise<number> {
  const files = await ask<{ id: number; name: string; kind: string }>(
    database,
    "select id, file_name as name, kind from uploads",
  );
  const texts = (await ask<{ source: string }>(database, "select source from posts")).map(
    ({ source }) => source,
  );
  const named = new Map<string, number>();
  for (const [, address = ""] of texts.flatMap((text) => [
    ...text.matchAll(/\/gateway\/((?:files\/[0-9a-f]{32})|(?:attachments\/\d+))/g),
  ]))
    named.set(address, (named.get(address) ?? 0) + 1);
  // Pictures with one content share an address.
  const wanted = new Map<string, number>();
  for (const { id, name, kind } of files) {
    const address = kind === "image" ? `files/${name.split(".")[0]}` : `attachments/${id}`;
    wanted.set(address, (wanted.get(address) ?? 0) + 1);
  }
  return [...wanted].filter(([address, count]) => named.get(address) !== count).length;
}

/** Quotes whose link does not lead to the quoted post. */
async function wrongQuotes(
  { ask }: Moving,
  database: string,
  board: Board,
): Promise<{ all: number; wrong: number }> {
  const rows = await ask<{ old_id: number; new_id: number; parent_id: number; source: string }>(
    database,
    "select i.old_id::int, i.new_id::int, i.parent_id::int, p.source from imported_ids i join posts p on p.id = i.new_id where i.kind = 'post'",
  );
  const posts = new Map(rows.map((row) => [row.old_id, row]));
  let [all, wrong] = [0, 0];
  for (const table of ["forum_post", "forum_post_1", "forum_post_2", "forum_post_3"])
    for (const { pid, message } of board.rows[table] ?? []) {
      const own = posts.get(Number(pid));
      const quoted = posts.get(Number(/goto=findpost&pid=(\d+)/.exec(String(message))?.[1]));
      if (!own || !quoted) continue;
      all += 1;
      const address = `/hsforum/thread-${quoted.parent_id}-1-1.html?pid=${quoted.new_id}#post-${quoted.new_id}`;
      // The quoted one is the one that the old number names.
      if (!own.source.includes(address) || !quoted.source.startsWith(`第 ${quoted.old_id} 帖。`)) wrong += 1;
    }
  return { all, wrong };
}

/** The number of members who do not get in with their old password, or get in with another. */
async function wrongPasswords({ ask }: Moving, database: string, origin: string): Promise<number> {
  const uids = Array.from({ length: 20 }, (_, at) => 20 + at);
  const isIn = (uid: number, typed: string) =>
    signInWithPassword(new PlainBrowser(origin), { account: `uid${uid}@old.example`, password: typed }).then(
      () => true,
      () => false,
    );
  let wrong = 0;
  for (const uid of uids) {
    if (await isIn(uid, `${password(uid)}x`)) wrong += 1;
    // The second time by the portal's own hash.
    if (!(await isIn(uid, password(uid))) || !(await isIn(uid, password(uid)))) wrong += 1;
  }
  const [row] = await ask<{ old: number }>(
    database,
    "select count(*)::int as old from accounts where email = any($1) and password_hash not like '$argon2id$%'",
    [uids.map((uid) => `uid${uid}@old.example`)],
  );
  return wrong + (row?.old ?? 0);
}

async function tryBoard(report: Report, moving: Moving, { version, charset, name }: (typeof boards)[number]) {
  const of = (what: string) => `X ${version}：${what}`;
  const board = await moving.board(version, name, { charset });
  const [texts, whole] = [`${name}_texts`, `${name}_whole`];
  for (const database of [texts, whole]) await moving.create(database);

  const plain = await moving.import(name, texts, { files: false });
  const posts = plain.came.帖子 ?? 0;
  report.figure(of("帖子"), posts, "条", { atLeast: boardPosts * 0.9 });
  report.figure(of("只有文字，每秒"), posts / plain.seconds, "条", { atLeast: wantedRate });
  report.figure(of("只有文字，本进程的处理器时间"), plain.cost.processorSeconds, "s");
  report.figure(of("只有文字，内存最高"), plain.cost.megabytes, "MB");
  report.figure(of("最后四分之一比第二个多用的内存"), growthOf(plain), "MB", { atMost: growthMaximum });

  for (const share of [0.3, 0.6]) {
    const { code } = await moving.import(name, whole, { killAt: posts * share });
    report.figure(of(`到 ${share * 100} % 时被杀死`), Number(code === null), "", { exactly: 1 });
  }
  const rest = await moving.import(name, whole);
  const remaining = rest.came.帖子 ?? 0;
  report.figure(of("连同附件，余下的每秒"), remaining / rest.seconds, "条");
  report.figure(of("连同附件，余下的处理器时间"), rest.cost.processorSeconds, "s");
  report.figure(of("连同附件，余下的附件"), rest.came.附件 ?? 0, "个");
  report.figure(of("连同附件，内存最高"), rest.cost.megabytes, "MB");
  report.figure(of("连同附件，最后四分之一多用的内存"), growthOf(rest), "MB", { atMost: growthMaximum });
  const isSame = (await totals(moving, texts)) === (await totals(moving, whole));
  report.figure(of("杀死过的与没有杀死过的相同"), Number(isSame), "", { exactly: 1 });
  if (!isSame) console.error(await totals(moving, texts), await totals(moving, whole));
  report.figure(of("不对的计数"), await wrongOnes(moving.urlOf(whole)), "个", { exactly: 0 });
  report.figure(of("不是恰好出现一次的附件"), await misnamed(moving, whole), "个", { exactly: 0 });
  const quotes = await wrongQuotes(moving, whole, board);
  report.figure(of("引用"), quotes.all, "处", { atLeast: 100 });
  report.figure(of("引用指错的"), quotes.wrong, "处", { exactly: 0 });

  const before = await digest(moving, whole);
  const again = await moving.import(name, whole);
  report.figure(of("再运行一次，用了"), again.seconds, "s");
  report.figure(of("再运行一次，新的"), Object.keys(again.came).length, "种", { exactly: 0 });
  const unchanged = (await digest(moving, whole)) === before;
  report.figure(of("再运行一次，数据库不变"), Number(unchanged), "", { exactly: 1 });
  await moving.board(version, name, { charset, posts: boardPosts + laterPosts });
  const more = await moving.import(name, whole);
  report.figure(of(`新写 ${laterPosts} 帖以后带来的`), more.came.帖子 ?? 0, "条", { exactly: laterPosts });
  report.figure(of("这以后不对的计数"), await wrongOnes(moving.urlOf(whole)), "个", { exactly: 0 });

  const portal = await startPortal({
    DATABASE_URL: moving.urlOf(whole),
    DEMO: "0",
    RATE_LIMIT_SCALE: "1000",
  });
  try {
    const addresses = await oldAddresses(moving, whole, board, portal.origin);
    report.figure(of("旧地址"), addresses.all, "个", { atLeast: 400 });
    report.figure(of("答错的旧地址"), addresses.wrong, "个", { exactly: 0 });
    const shown = await pictures(moving, whole, portal.origin);
    report.figure(of("图片和头像"), shown.all, "张", { atLeast: 20 });
    report.figure(of("头像"), shown.avatars, "张", { atLeast: 1 });
    report.figure(of("打不开的图片和头像"), shown.wrong, "张", { exactly: 0 });
    report.figure(of("密码不对的会员"), await wrongPasswords(moving, whole, portal.origin), "人", {
      exactly: 0,
    });
  } finally {
    await portal.stop();
  }
}

/** Moves two boards in, each killed twice on the way, and looks at everything that came. */
export const part: Part = {
  about: `X 3.4（GBK）和 X 3.5 的旧论坛，各 ${boardPosts} 帖，从 MariaDB 到 PostgreSQL，途中杀死两次`,
  async run(report) {
    const moving = await startMoving();
    try {
      for (const one of boards) await tryBoard(report, moving, one);
    } finally {
      await moving.stop();
    }
  },
};
