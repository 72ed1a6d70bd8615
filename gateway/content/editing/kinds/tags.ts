import { contentBodies } from "contract/content/kinds/bodies";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { tags } from "../../../database/schema";
import { Refusal } from "../../../server/refusal";
import { addTagGroup, fingerprintOfTag, tagBody, tagGroups } from "../../load/community/tags";
import type { EditedKind, FieldProblems } from "./kind";
import { lastLoad, lastLoadTime, numberProblem } from "./references";

async function rowOf(database: Database, id: number) {
  const [row] = await database.select().from(tags).where(eq(tags.id, id));
  return row;
}

/** The tag that has a name already, in whatever case. */
async function namesake(database: Database, name: string, key: string | undefined) {
  const [row] = await database
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(and(sql`lower(${tags.name}) = ${name.toLowerCase()}`, ne(tags.id, Number(key ?? 0))));
  return row;
}

const takenMessage = ({ id, name }: { id: number; name: string }) =>
  `已经有标签“${name}”，编号 ${id}，请在列表里找到它再编辑`;

/** A name that is another tag's, or another name than people, products and courses know the tag by. */
async function wrongName(
  database: Database,
  title: string | undefined,
  key: string | undefined,
): Promise<FieldProblems> {
  if (title === undefined) return {};
  const other = await namesake(database, title, key);
  if (other) return { title: [takenMessage(other)] };
  const present = key === undefined ? undefined : await rowOf(database, Number(key));
  return present && present.name.toLowerCase() !== title.toLowerCase()
    ? { title: [`帖子、产品和课程按“${present.name}”这个名称用它，只能改大小写；要换名称请新建标签`] }
    : {};
}

export const tagsKind: EditedKind = {
  // What topics made is no change of the operator's, and is as old as can be.
  rows: sql`select ${tags.id}::text as key, ${tags.name} as title,
    case when ${tags.groupName} = '' then to_timestamp(0) else ${lastLoad} end as changed_at,
    ${tags.groupName} = '' as delisted from ${tags}
    where ${tags.groupName} <> '' or ${tags.summary} <> '' or ${tags.topics} > 0`,

  /** Topics make tags too: their numbers come from one sequence, and a number that it gave is nobody else's. */
  async newKey(database) {
    const { rows } = (await database.execute(
      sql`select nextval(pg_get_serial_sequence('tags', 'id'))::text as id`,
    )) as unknown as { rows: [{ id: string }] };
    return rows[0].id;
  },

  keyProblem: numberProblem,

  async standing(database, key) {
    const row = await rowOf(database, Number(key));
    if (!row) return null;
    return {
      body: tagBody(row),
      html: [],
      fingerprint: fingerprintOfTag(row),
      delisted: row.groupName === "",
      changedAt: await lastLoadTime(database),
    };
  },

  async choices(database) {
    const names = await tagGroups(database);
    const used = await database
      .selectDistinct({ name: tags.groupName })
      .from(tags)
      .where(ne(tags.groupName, ""))
      .orderBy(asc(tags.groupName));
    const usedNames = names.filter((name) => used.some((group) => group.name === name));
    return { group: usedNames.map((name) => ({ value: name, name })) };
  },

  products: () => [],

  missing: (database, body, key) =>
    wrongName(database, contentBodies.tags.draft.partial().parse(body).title, key),

  documents: () => [],

  texts: () => [],

  async write(database, key, { body }, now) {
    const { title: name, summary, group: groupName } = contentBodies.tags.whole.parse(body);
    const set = { name, summary, groupName };
    const written = (await rowOf(database, Number(key)))
      ? await database
          .update(tags)
          .set(set)
          .where(eq(tags.id, Number(key)))
          .returning({ id: tags.id })
      : await database
          .insert(tags)
          .values({ id: Number(key), ...set })
          .onConflictDoNothing()
          .returning({ id: tags.id });
    if (written.length === 0) {
      // A topic made a tag of this name since it was looked for.
      const other = await namesake(database, name, key);
      throw new Refusal("CONTENT_INCOMPLETE", {
        title: [other ? takenMessage(other) : "这个名称刚刚被用了"],
      });
    }
    await addTagGroup(database, groupName, now);
  },

  async withdraw(database, key) {
    await database
      .update(tags)
      .set({ groupName: "" })
      .where(eq(tags.id, Number(key)));
  },
};
