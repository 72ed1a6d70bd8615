import type { PrivacyId } from "contract/privacy/constants";
import { orWithout } from "~/failure/explain.server";
import { screenAt } from "~/navigation/screen-at";
import type { Scope } from "~/request/scope.server";
import type { PersonalDetail } from "~/session/visitor.server";

/** A text that people are asked to agree to, as a dialog shows it. */
export interface Declaration {
  privacyId: PrivacyId;
  version: string;
  html: string;
}

/**
 * The one policy dialog that a page shows (spec 2.3, 4): a statement that must be accepted, or whose refusal
 * is to be confirmed; the disclaimer before an action that needs it; the disclaimer from the footer, only to
 * be read.
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

/**
 * The disclaimer, for a screen whose action needs it accepted (spec 6); null when it is, and for visitors.
 */
export async function pendingDisclaimer(scope: Scope): Promise<Declaration | null> {
  const detail = await orWithout(scope, scope.personal(), null);
  return detail && !detail.disclaimerSigned
    ? orWithout(scope, readDeclaration(scope, "Disclaimer"), null)
    : null;
}

/**
 * Which policy dialog stands before this page: none before the policies themselves, and none whose text cannot be
 * had, since nobody can be asked to agree to it. Its text is read only then. Addresses ask for states:
 * `?policy=refuse` to confirm a refusal, `?disclaimer=1` to accept the disclaimer, `?view=Disclaimer` to read it.
 */
export async function readGate(scope: Scope, url: URL, detail: PersonalDetail | null): Promise<Gate | null> {
  if (screenAt(url.pathname)?.policy) return null;
  const pending = detail?.pendingPolicies[0];
  if (pending) {
    const declaration = await orWithout(scope, readDeclaration(scope, pending), null);
    const refusing = url.searchParams.get("policy") === "refuse";
    // How much is still to come is said at once.
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
