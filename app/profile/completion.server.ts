import { orWithout } from "~/failure/explain.server";
import { screenAt } from "~/navigation/screen-at";
import type { Scope } from "~/request/scope.server";
import { loadProfileForm } from "./load-profile.server";
import type { ProfileFormData } from "./profile-data";

/**
 * What the completion modal is drawn from, where it is due (spec 2.3, 4, 5.7): the gateway says that
 * something is missing, no policy waits to be accepted, and the page holds nothing that somebody has typed.
 * Null otherwise; nothing is asked for then.
 */
export async function loadCompletion(scope: Scope, url: URL): Promise<ProfileFormData | null> {
  const load = async () => {
    const detail = await scope.personal();
    if (!detail?.needsCompletion || detail.pendingPolicies.length > 0 || scope.keepsForm) return null;
    if (screenAt(url.pathname)?.completion === "never") return null;
    return loadProfileForm(scope);
  };
  // The page itself says what is wrong; the modal comes with the next one.
  return orWithout(load(), null);
}
