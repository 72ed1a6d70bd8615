import { type RequiredPrivacyId, requiredPrivacyIds } from "contract/privacy/constants";
import { orWithout } from "~/failure/explain.server";
import { countUnread, noneUnread } from "~/session/unread.server";
import type { PersonalDetail } from "~/session/visitor.server";
import type { Scope } from "./scope.server";

/** Whether the member accepted a policy. When the upstream cannot say, yes: a failed call must not block anybody. */
async function isSigned(scope: Scope, privacyId: RequiredPrivacyId | "Disclaimer"): Promise<boolean> {
  const signed = await orWithout(scope, scope.gateway.call("checkUserSigned", { privacyId }), null);
  return signed === null || signed.status === 200;
}

async function pendingPolicies(scope: Scope): Promise<RequiredPrivacyId[]> {
  const signed = await Promise.all(requiredPrivacyIds.map((privacyId) => isSigned(scope, privacyId)));
  return requiredPrivacyIds.filter((_, index) => !signed[index]);
}

/**
 * The signed-in member, null for visitors. The upstream sends uid, fids, icon and nickName (spec 7.2); fields that it
 * leaves out come from the calls that spec 4 and 7.2 name.
 */
export async function loadPersonal(scope: Scope): Promise<PersonalDetail | null> {
  if (!(await scope.visitor()).signedIn) return null;
  const detail = await scope.gateway.call("getMyPersonalDetail", {});
  const forumAdmin = detail.forumAdmin ?? detail.fids.length > 0;
  scope.session.set("forumAdmin", forumAdmin);
  const [unread, pending, disclaimerSigned] = await Promise.all([
    detail.unread ?? orWithout(scope, countUnread(scope.gateway), noneUnread),
    detail.pendingPolicies ?? pendingPolicies(scope),
    detail.disclaimerSigned ?? isSigned(scope, "Disclaimer"),
  ]);
  return { ...detail, forumAdmin, unread, pendingPolicies: pending, disclaimerSigned };
}
