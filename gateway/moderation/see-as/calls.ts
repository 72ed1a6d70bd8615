/** Administrators begin and end to see pages as somebody else. */
import { addTime } from "contract/base/time";
import type { seeAsCalls } from "contract/moderation/see-as/calls";
import { seeAsMinutes } from "contract/moderation/see-as/constants";
import { eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts, sessions } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext, type HandlersOf } from "../../server/context";
import { found, Refusal, refusedAt } from "../../server/refusal";
import { readOperator } from "../operator";
import { storeReason } from "../store-reason";
import { writeLog } from "../write-log";

type State = Pick<typeof sessions.$inferInsert, "seeAs" | "seeAsAccountId" | "seeAsUntil">;

/** Throws USER_NOT_FOUND for nobody and for an account that is closed, and SEE_AS_ADMIN for an administrator. */
async function checkSeen(database: Database, uid: number): Promise<void> {
  const [row] = await database
    .select({ admin: accounts.admin, closedAt: accounts.closedAt })
    .from(accounts)
    .where(eq(accounts.id, uid));
  if (!row || row.closedAt) throw refusedAt("uid", "USER_NOT_FOUND");
  if (row.admin) throw refusedAt("uid", "SEE_AS_ADMIN");
}

async function setState(database: Database, { caller }: CallContext, state: State): Promise<void> {
  const { tokenHash } = found(caller.session, "NOT_SIGNED_IN");
  await database.update(sessions).set(state).where(eq(sessions.tokenHash, tokenHash));
}

export const seeAsHandlers = {
  async seeAs({ as, uid, reason }, context) {
    const at = context.now();
    const until = addTime(at, seeAsMinutes, "minute");
    const operatorId = accountOf(context).id;
    const personId = as === "person" ? (uid ?? null) : null;
    await transact(context.database, async (database) => {
      if (!(await readOperator(database, operatorId)).admin) throw new Refusal("NOT_PERMITTED");
      if (personId !== null) await checkSeen(database, personId);
      await setState(database, context, { seeAs: as, seeAsAccountId: personId, seeAsUntil: until });
      await writeLog(database, {
        at,
        operatorId,
        action: "seeAs",
        targetKind: "person",
        targetId: personId,
        personId,
        after: { seenAs: as, until: until.toISOString() },
        reason: await storeReason(database, reason),
      });
    });
    return { until: until.toISOString() };
  },

  async endSeeAs(_request, context) {
    await setState(context.database, context, { seeAs: null, seeAsAccountId: null, seeAsUntil: null });
    return { success: true };
  },
} satisfies HandlersOf<typeof seeAsCalls>;
