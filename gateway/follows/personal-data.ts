import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, follows, products, sections, tags } from "../database/schema";
import { type PersonalData, rowsAtOnce, stretches } from "../server/personal-data";

/** Everything that a person follows. */
async function* followed(database: Database, accountId: number) {
  const names = { user: accounts.nickname, section: sections.name, tag: tags.name, product: products.name };
  const places = { user: accounts, section: sections, tag: tags, product: products };
  for (const kind of ["user", "section", "tag", "product"] as const) {
    const place = places[kind];
    yield* stretches((after) =>
      database
        .select({
          kind: follows.kind,
          id: follows.targetId,
          name: sql<string>`${names[kind]}`,
          since: follows.createdAt,
        })
        .from(follows)
        .innerJoin(place, eq(place.id, follows.targetId))
        .where(and(eq(follows.accountId, accountId), eq(follows.kind, kind), gt(follows.targetId, after)))
        .orderBy(asc(follows.targetId))
        .limit(rowsAtOnce),
    );
  }
}

export const followsPersonalData: PersonalData = {
  files: { "follows.json": { about: "关注", read: (database, { id }) => followed(database, id) } },
};
