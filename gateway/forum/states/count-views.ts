import { logWarning } from "contract/base/log";
import { sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { topics } from "../../database/schema";
import { transact } from "../../database/transact";
import { heatOf } from "./heat";

/** Views are counted in memory and written together, so that readers do not wait for a write. */
const flushAfterViews = 50;
const flushAfterMilliseconds = 3_000;

interface Pending {
  views: Map<number, number>;
  count: number;
  timer: NodeJS.Timeout | null;
  writing: Promise<void>;
}
const pendingByDatabase = new WeakMap<Database, Pending>();

function pendingOf(database: Database): Pending {
  const existing = pendingByDatabase.get(database);
  if (existing) return existing;
  const pending: Pending = { views: new Map(), count: 0, timer: null, writing: Promise.resolve() };
  pendingByDatabase.set(database, pending);
  return pending;
}

function add(pending: Pending, tid: number, views: number): void {
  pending.views.set(tid, (pending.views.get(tid) ?? 0) + views);
  pending.count += views;
}

async function write(database: Database, pending: Pending): Promise<void> {
  const { views } = pending;
  if (views.size === 0) return;
  pending.views = new Map();
  pending.count = 0;
  const rows = [...views]
    .sort(([one], [other]) => one - other)
    .map(([tid, gained]) => sql`(${tid}::bigint, ${gained}::int)`);
  const [likes, replies, favorites] = [sql`viewed.likes`, sql`viewed.replies`, sql`viewed.favorites`];
  const heat = heatOf(
    { likes, replies, favorites, views: sql`viewed.views + gained.views` },
    sql`extract(epoch from viewed.created_at)`,
  );
  const statement = sql`update ${topics} as viewed set views = viewed.views + gained.views, heat = ${heat}
    from (values ${sql.join(rows, sql`, `)}) as gained (id, views) where viewed.id = gained.id`;
  try {
    await transact(database, (transaction) => transaction.execute(statement));
  } catch (error) {
    for (const [tid, gained] of views) add(pending, tid, gained);
    throw error;
  }
}

/** Writes the counted views. The server calls this before it stops; tests call it to read them. */
export function flushViews(database: Database): Promise<void> {
  const pending = pendingOf(database);
  if (pending.timer) clearTimeout(pending.timer);
  pending.timer = null;
  pending.writing = pending.writing.catch(() => {}).then(() => write(database, pending));
  return pending.writing;
}

/** Counts views of a topic; they are written within seconds. A missing topic has no views. */
export function countView(database: Database, tid: number, views = 1): void {
  const pending = pendingOf(database);
  add(pending, tid, views);
  const inBackground = () => {
    flushViews(database).catch((error: unknown) => logWarning("[网关] 浏览数暂未写入，稍后再试", error));
  };
  if (pending.count >= flushAfterViews) inBackground();
  else pending.timer ??= setTimeout(inBackground, flushAfterMilliseconds).unref();
}
