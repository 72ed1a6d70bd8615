/** Collections of products, resources and videos (spec 7.2, Home and Person). */
import { pageSize } from "contract/base/constants";
import type { CollectionKind, collectionCalls } from "contract/collections/calls";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import { collections, courses, lessons, products, resources, videos } from "../database/schema";
import { transact } from "../database/transact";
import { picturesOf } from "../files/pictures/pictures";
import { moveCollected } from "../people/collected";
import { readLevels } from "../resources/levels";
import { resourceRows } from "../resources/rows";
import { accountOf, type CallContext, type HandlersOf } from "../server/context";
import { found } from "../server/refusal";
import { collectedLessons } from "../training/courses/collected";
import { courseRows } from "../training/courses/rows";
import { videoRows } from "../videos/rows";

const places = {
  product: { table: products, missing: "PRODUCT_NOT_FOUND" },
  resource: { table: resources, missing: "RESOURCE_NOT_FOUND" },
  video: { table: videos, missing: "VIDEO_NOT_FOUND" },
  course: { table: courses, missing: "COURSE_NOT_FOUND" },
  lesson: { table: lessons, missing: "LESSON_NOT_FOUND" },
} as const;

/** Throws for a missing or delisted target. A delisted one stays in existing collections. */
async function checkTarget(database: Database, kind: CollectionKind, target: number): Promise<void> {
  const { table, missing } = places[kind];
  const [row] = await database
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, target), isNull(table.delistedAt)));
  found(row, missing);
}

const ofCaller = (context: CallContext, kind: CollectionKind) =>
  and(eq(collections.accountId, accountOf(context).id), eq(collections.kind, kind));

/** Which of these the caller collected. */
export async function collectedAmong(
  context: CallContext,
  kind: CollectionKind,
  targets: number[],
): Promise<number[]> {
  const rows = await context.database
    .select({ id: collections.targetId })
    .from(collections)
    .where(and(ofCaller(context, kind), inArray(collections.targetId, targets)));
  return rows.map(({ id }) => id);
}

/** The ids of one page of a kind, latest first. */
async function collectedPage(context: CallContext, kind: CollectionKind, request: number) {
  const { database } = context;
  const mine = ofCaller(context, kind);
  // This counts only the caller's rows, through an index; people collect some hundreds.
  const total = await database.$count(collections, mine);
  const { offset, ...place } = pageOf(total, request, pageSize);
  const rows = await database
    .select({ id: collections.targetId })
    .from(collections)
    .where(mine)
    .orderBy(sql`${collections.createdAt} desc nulls last, ${collections.targetId} desc nulls last`)
    .limit(pageSize)
    .offset(offset);
  return { ids: rows.map(({ id }) => id), place: { ...place, total } };
}

async function productsOf(database: Database, ids: number[]) {
  if (ids.length === 0) return [];
  const rows = await database.select().from(products).where(inArray(products.id, ids));
  const pictureList = rows.map((row) => row.gallery[0]);
  const pictures = await picturesOf(
    database,
    pictureList.filter((image) => image !== undefined),
  );
  const pictureOf = (name: string | undefined) =>
    pictures[pictureList.filter((image) => image !== undefined).findIndex((image) => image.name === name)] ??
    null;
  return ids.flatMap((id) =>
    rows
      .filter((row) => row.id === id)
      .map(({ name, summary, kind, state, gallery, delistedAt }) => ({
        id,
        name,
        summary,
        kind,
        state,
        picture: pictureOf(gallery[0]?.name),
        delisted: delistedAt !== null,
      })),
  );
}

export const collectionHandlers = {
  async collect({ kind, target, collected }, context) {
    const { id: accountId } = accountOf(context);
    if (collected) await checkTarget(context.database, kind, target);
    await transact(context.database, async (database) => {
      const changed = collected
        ? await database
            .insert(collections)
            .values({ accountId, kind, targetId: target, createdAt: context.now() })
            .onConflictDoNothing()
            .returning()
        : await database
            .delete(collections)
            .where(and(ofCaller(context, kind), eq(collections.targetId, target)))
            .returning();
      if (changed.length > 0) await moveCollected(database, { kind, targetId: target }, collected ? 1 : -1);
    });
    return { collected };
  },

  async collectStatus({ kind, targets }, context) {
    return { collected: await collectedAmong(context, kind, targets) };
  },

  async collectProductList({ page }, context) {
    const { ids, place } = await collectedPage(context, "product", page);
    return { products: await productsOf(context.database, ids), ...place };
  },

  async collectResourceList({ page }, context) {
    const { ids, place } = await collectedPage(context, "resource", page);
    return { resources: await resourceRows(context.database, ids, await readLevels(context)), ...place };
  },

  async collectVideoList({ page }, context) {
    const { ids, place } = await collectedPage(context, "video", page);
    return { videos: await videoRows(context.database, ids), ...place };
  },

  async collectCourseList({ page }, context) {
    const { ids, place } = await collectedPage(context, "course", page);
    return { courses: await courseRows(context, ids), ...place };
  },

  async collectLessonList({ page }, context) {
    const { ids, place } = await collectedPage(context, "lesson", page);
    return { lessons: await collectedLessons(context.database, ids), ...place };
  },
} satisfies HandlersOf<typeof collectionCalls>;
