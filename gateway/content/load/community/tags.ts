import { and, ne, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { tags } from "../../../database/schema";
import { tagGroupsDocument } from "../../../forum/tags/tag-rows";
import type { Pack } from "../../pack/parse-pack";
import { writeDocument } from "../rows/write-document";

/**
 * Writes the tag map: each tag's spelling, summary and group. A tag that left the pack leaves the map and keeps its
 * topics and summary. Without a tags.yaml nothing changes.
 */
export async function loadTagMap(database: Database, pack: Pack, now: Date): Promise<void> {
  if (!pack.tags) return;
  const { groups } = pack.tags;
  const rows = groups.flatMap((group) => group.tags.map((tag) => ({ ...tag, group: group.name })));
  const loweredNames = rows.map(({ name }) => name.toLowerCase());
  const dropped = loweredNames.length > 0 ? notInArray(sql`lower(${tags.name})`, loweredNames) : undefined;
  await database
    .update(tags)
    .set({ groupName: "" })
    .where(and(ne(tags.groupName, ""), dropped));
  if (rows.length > 0) {
    const values = rows.map(({ name, summary, group }) => sql`(${name}, ${summary}, ${group})`);
    await database.execute(
      sql`insert into ${tags} (name, summary, group_name) values ${sql.join(values, sql`, `)}
        on conflict (lower(name)) do update set name = excluded.name, summary = excluded.summary, group_name = excluded.group_name`,
    );
  }
  await writeDocument(
    database,
    tagGroupsDocument,
    groups.map(({ name }) => name),
    now,
  );
}
