import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { profileChanges } from "../../database/schema";
import { isUniqueViolation } from "../../database/transact";
import { decideChange } from "../../profile/changes";
import { found, Refusal } from "../../server/refusal";
import type { Act, Acted } from "../batches/act";

/** A change that waits, of somebody else. Throws ALREADY_DECIDED, OWN_CONTENT. */
async function waitingChange(database: Database, id: number, operatorId: number) {
  const [row] = await database.select().from(profileChanges).where(eq(profileChanges.id, id));
  const change = found(row, "PROFILE_CHANGE_NOT_FOUND");
  if (change.accountId === operatorId) throw new Refusal("OWN_CONTENT");
  if (change.decidedAt) throw new Refusal("ALREADY_DECIDED");
  return change;
}

/** Approves or refuses a change of personal information; administrators alone are asked. */
export const decideProfile = (approved: boolean): Act => ({
  kind: "profile",
  async act(database, id, { operator, reason, at }): Promise<Acted> {
    const { accountId, kind } = await waitingChange(database, id, operator.id);
    await decideChange(database, {
      ...{ id, approved, deciderId: operator.id, at },
      ...(reason ? { reason: reason.text } : {}),
    }).catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Refusal("NICKNAME_TAKEN") : error;
    });
    return {
      ...{ sectionId: null, personId: accountId, tids: [] },
      before: { kind, approved: null },
      after: { kind, approved },
    };
  },
});

/** Takes a change out of the queue; it still does not hold. */
export const ignoreProfile: Act = {
  kind: "profile",
  async act(database, id, { operator, at }): Promise<Acted> {
    const { accountId, ignoredAt } = await waitingChange(database, id, operator.id);
    if (ignoredAt) throw new Refusal("ALREADY_SO");
    await database
      .update(profileChanges)
      .set({ ignoredAt: at })
      .where(and(eq(profileChanges.id, id), isNull(profileChanges.decidedAt)));
    return {
      ...{ sectionId: null, personId: accountId, tids: [] },
      before: { ignored: false },
      after: { ignored: true },
    };
  },
};
