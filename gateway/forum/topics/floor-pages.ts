import { pageSize } from "contract/base/constants";
import { likedPagesMax } from "contract/forum/constants";
import { and, asc, between, desc, eq, gt, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { pageOf } from "../../database/pages";
import { posts } from "../../database/schema";

/** The number of floors, and their order. */
export interface FloorPaging {
  tid: number;
  authorId: number;
  lastFloor: number;
  order: "old" | "new" | "likes";
  only: "author" | undefined;
}

/**
 * The floors to show: a condition and the maximum of floors that meet it; for the author's floors alone, the order of
 * the index scan.
 */
export interface Stretch {
  page: number;
  pages: number;
  previousFrom: number | null;
  nextFrom: number | null;
  /** The numbers of the floors, in the order in which they are shown. */
  floors: number[];
}

/** The position of a floor where the newest come first; floor 1 stays first. The function is its own inverse. */
const turned = (number: number, lastFloor: number) => (number === 1 ? 1 : lastFloor + 2 - number);

/** Page `page`, or the page of `floor`. The topic's counter gives the floor numbers, so all pages cost the same. */
function byNumber({ lastFloor, order }: FloorPaging, page: number, floor: number | undefined): Stretch {
  const place = (number: number) => (order === "new" ? turned(number, lastFloor) : number);
  const pageNumber = floor === undefined ? page : Math.ceil(place(Math.min(floor, lastFloor)) / pageSize);
  const window = pageOf(lastFloor, pageNumber);
  const length = Math.max(0, Math.min(pageSize, lastFloor - window.offset));
  const floors = Array.from({ length }, (_, index) => place(window.offset + index + 1));
  return { page: window.page, pages: window.pages, previousFrom: null, nextFrom: null, floors };
}

/** The floors with the most likes, after floor 1; from an index, on at most `likedPagesMax` pages. */
async function byLikes(
  database: Database,
  { tid, lastFloor }: FloorPaging,
  request: number,
): Promise<Stretch> {
  const pages = Math.min(pageOf(lastFloor, 1).pages, likedPagesMax);
  const page = Math.min(request, pages);
  const isFirst = page === 1;
  const rows = await database
    .select({ floor: posts.floor })
    .from(posts)
    .where(and(eq(posts.topicId, tid), gt(posts.floor, 1)))
    .orderBy(sql`${posts.likes} desc nulls last`, asc(posts.floor))
    .limit(isFirst ? pageSize - 1 : pageSize)
    .offset(isFirst ? 0 : (page - 1) * pageSize - 1);
  const floors = [...(isFirst ? [1] : []), ...rows.flatMap(({ floor }) => floor ?? [])];
  return { page, pages, previousFrom: null, nextFrom: null, floors };
}

/** The floor numbers of one person's posts, read from an index alone. */
async function writtenFloors(
  database: Database,
  { tid, authorId }: FloorPaging,
  bound: SQL,
  downwards: boolean,
  limit: number,
) {
  const rows = await database
    .select({ floor: posts.floor })
    .from(posts)
    .where(and(eq(posts.topicId, tid), eq(posts.authorId, authorId), bound))
    .orderBy(downwards ? desc(posts.floor) : asc(posts.floor))
    .limit(limit);
  return rows.flatMap(({ floor }) => floor ?? []);
}

/**
 * The author's floors from a given one on. The query does not count them all; it finds only where the previous and
 * the next part begin.
 */
async function byAuthor(database: Database, paging: FloorPaging, from: number | undefined): Promise<Stretch> {
  const newest = paging.order === "new";
  const start = from ?? (newest ? paging.lastFloor : 1);
  const onwards = newest ? lte(posts.floor, start) : gte(posts.floor, start);
  const backwards = newest ? gt(posts.floor, start) : lt(posts.floor, start);
  const floors = await writtenFloors(database, paging, onwards, newest, pageSize + 1);
  const before =
    from === undefined ? [] : await writtenFloors(database, paging, backwards, !newest, pageSize);
  return {
    page: 1,
    pages: 1,
    previousFrom: before.at(-1) ?? null,
    nextFrom: floors[pageSize] ?? null,
    floors: floors.slice(0, pageSize),
  };
}

/**
 * Chooses the floors of a topic's page.
 * @param at a page number, a floor that must be on the page, or the first of the author's floors
 */
export function floorStretch(
  database: Database,
  paging: FloorPaging,
  at: { page: number; floor: number | undefined; from: number | undefined },
): Promise<Stretch> | Stretch {
  // A requested floor is found by its number; its likes do not matter.
  if (paging.order === "likes" && !paging.only && at.floor === undefined)
    return byLikes(database, paging, at.page);
  return paging.only ? byAuthor(database, paging, at.floor ?? at.from) : byNumber(paging, at.page, at.floor);
}

/** The condition that selects these floors of a topic by the index on floor numbers. */
export function amongFloors(floors: number[]): SQL | undefined {
  const [low, high] = [Math.min(...floors), Math.max(...floors)];
  return high - low + 1 === floors.length ? between(posts.floor, low, high) : inArray(posts.floor, floors);
}

/** The first and last floor of a topic and those at its quarters, with their dates; none for a topic of one page. */
export async function milestonesOf(database: Database, tid: number, lastFloor: number) {
  if (lastFloor <= pageSize) return [];
  const quarters = [0.25, 0.5, 0.75].map((share) => Math.round(lastFloor * share));
  const rows = await database
    .select({ floor: posts.floor, pid: posts.id, at: posts.createdAt })
    .from(posts)
    .where(and(eq(posts.topicId, tid), inArray(posts.floor, [1, ...quarters, lastFloor])))
    .orderBy(asc(posts.floor))
    .limit(5);
  return rows.map(({ floor, pid, at }) => ({ floor: floor ?? 0, pid, at: at.toISOString() }));
}
