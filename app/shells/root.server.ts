import { readGate } from "~/consent/gate.server";
import { logUnanswered, orWithout } from "~/failure/explain.server";
import { newSubmissionId } from "~/forms/submission-id.server";
import { GatewayError, NotSignedIn } from "~/gateway-client/errors";
import { withAside } from "~/request/aside.server";
import type { Scope } from "~/request/scope.server";
import type { PersonalDetail } from "~/session/visitor.server";

/** The signed-in person as the shells show them. */
export type Me = Pick<
  PersonalDetail,
  | "uid"
  | "nickName"
  | "icon"
  | "followers"
  | "following"
  | "unread"
  | "needsCompletion"
  | "organises"
  | "closingAt"
  | "forumAdmin"
  | "needsSecondFactor"
>;

/** The rest of a person's detail is nothing that a page shows. */
function meOf(detail: PersonalDetail): Me {
  const { fids: _, pendingPolicies: __, disclaimerSigned: ___, ...shown } = detail;
  return shown;
}

/** Who is looking; nobody, where the upstream cannot say or says that nobody is signed in. */
async function whoLooks(scope: Scope) {
  try {
    const visitor = await scope.visitor();
    // A form that was given back says it itself: confirming the notice would lose what was typed.
    const conflict = !visitor.signedIn && visitor.conflict && !scope.forms.shownAgain;
    return { detail: await scope.personal(), conflict, degraded: false };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // Spec 8: a 403 is a local logout, and opens the login dialog.
    if (error instanceof NotSignedIn) return { detail: null, conflict: false, degraded: false };
    logUnanswered(error, scope);
    return { detail: null, conflict: false, degraded: true };
  }
}

/**
 * What every page needs before its own data (spec 3.1, 4). Whatever the upstream answers, the page still shows;
 * when it could not say who looks, the page says so.
 */
export async function loadRoot(scope: Scope, url: URL) {
  const { siteName, logoUrl } = scope.settings;
  const site = { siteName, logoUrl: logoUrl ?? null, origin: scope.origin };
  const { detail, conflict, degraded } = await whoLooks(scope);
  const loginReason = degraded ? null : takeFlash(scope, "loginFor");
  // One dialog at a time: whoever was pushed out is told that first.
  const loginFor = conflict ? null : (loginReason ?? lostLogin(scope, url));
  return withAside(scope, {
    ...site,
    me: detail && meOf(detail),
    formToken: await scope.forms.token().catch(() => ""),
    conflict,
    loginFor,
    // The dialog then says that what was pressed is done after signing in.
    pressed: loginReason !== null && scope.session.has("pressed"),
    gate:
      conflict || loginFor || degraded ? null : await orWithout(scope, readGate(scope, url, detail), null),
    notice: degraded ? null : takeFlash(scope, "notice"),
    undo: degraded ? null : takeUndo(scope),
    problem: degraded ? null : takeFlash(scope, "problem"),
    degraded,
  });
}

/** Where the login dialog leads back to, when a call of the root said that nobody is signed in (spec 8). */
function lostLogin(scope: Scope, url: URL): string | null {
  // A form that was given back has its own dialog.
  return scope.page.asksLogin && !scope.forms.shownAgain ? url.pathname + url.search : null;
}

/** What the message's button undoes, with what makes pressing it twice one undo. */
function takeUndo(scope: Scope) {
  const [first = 0, review = null] = (takeFlash(scope, "undo") ?? "").split(":").map(Number);
  if (first === 0) return null;
  const submissionId = newSubmissionId();
  return review === null ? { batch: first, submissionId } : { activity: first, review, submissionId };
}

/** Reads a flash message only when there is one: reading marks the session as changed. */
function takeFlash(scope: Scope, name: "loginFor" | "notice" | "problem" | "undo"): string | null {
  return scope.session.has(name) ? (scope.session.get(name) ?? null) : null;
}
