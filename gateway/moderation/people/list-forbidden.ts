import type { CallRequest, CallResponse } from "contract";
import type { Penalty } from "contract/moderation/people/calls";
import { and, desc, eq, gt, isNull, ne, or } from "drizzle-orm";
import type { Database } from "../../database/open";
import { pageOf } from "../../database/pages";
import { penalties } from "../../database/schema";
import { peopleByIds } from "../../people/cards";
import type { CallContext } from "../../server/context";
import { found } from "../../server/refusal";

const countMax = 10_000;

type Row = typeof penalties.$inferSelect;

/** The condition that a penalty is in force now. Warnings have no end; after a period they only stop counting. */
export const isPenaltyInForce = (now: Date) =>
  and(
    isNull(penalties.liftedAt),
    or(isNull(penalties.until), gt(penalties.until, now)),
    ne(penalties.kind, "warning"),
  );

/** Penalties as moderators see them, with the names of the people who imposed and lifted them. */
export async function penaltyViews(database: Database, rows: Row[], now: Date): Promise<Penalty[]> {
  const people = await peopleByIds(
    database,
    rows.flatMap(({ byId, liftedById }) => [byId, liftedById]),
  );
  const personOf = (id: number | null) => (id !== null && people.get(id)) || null;
  return rows.map(({ id, kind, reason, until, byId, createdAt, liftedAt, liftedById }) => ({
    id,
    kind,
    reason,
    until: until?.toISOString() ?? "",
    by: personOf(byId),
    createdAt: createdAt.toISOString(),
    standing: kind !== "warning" && liftedAt === null && (until === null || until > now),
    liftedBy: personOf(liftedById),
    // A penalty whose time is over counts as lifted at its end.
    liftedAt: (liftedAt ?? (until !== null && until <= now ? until : null))?.toISOString() ?? "",
  }));
}

/** Warnings, mutes and bans of everybody, the latest first (spec 7.2, forbidden list). */
export async function listForbidden(
  { database, now }: CallContext,
  { kind, standing, page: requestedPage, size }: CallRequest<"forbiddenList">,
): Promise<CallResponse<"forbiddenList">> {
  const at = now();
  const where = and(kind ? eq(penalties.kind, kind) : undefined, standing ? isPenaltyInForce(at) : undefined);
  const countedRows = database
    .select({ id: penalties.id })
    .from(penalties)
    .where(where)
    .limit(countMax)
    .as("counted");
  const total = await database.$count(countedRows);
  const { offset, page, pages } = pageOf(total, requestedPage, size);
  const rows = await database
    .select()
    .from(penalties)
    .where(where)
    .orderBy(desc(penalties.id))
    .limit(size)
    .offset(offset);
  const people = await peopleByIds(
    database,
    rows.map(({ accountId }) => accountId),
  );
  const views = await penaltyViews(database, rows, at);
  const items = views.map((penalty, at) => ({
    ...penalty,
    person: found(people.get(rows[at]?.accountId ?? 0), "USER_NOT_FOUND"),
  }));
  return { items, page, pages, total };
}
