import { readGate } from "~/consent/gate.server";
import { logUnanswered } from "~/failure/explain.server";
import { isUnanswered } from "~/gateway-client/errors";
import type { Scope } from "~/request/scope.server";
import type { PersonalDetail } from "~/session/visitor.server";

/** The signed-in person as the shells show them. */
export type Me = Pick<
  PersonalDetail,
  "uid" | "nickName" | "icon" | "followers" | "following" | "unread" | "needsCompletion" | "closingAt"
> & {
  forumAdmin: boolean;
};

/**
 * What every page needs before its own data (spec 3.1, 4). When the upstream is down the page still shows,
 * and says so.
 */
export async function loadRoot(scope: Scope, url: URL) {
  const { siteName, logoUrl } = scope.settings;
  const site = { siteName, logoUrl: logoUrl ?? null, origin: scope.origin };
  try {
    const visitor = await scope.visitor();
    const detail = await scope.personal();
    const me: Me | null = detail && {
      uid: detail.uid,
      nickName: detail.nickName,
      icon: detail.icon,
      followers: detail.followers,
      following: detail.following,
      unread: detail.unread,
      needsCompletion: detail.needsCompletion,
      ...(detail.closingAt ? { closingAt: detail.closingAt } : {}),
      forumAdmin: detail.fids.length > 0,
    };
    // A form that was given back says it itself: confirming the notice would lose what was typed.
    const conflict = !visitor.signedIn && visitor.conflict && !scope.keepsForm;
    const asked = takeFlash(scope, "loginFor");
    // One dialog at a time: whoever was pushed out is told that first.
    const loginFor = conflict ? null : asked;
    return {
      ...site,
      me,
      formToken: await scope.formToken(),
      conflict,
      loginFor,
      gate: conflict || loginFor ? null : await readGate(scope, url, detail),
      notice: takeFlash(scope, "notice"),
      problem: takeFlash(scope, "problem"),
      degraded: false,
    };
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    logUnanswered(error);
    const formToken = await scope.formToken().catch(() => "");
    return {
      ...site,
      me: null,
      formToken,
      conflict: false,
      loginFor: null,
      gate: null,
      notice: null,
      problem: null,
      degraded: true,
    };
  }
}

/** Reads a flash message only when there is one: reading marks the session as changed. */
function takeFlash(scope: Scope, name: "loginFor" | "notice" | "problem"): string | null {
  return scope.session.has(name) ? (scope.session.get(name) ?? null) : null;
}
