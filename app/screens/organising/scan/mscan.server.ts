import type { CheckIn } from "contract/activities/shapes";
import { checkIn as checkInShape } from "contract/activities/shapes";
import { orWithout } from "~/failure/explain.server";
import { newSubmissionId } from "~/forms/submission-id.server";
import type { Scope } from "~/request/scope.server";

/** The result of the last form; the page shows it once. */
function lastCheckIn({ session, isCopy }: Scope): CheckIn | null {
  if (isCopy || !session.has("checkIn")) return null;
  try {
    return checkInShape.safeParse(JSON.parse(session.get("checkIn") ?? "")).data ?? null;
  } catch {
    return null;
  }
}

/** Stores the result of a form in the session for the page after the redirect. */
export function keepCheckIn({ session }: Scope, checkIn: CheckIn): void {
  session.flash("checkIn", JSON.stringify(checkIn));
}

/**
 * The data of an activity's scanner: how many people came, the public keys for offline checks, and the people that
 * match `q`.
 */
export async function loadScanner(scope: Scope, activityId: number, q: string) {
  const { gateway } = scope;
  const [counts, { keys }, found] = await Promise.all([
    gateway.call("activityCounts", { activityId }),
    orWithout(scope, gateway.call("activityKeys", {}), { keys: [] }),
    q === "" ? null : orWithout(scope, gateway.call("activitySignups", { activityId, q }), null),
  ]);
  return {
    counts,
    keys,
    q,
    found: found && { total: found.total, items: found.items.map(({ answers: _, ...person }) => person) },
    last: lastCheckIn(scope),
    submissionId: newSubmissionId(),
  };
}
