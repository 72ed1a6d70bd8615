import { collectionKinds } from "contract/collections/calls";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { collections, courses, lessons, products, resources, videos } from "../database/schema";
import { type PersonalData, rowsAtOnce, stretches } from "../server/personal-data";

async function* collected(database: Database, accountId: number) {
  const names = {
    product: products.name,
    resource: resources.title,
    video: videos.title,
    course: courses.title,
    lesson: lessons.title,
  };
  const places = { product: products, resource: resources, video: videos, course: courses, lesson: lessons };
  for (const kind of collectionKinds) {
    const place = places[kind];
    yield* stretches((after) =>
      database
        .select({
          kind: collections.kind,
          id: collections.targetId,
          name: sql<string>`${names[kind]}`,
          since: collections.createdAt,
        })
        .from(collections)
        .innerJoin(place, eq(place.id, collections.targetId))
        .where(
          and(
            eq(collections.accountId, accountId),
            eq(collections.kind, kind),
            gt(collections.targetId, after),
          ),
        )
        .orderBy(asc(collections.targetId))
        .limit(rowsAtOnce),
    );
  }
}

export const collectionsPersonalData: PersonalData = {
  files: {
    "collections.json": {
      about: "收藏的产品、资源、视频和课程",
      read: (database, { id }) => collected(database, id),
    },
  },
};
