import type { CallRequest, CallResponse } from "contract";
import { pageSize } from "contract/base/limits";
import { and, asc, isNotNull, isNull } from "drizzle-orm";
import { pageOf } from "../../database/pages";
import { profileChanges } from "../../database/schema";
import { peopleByIds } from "../../people/cards";
import type { CallContext } from "../../server/context";
import { found } from "../../server/refusal";

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.join("、") : String(value);
};

/** Changes of personal information that wait, the longest waiting first, field by field. */
export async function listProfiles(
  { database }: CallContext,
  { ignored, page: wanted }: CallRequest<"reviewProfileList">,
): Promise<CallResponse<"reviewProfileList">> {
  const where = and(
    isNull(profileChanges.decidedAt),
    ignored ? isNotNull(profileChanges.ignoredAt) : isNull(profileChanges.ignoredAt),
  );
  const total = await database.$count(profileChanges, where);
  const { offset, page, pages } = pageOf(total, wanted);
  const rows = await database
    .select()
    .from(profileChanges)
    .where(where)
    .orderBy(asc(profileChanges.createdAt), asc(profileChanges.id))
    .limit(pageSize)
    .offset(offset);
  const people = await peopleByIds(
    database,
    rows.map(({ accountId }) => accountId),
  );
  const items = rows.map(({ id, accountId, kind, before, after, words, createdAt }) => ({
    ...{ id, kind, words },
    person: found(people.get(accountId), "USER_NOT_FOUND"),
    changes: Object.keys(after)
      .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }))
      .filter((change) => change.before !== change.after),
    waitingSince: createdAt.toISOString(),
  }));
  return { items, page, pages, total };
}
