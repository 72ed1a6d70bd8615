import { createHmac, randomBytes } from "node:crypto";
import {
  type UsageKind,
  type UsageMeasure,
  type UsageSource,
  usagePeopleLeast,
} from "contract/analytics/constants";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { documents, usageDays } from "../../database/schema";
import { keep } from "../../server/answers";
import type { Services } from "../../server/context";

/** What somebody did with one thing. */
export interface Use {
  /** In Beijing time. */
  day: string;
  kind: UsageKind;
  key: string;
  measure: UsageMeasure;
  source: UsageSource;
  /** The browser, or for a search the account or network. It is not stored. */
  who: string;
}

export type KeyServices = Pick<Services, "database" | "now">;

const keyName = "usage-key";
const keyKeptSeconds = 3_600;

/**
 * The secret of the marks, which the first process that needs it makes. It is the database's own: the portal's secret
 * changes, and everybody seen before and after would count twice.
 */
export async function usageKey({ database, now }: KeyServices): Promise<string> {
  return keep({ database, now }, ["usage key"], { seconds: keyKeptSeconds }, async () => {
    const select = () =>
      database.select({ value: documents.value }).from(documents).where(eq(documents.key, keyName));
    const [present] = await select();
    if (present) return String(present.value);
    const value = randomBytes(32).toString("base64url");
    await database.insert(documents).values({ key: keyName, value, updatedAt: now() }).onConflictDoNothing();
    const [stored] = await select();
    return String(stored?.value ?? value);
  });
}

/** The mark of somebody at one thing: of two things nobody can tell that they are the same person's. */
const markOf = (secret: string, { kind, key, who }: Use) =>
  createHmac("sha256", secret).update(`${kind} ${key}\n${who}`).digest("base64url").slice(0, 14);

/** The distinct marks of a stored row and a new one. */
const together = sql`array(select distinct unnest(${usageDays.marks} || excluded.marks))`;
const enough = sql`(${usageDays.people} >= ${usagePeopleLeast} or cardinality(${together}) >= ${usagePeopleLeast})`;

/**
 * Adds uses to the sums of their days, within the caller's transaction. A row has the marks of its people until there
 * are five: then it says so, and the marks are gone.
 */
export async function addUses(inside: Database, secret: string, uses: readonly Use[]): Promise<void> {
  const sums = new Map<string, Omit<Use, "who"> & { amount: number; marks: Set<string> }>();
  for (const use of uses) {
    const { who: _, ...sum } = use;
    const name = [sum.kind, sum.key, sum.day, sum.measure, sum.source].join("\n");
    const before = sums.get(name) ?? { ...sum, amount: 0, marks: new Set() };
    before.amount += 1;
    if (before.marks.size < usagePeopleLeast) before.marks.add(markOf(secret, use));
    sums.set(name, before);
  }
  if (sums.size === 0) return;
  // A fixed order prevents deadlocks between two processes.
  const rows = [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
  await inside
    .insert(usageDays)
    .values(
      rows.map(({ marks, ...row }) => ({
        ...row,
        people: marks.size,
        marks: marks.size >= usagePeopleLeast ? [] : [...marks],
      })),
    )
    .onConflictDoUpdate({
      target: [usageDays.kind, usageDays.key, usageDays.day, usageDays.measure, usageDays.source],
      set: {
        amount: sql`${usageDays.amount} + excluded.amount`,
        people: sql`case when ${enough} or excluded.people >= ${usagePeopleLeast} then ${usagePeopleLeast} else cardinality(${together}) end`,
        marks: sql`case when ${enough} or excluded.people >= ${usagePeopleLeast} then '{}' else ${together} end`,
      },
    });
}
