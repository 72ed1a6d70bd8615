import { logActions } from "contract/moderation/actions";
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, profileChanges } from "../../database/schema";
import { isUniqueViolation } from "../../database/transact";
import { decideChange } from "../../profile/changes";
import { readPerson } from "../../profile/rows";
import { found, Refusal } from "../../server/refusal";
import type { Act, ActOutcome } from "../batches/act";

type Change = typeof profileChanges.$inferSelect;

/** The refusal for a change that is already decided: it says by whom and how. */
async function decidedBy(database: Database, { decidedById, approved }: Change): Promise<Refusal> {
  const [by] = await database
    .select({ nickname: accounts.nickname })
    .from(accounts)
    .where(eq(accounts.id, decidedById ?? 0));
  const how = logActions[approved ? "approveProfile" : "refuseProfile"];
  return new Refusal("ALREADY_DECIDED", undefined, `已由 ${by?.nickname ?? "其他管理员"} 处理：${how}`);
}

/**
 * Reads a waiting change by another person and locks that person's row, as every save does, so that two decisions run
 * one after the other. Throws ALREADY_DECIDED, with by whom and how, and OWN_CONTENT.
 */
async function waitingChange(database: Database, id: number, operatorId: number) {
  const read = async () => {
    const [row] = await database.select().from(profileChanges).where(eq(profileChanges.id, id));
    return found(row, "PROFILE_CHANGE_NOT_FOUND");
  };
  const person = await readPerson(database, (await read()).accountId, true);
  const change = await read();
  if (change.accountId === operatorId) throw new Refusal("OWN_CONTENT");
  if (change.decidedAt) throw await decidedBy(database, change);
  return { ...change, renamedAt: person?.account.nicknameChangedAt?.toISOString() ?? null };
}

/** Approves or refuses a change of personal information. Only administrators can. */
export const decideProfile = (approved: boolean): Act => ({
  kind: "profile",
  async act(database, id, { operator, reason, at }): Promise<ActOutcome> {
    const { accountId, kind, renamedAt } = await waitingChange(database, id, operator.id);
    await decideChange(database, {
      id,
      approved,
      deciderId: operator.id,
      at,
      ...(reason ? { reason: reason.text } : {}),
    }).catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Refusal("NICKNAME_TAKEN") : error;
    });
    return {
      sectionId: null,
      personId: accountId,
      tids: [],
      before: { kind, approved: null },
      after: { kind, approved },
      undo: { kind, approved: null, renamedAt },
    };
  },
});

/** Takes a change out of the queue; the change still does not take effect. */
export const ignoreProfile: Act = {
  kind: "profile",
  async act(database, id, { operator, at }): Promise<ActOutcome> {
    const { accountId, ignoredAt } = await waitingChange(database, id, operator.id);
    if (ignoredAt) throw new Refusal("ALREADY_SO");
    await database
      .update(profileChanges)
      .set({ ignoredAt: at })
      .where(and(eq(profileChanges.id, id), isNull(profileChanges.decidedAt)));
    return {
      sectionId: null,
      personId: accountId,
      tids: [],
      before: { ignored: false },
      after: { ignored: true },
    };
  },
};
