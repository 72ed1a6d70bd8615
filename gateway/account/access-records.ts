import type { CallRequest } from "contract";
import { parseTime } from "contract/base/time";
import { accessRecords } from "../database/schema";
import type { CallContext } from "../server/context";

/** An account younger than this has just been made: its first sign-in (spec 9). */
const firstLoginMilliseconds = 3_000;

/**
 * Keeps an access record (spec 3.5, spec 4). Gives `firstLogin`: 1 for an account made less than 3 s before,
 * by the gateway's clock and not by the browser's word, otherwise 0; null for guests, whose record has no
 * login fields.
 */
export async function recordAccess(
  context: CallContext,
  record: CallRequest<"recordAccess">,
): Promise<0 | 1 | null> {
  const { account } = context.caller;
  const now = context.now();
  const firstLogin =
    account && (now.getTime() - account.createdAt.getTime() < firstLoginMilliseconds ? 1 : 0);
  await context.database.insert(accessRecords).values({
    visitorId: record.visitorId,
    accessSource: record.accessSource,
    createdAt: now,
    ...(account
      ? {
          accountId: account.id,
          firstLogin,
          loginTime: parseTime(record.loginTime ?? "", "YYYY-MM-DD", "YYYY-MM-DD HH:mm:ss") ?? now,
        }
      : { unloginCount: record.unlogincount ?? 1 }),
  });
  return firstLogin;
}
