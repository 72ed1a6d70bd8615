import { type UsageMeasure, usagePeopleLeast } from "contract/analytics/constants";
import type { UsageFigures } from "contract/analytics/usage";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { usageDays } from "../../database/schema";

/** The rows of a query. */
export const rowsOf = async <Row>(database: Database, query: SQL): Promise<Row[]> =>
  ((await database.execute(query)) as unknown as { rows: Row[] }).rows;

/**
 * A number as it is told: null where fewer than five people are behind it, and else in steps of five, rounded down.
 * Exact ones would give a hidden one away, as the difference of a whole and its other parts or of two spans of days.
 */
export const figureOf = (amount: number, people = amount): number | null => {
  if (amount === 0) return 0;
  return people >= usagePeopleLeast ? amount - (amount % usagePeopleLeast) : null;
};

interface Sum {
  measure: UsageMeasure;
  amount: number;
  people: number;
}

const measures = ["view", "download", "datasheet", "sample", "buy"] as const;

/** The numbers of one thing, day or source, from its sums. */
export const figuresOf = (sums: readonly Sum[]): UsageFigures =>
  Object.fromEntries(
    measures.map((name) => {
      const sum = sums.find(({ measure }) => measure === name);
      return [name, sum ? figureOf(sum.amount, sum.people) : 0];
    }),
  ) as unknown as UsageFigures;

/**
 * Sums of days by these columns and by measure, with how many people are behind each at least: the most of one row, or
 * the different marks of all.
 */
export const sumsBy = (
  column: SQL,
  where: SQL,
): SQL => sql`select ${column} as name, ${usageDays.measure} as measure,
  sum(${usageDays.amount})::float8 as amount, greatest(max(${usageDays.people}), (
    select count(distinct mark) from unnest(string_to_array(string_agg(array_to_string(${usageDays.marks}, ' '), ' '), ' ')) as mark where mark <> ''
  ))::int as people from ${usageDays} where ${where} group by 1, 2`;
