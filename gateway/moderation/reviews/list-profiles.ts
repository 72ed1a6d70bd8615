import type { CallRequest, CallResponse } from "contract";
import { inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { profileChanges, tags } from "../../database/schema";
import { fileAddress } from "../../files/storage/store";
import { peopleByIds } from "../../people/cards";
import { type Definitions, definitionsOf, industryOf, optionOf } from "../../profile/definitions";
import type { ProfileChange } from "../../profile/rows";
import type { CallContext } from "../../server/context";
import { found } from "../../server/refusal";
import { type IdList, idPage, inOrder } from "../deep-pages";

/** The names of the ids and codes in changes. */
interface Names {
  definitions: Definitions;
  tags: Map<number, string>;
}

/** The names of all tags in these changes, by their ids. */
async function tagNames(database: Database, changes: ProfileChange[]): Promise<Map<number, string>> {
  const ids = changes.flatMap(({ before, after }) => [before.interestDirection, after.interestDirection]);
  const tagIds = [...new Set(ids.flat())].filter((id) => typeof id === "number");
  if (tagIds.length === 0) return new Map();
  const rows = await database
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(inArray(tags.id, tagIds));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A field's value for people: choices by name, pictures by address. A value without a name stays as it is. */
function fieldText(field: string, value: unknown, { definitions, tags: names }: Names): string {
  if (value === null || value === undefined || value === "") return "";
  if (Array.isArray(value)) return value.map((id) => names.get(id) ?? String(id)).join("、");
  const code = String(value);
  switch (field) {
    case "avatar":
    case "largeAvatar":
      return fileAddress(code);
    case "identity":
      return optionOf(definitions.developerTypes, code)?.name ?? code;
    case "developtype":
      return optionOf(definitions.identityTypes, code)?.name ?? code;
    case "eduBackground":
      return optionOf(definitions.education, code)?.name ?? code;
    case "industry": {
      const industry = industryOf(definitions, code);
      return industry ? `${industry.parent.name} / ${industry.entry.name}` : code;
    }
    default:
      return code;
  }
}

/** Waiting changes of personal information, the oldest first. */
export const profilesWaiting = (ignored: boolean): IdList => ({
  from: sql`${profileChanges}`,
  id: sql`${profileChanges.id}`,
  where: sql`${profileChanges.decidedAt} is null and ${profileChanges.ignoredAt} is ${ignored ? sql`not null` : sql`null`}`,
  key: { column: sql`${profileChanges.createdAt}`, type: "timestamptz" },
  descending: false,
});

/** A page of these changes, field by field. */
export async function listProfiles(
  { database }: CallContext,
  { ignored, ...request }: CallRequest<"reviewProfileList">,
): Promise<CallResponse<"reviewProfileList">> {
  const { ids, total, page, pages } = await idPage(database, profilesWaiting(ignored), request);
  const changes = await database.select().from(profileChanges).where(inArray(profileChanges.id, ids));
  const rows = inOrder(ids, changes, ({ id }) => id);
  const people = await peopleByIds(
    database,
    rows.map(({ accountId }) => accountId),
  );
  const names: Names = { definitions: await definitionsOf(database), tags: await tagNames(database, rows) };
  const items = rows.map(({ id, accountId, kind, before, after, words, createdAt }) => ({
    id,
    kind,
    words,
    person: found(people.get(accountId), "USER_NOT_FOUND"),
    changes: Object.keys(after)
      .map((field) => ({
        field,
        before: fieldText(field, before[field], names),
        after: fieldText(field, after[field], names),
      }))
      .filter((change) => change.before !== change.after),
    waitingSince: createdAt.toISOString(),
  }));
  return { items, page, pages, total };
}
