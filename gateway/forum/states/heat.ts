import { type SQL, sql } from "drizzle-orm";
import { topics } from "../../database/schema";

/** The weights of a reply, a like, a favourite and a view in a topic's heat. */
const worth = { replies: 4, likes: 3, favorites: 5, views: 0.05 } as const;
export type Counted = keyof typeof worth;

/**
 * A topic that is newer by this time is as hot as one with ten times its points: three days, in seconds.
 */
const tenfoldSeconds = 3 * 86_400;

/**
 * A topic's heat, the order of the hot list:
 *
 *     heat = log10(1 + 4·replies + 3·likes + 5·favourites + 0.05·views) + posted / 3 days
 *
 * `posted` is in seconds since 1970. The points count by their logarithm and the time linearly, so a topic falls behind
 * newer ones without any update, and an index gives the order of the list. The heat is stored; each write that changes
 * a counter updates it in the same statement.
 *
 * The counters and the seconds may be columns, expressions or numbers.
 */
export function heatOf(counters: Record<Counted, SQL | number>, seconds: SQL | number): SQL {
  const term = (value: SQL | number) => (typeof value === "number" ? sql.raw(String(value)) : value);
  const points = (Object.keys(worth) as Counted[]).map(
    (name) => sql`${term(worth[name])} * (${term(counters[name])})`,
  );
  return sql`log((1 + ${sql.join(points, sql` + `)})::double precision) + (${term(seconds)})::double precision / ${term(tenfoldSeconds)}`;
}

/** The heat of a new topic, which has no points yet. */
export function freshHeat(posted: Date): number {
  return posted.getTime() / 1000 / tenfoldSeconds;
}

/** The time of a topic's posting, in seconds. */
export const postingTime = sql`extract(epoch from ${topics.createdAt})`;

/**
 * The columns that an update of `topics` sets to change its counters, with the new heat. Every write that changes a
 * counter of the heat uses this.
 */
export function countOnTopic(
  changes: Partial<Record<Counted, number>>,
): { [Name in Counted]?: SQL } & { heat: SQL } {
  const after = (name: Counted) => sql`${topics[name]} + ${changes[name] ?? 0}::int`;
  const counters = {
    replies: after("replies"),
    likes: after("likes"),
    favorites: after("favorites"),
    views: after("views"),
  };
  const changed = (Object.keys(counters) as Counted[]).filter((name) => changes[name] !== undefined);
  return {
    ...Object.fromEntries(changed.map((name) => [name, counters[name]])),
    heat: heatOf(counters, postingTime),
  };
}

/** The points from which a new topic is hot: some replies, likes and favourites. */
const hotPoints = 30;

/**
 * Whether a topic is hot now: it has replies, and at least the heat of a topic from this moment with thirty points. A
 * topic without replies is never hot, however many views it has.
 */
export const isHot = sql<boolean>`(${topics.replies} > 0 and ${topics.heat} >= ${sql.raw(String(Math.log10(1 + hotPoints)))} + extract(epoch from now())::double precision / ${sql.raw(String(tenfoldSeconds))})`;
