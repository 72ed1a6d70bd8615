import type { CallRequest } from "contract";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, moderators } from "../../database/schema";
import type { CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import type { Operator } from "../operator";
import { personBy } from "../scope";
import { changeSection, refusedAt } from "./change-section";

/** Throws OWN_RANK and HIGHER_RANK beside the field: nobody may change their own rank or an administrator's. */
async function checkBelow(database: Database, operator: Operator, uid: number, field: string): Promise<void> {
  if (uid === operator.id) throw refusedAt(field, "OWN_RANK");
  const [person] = await database
    .select({ admin: accounts.admin, closedAt: accounts.closedAt })
    .from(accounts)
    .where(eq(accounts.id, uid));
  if (!person || person.closedAt) throw refusedAt(field, "USER_NOT_FOUND");
  if (person.admin) throw refusedAt(field, "HIGHER_RANK");
}

const aboutPerson = (uid: number) => ({
  ...({ target: { kind: "person", id: uid }, personId: uid, keeps: true } as const),
  tell: { accountIds: [uid] },
});

/** Appoints a moderator of the section and notifies them. Throws USER_NOT_FOUND beside the person. */
export function appoint(
  context: CallContext,
  { fid, person, reason }: CallRequest<"appointModerator">,
): Promise<{ changed: boolean }> {
  return changeSection(context, { fid, reason }, async (database, { operator }) => {
    if (!operator.admin) throw new Refusal("NOT_PERMITTED");
    const uid = await personBy(database, person);
    if (uid === null) throw refusedAt("person", "USER_NOT_FOUND");
    await checkBelow(database, operator, uid, "person");
    const added = await database
      .insert(moderators)
      .values({ sectionId: fid, accountId: uid })
      .onConflictDoNothing()
      .returning();
    if (added.length === 0) return null;
    return {
      action: "appoint",
      before: { moderator: false },
      after: { moderator: true },
      ...aboutPerson(uid),
    };
  });
}

/** Dismisses a moderator of the section and notifies them. */
export function dismiss(
  context: CallContext,
  { fid, uid, reason }: CallRequest<"dismissModerator">,
): Promise<{ changed: boolean }> {
  return changeSection(context, { fid, reason }, async (database, { operator }) => {
    if (!operator.admin) throw new Refusal("NOT_PERMITTED");
    await checkBelow(database, operator, uid, "uid");
    const removed = await database
      .delete(moderators)
      .where(and(eq(moderators.sectionId, fid), eq(moderators.accountId, uid)))
      .returning();
    if (removed.length === 0) return null;
    return {
      action: "dismiss",
      before: { moderator: true },
      after: { moderator: false },
      ...aboutPerson(uid),
    };
  });
}
