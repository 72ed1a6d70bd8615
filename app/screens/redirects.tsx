import { z } from "zod";
import { paths } from "~/navigation/paths";
import { screenAt } from "~/navigation/screen-at";
import { inShell } from "~/navigation/shell-address";
import { holdsOne, moderatesSomething } from "~/request/offices";
import type { Scope } from "~/request/scope.server";
import { screenLoader } from "~/request/screen.server";
import { isMobileRequest } from "~/settings/user-agent";
import { editedPath } from "./moderator/editing/edited-kinds";
import { loadOverview } from "./moderator/overview.server";

/** Redirects (spec 2.1), by their path without the shell's prefix. `keepQuery` keeps the query. */
const targets: Record<string, string> = {
  "/forum": paths.forum(),
  "/personalCenter": paths.personal("posts"),
  "/message": paths.messages(),
  "/setting": paths.setting(),
  "/devCenter": paths.devCenter(),
  "/eventActivities": paths.activities(),
  "/product/info": paths.products(),
  "/information": paths.information(),
  // Short names that people type, which are also the first parts of their pages' addresses.
  "/products": paths.products(),
  "/resources": paths.resources(),
  "/training": paths.courses(),
  "/certificate": paths.courses(),
  "/events": paths.activities(),
  "/information/list": paths.information(),
};

/** The first screen of the moderation area that the person may open. */
async function firstOfModeration(scope: Scope): Promise<string> {
  const me = await scope.personal();
  if (!me || moderatesSomething(me)) return paths.moderation("audit");
  if (!holdsOne(me, ["editor", "lecturer"])) return paths.moderation("traffic");
  return editedPath(await loadOverview(scope));
}

const optional = z.object({ id: z.string().optional() });
const inputs = { params: optional, query: optional };

export const loader = screenLoader(inputs, async ({ scope, request, url, params, query }) => {
  const path = screenAt(url.pathname)?.path ?? "";
  if (path === "/") {
    const mobile = scope.shell === "h5" || isMobileRequest(request.headers);
    throw await scope.redirect(mobile ? paths.forum() : paths.home());
  }
  if (path.startsWith("/product/detail")) {
    const id = params.id ?? query.id;
    throw await scope.redirect(
      id ? inShell(paths.product(encodeURIComponent(id)), scope.shell) : paths.products(),
    );
  }
  if (path === "/moderator") throw await scope.redirect((await firstOfModeration(scope)) + url.search);
  throw await scope.redirect((targets[path] ?? paths.forum()) + url.search);
});

export default function Redirects() {
  return null;
}
