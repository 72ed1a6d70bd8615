/** The calls by which administrators appoint and dismiss one another. */
import type { CallRequest, CallResponse } from "contract";
import type { administratorCalls } from "contract/moderation/administrators/calls";
import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { accounts } from "../../database/schema";
import { transact } from "../../database/transact";
import { personColumns, toPerson } from "../../people/cards";
import { accountOf, type CallContext, type HandlersOf } from "../../server/context";
import { Refusal, refusedAt } from "../../server/refusal";
import { personToAppoint } from "../scope";
import { isAdministrator, lockAdministrators, mayBeAppointed, setAdministrator } from "./administrators";

async function list({ database }: CallContext): Promise<CallResponse<"administratorList">> {
  const rows = await database
    .select(personColumns)
    .from(accounts)
    .where(isAdministrator)
    .orderBy(asc(accounts.id));
  return { people: rows.map(toPerson) };
}

/**
 * Changes one rank, after a check that the caller is still an administrator. Throws NOT_PERMITTED, and OWN_RANK beside
 * the field.
 */
async function change(
  context: CallContext,
  { admin, field, reason }: { admin: boolean; field: "person" | "uid"; reason: string },
  who: (database: Database) => Promise<number | null>,
): Promise<{ changed: boolean }> {
  const at = context.now();
  const operatorId = accountOf(context).id;
  return transact(context.database, async (database) => {
    if (!(await lockAdministrators(database, at)).includes(operatorId)) throw new Refusal("NOT_PERMITTED");
    const uid = await who(database);
    if (uid === null) throw refusedAt(field, "USER_NOT_FOUND");
    if (uid === operatorId) throw refusedAt(field, "OWN_RANK");
    return {
      changed: await setAdministrator(database, { accountId: uid, admin, at, operatorId, reason }),
    };
  });
}

/**
 * Appoints an administrator and notifies them. Throws PERSON_AMBIGUOUS and USER_NOT_FOUND beside the person, the latter
 * also for accounts that cannot sign in.
 */
const appoint = (context: CallContext, { person, reason }: CallRequest<"appointAdministrator">) =>
  change(context, { admin: true, field: "person", reason }, async (database) => {
    const uid = await personToAppoint(database, person);
    if (uid === null) return null;
    const found = await database.$count(accounts, and(eq(accounts.id, uid), mayBeAppointed(context.now())));
    return found > 0 ? uid : null;
  });

/** Dismisses an administrator and notifies them. */
const dismiss = (context: CallContext, { uid, reason }: CallRequest<"dismissAdministrator">) =>
  change(context, { admin: false, field: "uid", reason }, async (database) =>
    (await database.$count(accounts, eq(accounts.id, uid))) > 0 ? uid : null,
  );

export const administratorHandlers = {
  administratorList: (_request, context) => list(context),
  appointAdministrator: (request, context) => appoint(context, request),
  dismissAdministrator: (request, context) => dismiss(context, request),
} satisfies HandlersOf<typeof administratorCalls>;
