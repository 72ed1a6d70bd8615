import { createHmac, randomBytes } from "node:crypto";
import { subtractTime } from "contract/base/time";
import { and, eq, gt, inArray, like, lt, notInArray, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { documents, searchMarks, searchQueries } from "../database/schema";
import type { Job } from "../jobs";
import { keep } from "../server/answers";
import type { GatewaySettings, Services } from "../server/context";

/** Searches and their anonymous marks are kept for this time. */
const keepDays = 7;
/** The count of people stops at this number. */
const peopleMaximum = 1_000;
const keyKeptSeconds = 3_600;

/** Begins the keys of the documents with the weekly secrets. */
export const searchKeyPrefix = "search-key:";
const weekOf = (now: Date) => Math.floor(now.getTime() / (keepDays * 86_400_000));

/** The identity of an account for counting searches. */
export const accountSearching = (id: number) => `account ${id}`;

/** The secret of a week. The first process that needs it creates it, and all processes share it. */
function keyOf(database: Database, week: number, now: Date): Promise<string> {
  return keep({ database, now: () => now }, ["search key", week], { seconds: keyKeptSeconds }, async () => {
    const key = `${searchKeyPrefix}${week}`;
    const select = () =>
      database.select({ value: documents.value }).from(documents).where(eq(documents.key, key));
    const [present] = await select();
    if (present) return String(present.value);
    const value = randomBytes(32).toString("base64url");
    await database.insert(documents).values({ key, value, updatedAt: now }).onConflictDoNothing();
    const [stored] = await select();
    return String(stored?.value ?? value);
  });
}

/**
 * Records that somebody searched for a text, and updates the number of people in the last seven days. A mark is a keyed
 * hash of text and person together, so nobody can connect one person's searches. The key consists of the portal's
 * secret and a weekly secret, which is deleted later. A mark with an older secret is replaced, so nobody counts twice.
 * @param text see foldQuery
 */
export async function markSearch(
  { database, settings }: { database: Database; settings: Pick<GatewaySettings, "secrets"> },
  text: string,
  who: string,
  now: Date,
): Promise<void> {
  const week = weekOf(now);
  const secrets = settings.secrets?.length ? settings.secrets : [""];
  const mark = (secret: string, key: string) =>
    createHmac("sha256", `${secret}${key}`).update(`${text}\n${who}`).digest("base64url");
  const keys = await Promise.all([keyOf(database, week, now), keyOf(database, week - 1, now)]);
  const [mine = "", ...before] = keys.flatMap((key) => secrets.map((secret) => mark(secret, key)));
  const at = now.toISOString();
  const since = subtractTime(now, keepDays, "day");
  const others = database
    .select({ one: sql`1` })
    .from(searchMarks)
    .where(
      and(
        eq(searchMarks.text, text),
        gt(searchMarks.at, since),
        notInArray(searchMarks.mark, [mine, ...before]),
      ),
    )
    .limit(peopleMaximum);
  await database.execute(sql`
    with gone as (delete from ${searchMarks} where text = ${text} and mark = any(${sql.param(before)}::text[])),
      marked as (insert into ${searchMarks} (text, mark, at) values (${text}, ${mine}, ${at})
        on conflict (text, mark) do update set at = greatest(${searchMarks.at}, excluded.at))
    insert into ${searchQueries} (text, people, last_at)
      values (${text}, 1 + (select count(*)::int from (${others}) as others), ${at})
      on conflict (text) do update set people = excluded.people,
        last_at = greatest(${searchQueries.lastAt}, excluded.last_at)`);
}

/** Deletes searches, marks and their weekly secrets after seven days. */
async function forget({ database, now }: Services): Promise<void> {
  const before = subtractTime(now(), keepDays, "day");
  const week = weekOf(now());
  await database.delete(searchMarks).where(lt(searchMarks.at, before));
  await database.delete(searchQueries).where(lt(searchQueries.lastAt, before));
  const keys = await database
    .select({ key: documents.key })
    .from(documents)
    .where(like(documents.key, `${searchKeyPrefix}%`));
  const old = keys.filter(({ key }) => Number(key.slice(searchKeyPrefix.length)) < week - 1);
  if (old.length > 0)
    await database.delete(documents).where(
      inArray(
        documents.key,
        old.map(({ key }) => key),
      ),
    );
}

/** Runs once a day. */
export const searchMarksJob: Job = { name: "search-marks", everySeconds: 86_400, run: forget };
