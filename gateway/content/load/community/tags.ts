import type { TagBody } from "contract/content/kinds/community-body";
import { and, eq, inArray, ne, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { contentPieces, documents, tags } from "../../../database/schema";
import { tagGroupsDocument } from "../../../forum/tags/tag-rows";
import type { Pack } from "../../pack/parse-pack";
import type { Texts } from "../files/texts";
import { fingerprintOfValue } from "../rows/changes";
import { heldKeys, noteEdited } from "../rows/held";
import { writeDocument } from "../rows/write-document";

type Row = Pick<typeof tags.$inferSelect, "name" | "summary" | "groupName">;

/** A tag as the browser's editor has it. Empty fields are left out, as a form sends it. */
export const tagBody = ({ name: title, summary, groupName: group }: Row): Partial<TagBody> => ({
  title,
  ...(summary === "" ? {} : { summary }),
  ...(group === "" ? {} : { group }),
});

export const fingerprintOfTag = (row: Row) => fingerprintOfValue(tagBody(row));

/** What stands of the tags that went back to the packs, by their keys; empty for those that are not on the map. */
async function tagsOfPacks(database: Database): Promise<Map<string, string>> {
  const rows = await database
    .select({ id: tags.id, name: tags.name, summary: tags.summary, groupName: tags.groupName })
    .from(contentPieces)
    .innerJoin(tags, sql`${tags.id}::text = ${contentPieces.key}`)
    .where(and(eq(contentPieces.kind, "tags"), eq(contentPieces.held, "pack")));
  return new Map(
    rows.map(({ id, ...row }) => [String(id), row.groupName === "" ? "" : fingerprintOfTag(row)]),
  );
}

/** The groups of the tag map in their order, also those in which no tag stands. */
export async function tagGroups(database: Database): Promise<string[]> {
  const [document] = await database
    .select({ value: documents.value })
    .from(documents)
    .where(eq(documents.key, tagGroupsDocument));
  return Array.isArray(document?.value) ? document.value.map(String) : [];
}

/** Adds a group at the end of the tag map, if it is not there yet. */
export async function addTagGroup(database: Database, group: string, now: Date): Promise<void> {
  await database
    .insert(documents)
    .values({ key: tagGroupsDocument, value: [group], updatedAt: now })
    .onConflictDoUpdate({
      target: documents.key,
      set: { value: sql`${documents.value} || excluded.value`, updatedAt: now },
      setWhere: sql`not ${documents.value} @> excluded.value`,
    });
}

/**
 * Writes the tag map: each tag's spelling, summary and group. A tag that left the pack leaves the map and keeps its
 * topics and summary; one that was edited in the browser stays as it is. Without a tags.yaml nothing changes.
 * @returns notices about those of the browser that differ
 */
export async function loadTagMap(
  database: Database,
  pack: Pack,
  loading: { texts: Texts; pack: string; now: Date },
): Promise<string[]> {
  if (!pack.tags) return [];
  const { groups } = pack.tags;
  const { now } = loading;
  const held = [...(await heldKeys(database, "tags"))].map(Number);
  const own = held.length > 0 ? await database.select().from(tags).where(inArray(tags.id, held)) : [];
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  const stood = await tagsOfPacks(database);
  const packTags = groups.flatMap((group) => group.tags.map((tag) => ({ ...tag, groupName: group.name })));
  const rows = packTags.filter(({ name }) => !names.has(name.toLowerCase()));
  const staying = [...rows, ...own].map(({ name }) => name.toLowerCase());
  const dropped = staying.length > 0 ? notInArray(sql`lower(${tags.name})`, staying) : undefined;
  await database
    .update(tags)
    .set({ groupName: "" })
    .where(and(ne(tags.groupName, ""), dropped));
  if (rows.length > 0) {
    const values = rows.map(({ name, summary, groupName }) => sql`(${name}, ${summary}, ${groupName})`);
    await database.execute(
      sql`insert into ${tags} (name, summary, group_name) values ${sql.join(values, sql`, `)}
        on conflict (lower(name)) do update set name = excluded.name, summary = excluded.summary, group_name = excluded.group_name`,
    );
  }
  const ofPack = groups.map(({ name }) => name);
  // Groups that only tags of the browser stand in follow those of the pack, in the order in which they were made.
  const further = new Set(
    own.map(({ groupName }) => groupName).filter((name) => name && !ofPack.includes(name)),
  );
  const order = await tagGroups(database);
  const inOrder = [...order.filter((name) => further.has(name)), ...[...further].sort()];
  await writeDocument(database, tagGroupsDocument, [...ofPack, ...new Set(inOrder)], now);
  return noteTags(database, packTags, stood, loading);
}

async function noteTags(
  database: Database,
  named: Row[],
  stood: Map<string, string>,
  loading: { texts: Texts; pack: string; now: Date },
): Promise<string[]> {
  if (named.length === 0 && stood.size === 0) return [];
  const lower = sql<string>`lower(${tags.name})`;
  const there = await database
    .select({ id: tags.id, name: lower })
    .from(tags)
    .where(
      inArray(
        lower,
        named.map(({ name }) => name.toLowerCase()),
      ),
    );
  const ids = new Map(there.map(({ id, name }) => [name, id]));
  const items = named.flatMap((row) => {
    const id = ids.get(row.name.toLowerCase());
    return id === undefined
      ? []
      : [{ key: String(id), row, sources: [], fingerprint: fingerprintOfTag(row) }];
  });
  return noteEdited(database, {
    ...loading,
    kind: "tags",
    items,
    written: items.filter(({ key, fingerprint }) => stood.get(key) !== fingerprint),
    delisted: [...stood.keys()].filter((key) => !items.some((item) => item.key === key)),
    bodyOf: ({ row }) => tagBody(row),
  });
}
