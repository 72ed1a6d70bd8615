import { data } from "@remix-run/node";
import { readPreferences } from "~/cookies/preferences.server";
import type { Failure } from "~/failure/failure";
import { paths } from "~/navigation/paths";
import { keepsDesktopAddress, screenAt } from "~/navigation/screen-at";
import { leadsOn } from "~/navigation/screen-row";
import { twin } from "~/navigation/shell-address";
import { mayOpen } from "~/request/offices";
import { isMobileRequest } from "~/settings/user-agent";
import type { Scope } from "./scope.server";

/** Redirects a phone from a desktop address to the h5 address. Throws the redirect. */
export async function leadPhonesToH5(scope: Scope, request: Request, url: URL): Promise<void> {
  if (
    scope.shell === "h5" ||
    request.method !== "GET" ||
    url.pathname === "/" ||
    keepsDesktopAddress(url.pathname)
  )
    return;
  const choice = readPreferences(request).shell;
  if (choice === "desktop" || (!choice && !isMobileRequest(request.headers))) return;
  throw await scope.redirect(twin(url.pathname + url.search, "h5"), { keepShell: false });
}

/**
 * Checks access to the screen at this address; returns whether the address is a screen. In access mode 0 every page
 * except the policies asks visitors to sign in. Throws the redirect or the page shown instead.
 */
export async function guard(scope: Scope, url: URL): Promise<boolean> {
  const screen = screenAt(url.pathname);
  const here = url.pathname + url.search;
  // A row that only redirects is open: the target checks access itself, and has a title.
  const isOpen = screen?.policy || (screen && leadsOn(screen));
  const needed = screen?.access ?? ((await accessMode(scope)) === 0 && !isOpen ? "login" : undefined);
  if (!needed || scope.forms.shownAgain) return screen !== undefined;
  const visitor = await scope.visitor();
  if (!visitor.signedIn) {
    if (needed === "forumAdmin") throw await scope.redirect("/");
    if (needed === "authenticated" && (await accessMode(scope)) === 1) {
      scope.session.flash("loginFor", here.slice(0, 500));
      throw await scope.redirect(paths.forum());
    }
    throw data<Failure>({ kind: "login", message: "请先登录", traceId: scope.traceId }, { status: 401 });
  }
  if (needed === "forumAdmin") {
    const me = await scope.personal();
    if (me?.needsSecondFactor) {
      scope.session.flash("problem", "管理员、版主、编辑和分析员要先设置两步验证，才能管理。");
      throw await scope.redirect(paths.personal("security"));
    }
    if (!me || !mayOpen(me, screen?.offices ?? ["moderator"])) throw await scope.redirect("/");
  }
  return screen !== undefined;
}

/** The site's access mode (spec 4): whether visitors may read. */
export const accessMode = async (scope: Scope) => (await scope.config()).accessConfig;
