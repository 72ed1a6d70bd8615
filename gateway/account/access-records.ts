import type { CallRequest } from "contract";
import { parseTime } from "contract/base/time";
import { accessRecords } from "../database/schema";
import type { CallContext } from "../server/context";

/** The record of an account that is younger than this is its first sign-in (spec 9). */
const firstLoginMilliseconds = 3_000;

/**
 * Stores an access record (spec 3.5, spec 4). Returns `firstLogin`: 1 for an account that is younger than 3 s by the
 * gateway's clock, otherwise 0; null for guests, whose record has no login fields.
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
