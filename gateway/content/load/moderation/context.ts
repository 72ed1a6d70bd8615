import { eq } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { accounts } from "../../../database/schema";
import { readOperator } from "../../../moderation/operator";
import type { CallContext, GatewaySettings } from "../../../server/context";
import { found } from "../../../server/refusal";
import type { LoadServices } from "../load-result";

const noSettings: Pick<GatewaySettings, "allowedOrigins"> = { allowedOrigins: [] };

/**
 * The call context of a demo member at a past time. It has no client address, and it does not report changed pages,
 * because the load does. It lacks limits and mail, which the steps of a load do not use.
 */
export async function contextAt(
  { texts, settings }: LoadServices,
  database: Database,
  accountId: number,
  at: Date,
): Promise<CallContext> {
  const [account] = await database.select().from(accounts).where(eq(accounts.id, accountId));
  const { fids } = await readOperator(database, accountId);
  const context: Omit<CallContext, "domains" | "files" | "pdfs" | "limits" | "delivery" | "settings"> = {
    database,
    texts,
    now: () => at,
    hasRoom: () => Promise.resolve(true),
    wakeJobs: () => undefined,
    pagesChanged: () => undefined,
    caller: {
      account: found(account, "USER_NOT_FOUND"),
      fids,
      editor: null,
      lecturer: null,
      analyst: false,
      grants: [],
      session: null,
      sessionEnded: false,
      address: "",
      traceId: "",
    },
    responseHeaders: new Headers(),
  };
  return { ...context, settings: settings ?? noSettings } as CallContext;
}
