import { readGate } from "~/consent/gate.server";
import { logUnanswered, orWithout } from "~/failure/explain.server";
import { newSubmissionId } from "~/forms/submission-id.server";
import { GatewayError, NotSignedIn } from "~/gateway-client/errors";
import { withAside } from "~/request/aside.server";
import type { Scope } from "~/request/scope.server";
import type { PersonalDetail } from "~/session/visitor.server";
import { bannerAbove } from "./notices/banner.server";

/** The fields of the signed-in member that the shells show. */
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
  | "offices"
  | "needsSecondFactor"
>;

/** Removes the fields that no page shows. */
function meOf(detail: PersonalDetail): Me {
  const { fids: _, pendingPolicies: __, disclaimerSigned: ___, banner: ____, ...person } = detail;
  return person;
}

/** The signed-in member; null for visitors, and when the upstream does not answer (`degraded`). */
async function whoLooks(scope: Scope) {
  try {
    const visitor = await scope.visitor();
    // A form that is shown again reports the conflict itself: confirming the notice would lose the typed text.
    const conflict = !visitor.signedIn && visitor.conflict && !scope.forms.shownAgain;
    const { seeing } = visitor;
    return { detail: await scope.personal(), conflict, degraded: false, ...(seeing ? { seeing } : {}) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // A 403 signs the visitor out locally and opens the login dialog (spec 8).
    if (error instanceof NotSignedIn) return { detail: null, conflict: false, degraded: false };
    logUnanswered(error, scope);
    return { detail: null, conflict: false, degraded: true };
  }
}

/**
 * The data that every page needs (spec 3.1, 4). The page is shown whatever the upstream answers; when it cannot say
 * who is signed in, the page says so.
 */
export async function loadRoot(scope: Scope, request: Request, url: URL) {
  const { siteName, logoUrl } = scope.settings;
  const site = { siteName, logoUrl: logoUrl ?? null, origin: scope.origin };
  const { detail, conflict, degraded, seeing } = await whoLooks(scope);
  const banner = degraded ? null : await bannerAbove(scope, request, detail);
  const loginReason = degraded ? null : takeFlash(scope, "loginFor");
  // One dialog at a time: the session conflict comes first.
  const loginFor = conflict ? null : (loginReason ?? lostLogin(scope, url));
  return withAside(scope, {
    ...site,
    me: detail && meOf(detail),
    formToken: await scope.forms.token().catch(() => ""),
    conflict,
    loginFor,
    // The dialog then says that the pressed button's action runs after signing in.
    pressed: loginReason !== null && scope.session.has("pressed"),
    gate:
      conflict || loginFor || degraded ? null : await orWithout(scope, readGate(scope, url, detail), null),
    notice: degraded ? null : takeFlash(scope, "notice"),
    undo: degraded ? null : takeUndo(scope),
    problem: degraded ? null : takeFlash(scope, "problem"),
    degraded,
    // Few pages have one.
    ...(banner ? { banner } : {}),
    // As whom an administrator sees the page; only their pages have it.
    ...(seeing ? { seeing } : {}),
  });
}

/**
 * The address to return to after the login dialog, when a call of the root answered that nobody is signed in (spec
 * 8).
 */
function lostLogin(scope: Scope, url: URL): string | null {
  // A form that is shown again has its own dialog.
  return scope.page.asksLogin && !scope.forms.shownAgain ? url.pathname + url.search : null;
}

/** What the message's button undoes, with a submission id so that a double click undoes once. */
function takeUndo(scope: Scope) {
  const [first = 0, review = null] = (takeFlash(scope, "undo") ?? "").split(":").map(Number);
  if (first === 0) return null;
  const submissionId = newSubmissionId();
  return review === null ? { batch: first, submissionId } : { activity: first, review, submissionId };
}

/** Reads a flash message only if there is one, because reading changes the session. */
function takeFlash(scope: Scope, name: "loginFor" | "notice" | "problem" | "undo"): string | null {
  return scope.session.has(name) ? (scope.session.get(name) ?? null) : null;
}
