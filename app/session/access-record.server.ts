import type { AccessRecord } from "contract/account/calls";
import { readSource } from "~/cookies/source.server";
import { escapeHtml } from "~/format/escape";
import { formatWhole } from "~/format/time";
import type { Scope } from "~/request/scope.server";

/** Milliseconds: an account younger than this has just been made (spec 9, traffic first-login threshold). */
const firstLoginMilliseconds = 3_000;

/**
 * Sends an access record (spec 3.5): with the login fields for who is signed in, without them for guests.
 * What it holds came from an address, so it goes out escaped, whoever escaped it before. Throws what the call
 * throws.
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
          // No age where the upstream tells no date.
          firstLogin: now - Date.parse(visitor.creationDate) < firstLoginMilliseconds ? 1 : 0,
          // Beijing time, as all times are shown (spec 9).
          loginTime: formatWhole(new Date(now).toISOString()),
        }
      : { unlogincount: unlogincount ?? 1 }),
  });
}

/**
 * Records where somebody came from on the first page after they signed in, when their browser did not: before
 * JavaScript the source still waits in its cookie then. It is nobody's business if that fails.
 */
export async function recordEntry(scope: Scope, request: Request): Promise<void> {
  const accessSource = readSource(request.headers.get("cookie") ?? "");
  if (!accessSource) return;
  const visitor = await scope.visitor().catch(() => null);
  if (!visitor?.signedIn || !visitor.entered) return;
  await sendAccessRecord(scope, { visitorId: "none", accessSource, accessTime: "" }).catch(() => undefined);
}
