import type { AccessRecord } from "contract/account/calls";
import { readSource } from "~/cookies/source.server";
import { escapeHtml } from "~/format/escape";
import { formatWhole } from "~/format/time";
import type { Scope } from "~/request/scope.server";

/** An account younger than this, in milliseconds, is new (spec 9, traffic first-login threshold). */
const firstLoginMilliseconds = 3_000;

/**
 * Sends an access record (spec 3.5): with login fields for a member, without them for a guest. The source came from
 * an address, so it is escaped here again. Throws what the call throws.
 */
export async function sendAccessRecord(
  scope: Scope,
  {
    accessSource = "",
    unlogincount,
    ...record
  }: Pick<AccessRecord, "visitorId" | "accessSource" | "accessTime" | "unlogincount">,
): Promise<void> {
  const visitor = await scope.visitor();
  const escaped = {
    ...record,
    visitorId: escapeHtml(record.visitorId),
    accessSource: escapeHtml(accessSource),
  };
  const now = Date.now();
  await scope.gateway.call("recordAccess", {
    ...escaped,
    ...(visitor.signedIn
      ? {
          // NaN makes it 0 when the upstream sends no date.
          firstLogin: now - Date.parse(visitor.creationDate) < firstLoginMilliseconds ? 1 : 0,
          // Beijing time, as in all displayed times (spec 9).
          loginTime: formatWhole(new Date(now).toISOString()),
        }
      : { unlogincount: unlogincount ?? 1 }),
  });
}

/**
 * Records the source of a visit on the first page after signing in, when the browser's script has not done so:
 * without JavaScript the source is still in its cookie. A failure is ignored.
 */
export async function recordEntry(scope: Scope, request: Request): Promise<void> {
  const accessSource = readSource(request.headers.get("cookie") ?? "");
  if (!accessSource) return;
  const visitor = await scope.visitor().catch(() => null);
  if (!visitor?.signedIn || !visitor.entered) return;
  await sendAccessRecord(scope, { visitorId: "none", accessSource, accessTime: "" }).catch(() => undefined);
}
