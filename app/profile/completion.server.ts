import type { Scope } from "~/context.server";
import { GatewayError } from "~/gateway-client/errors";
import { screenAt } from "~/routing/screen-at";
import { loadProfileForm } from "./load-profile.server";
import type { ProfileFormData } from "./profile-data";

/** Pages that the modal does not stand on: where a contact is bound, and what everybody must be able to read. */
const exempt = ["person_info", "legal_notices", "active_privacy"];

/**
 * What the completion modal is drawn from, where it is due (spec 2.3, 4, 5.7): the gateway says that something is missing, no
 * policy waits to be accepted, and the page holds nothing that somebody has typed. Null otherwise; nothing is asked for then.
 */
export async function loadCompletion(scope: Scope, url: URL): Promise<ProfileFormData | null> {
  try {
    const detail = await scope.personal();
    if (!detail?.needsCompletion || detail.pendingPolicies.length > 0 || scope.keepsForm) return null;
    if (exempt.includes(screenAt(url.pathname)?.pageCode ?? "")) return null;
    return await loadProfileForm(scope);
  } catch (error) {
    // The page itself says what is wrong; the modal comes with the next one.
    if (error instanceof GatewayError) return null;
    throw error;
  }
}
