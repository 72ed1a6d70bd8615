import type { PrivacyId } from "contract/privacy/constants";
import { orWithout } from "~/failure/explain.server";
import { screenAt } from "~/navigation/screen-at";
import type { Scope } from "~/request/scope.server";
import type { PersonalDetail } from "~/session/visitor.server";

/** The text of a policy as a dialog shows it. */
export interface Declaration {
  privacyId: PrivacyId;
  version: string;
  html: string;
}

/**
 * The policy dialog of a page (spec 2.3, 4): a policy that must be accepted, or whose refusal must be confirmed; the
 * disclaimer before an action that needs it; the disclaimer opened from the footer.
 */
export type Gate =
  | {
      kind: "policy";
      declaration: Declaration;
      next: PrivacyId | null;
      refusing: boolean;
      keepsPage: boolean;
    }
  | { kind: "disclaimer"; declaration: Declaration }
  | { kind: "view"; declaration: Declaration };

async function readDeclaration(scope: Scope, privacyId: PrivacyId): Promise<Declaration> {
  const { result, version } = await scope.publicGateway.call("getDeclarationContent", {
    privacyId,
    type: "Windows",
    language: "zh_CN",
  });
  return { privacyId, version, html: result };
}

/** The disclaimer, for a screen whose action needs it (spec 6). Null when it is accepted, and for visitors. */
export async function pendingDisclaimer(scope: Scope): Promise<Declaration | null> {
  const detail = await orWithout(scope, scope.personal(), null);
  return detail && !detail.disclaimerSigned
    ? orWithout(scope, readDeclaration(scope, "Disclaimer"), null)
    : null;
}

/**
 * The policy dialog of this page. None on the policies' own pages, and none when the text cannot be loaded, because
 * nobody can agree to it then. Queries: `?policy=refuse` confirms a refusal, `?disclaimer=1` accepts the disclaimer,
 * `?view=Disclaimer` shows it.
 */
export async function readGate(scope: Scope, url: URL, detail: PersonalDetail | null): Promise<Gate | null> {
  if (screenAt(url.pathname)?.policy) return null;
  const pending = detail?.pendingPolicies[0];
  if (pending) {
    const declaration = await orWithout(scope, readDeclaration(scope, pending), null);
    const refusing = url.searchParams.get("policy") === "refuse";
    // The dialog says that another policy follows.
    const next = detail.pendingPolicies[1] ?? null;
    return declaration && { kind: "policy", declaration, next, refusing, keepsPage: scope.forms.shownAgain };
  }
  if (url.searchParams.get("view") === "Disclaimer") {
    const declaration = await orWithout(scope, readDeclaration(scope, "Disclaimer"), null);
    return declaration && { kind: "view", declaration };
  }
  if (url.searchParams.get("disclaimer") !== "1" || !detail) return null;
  const declaration = await pendingDisclaimer(scope);
  return declaration && { kind: "disclaimer", declaration };
}
