import { z } from "zod";
import { screenAt } from "~/navigation/screen-at";
import { inShell } from "~/navigation/shell-address";
import { isMobileRequest } from "~/navigation/user-agent";
import { screenLoader } from "~/request/screen.server";

/**
 * Addresses that lead on (spec 2.1), by their path without a shell prefix. The query is kept where
 * `keepQuery`.
 */
const targets: Record<string, string> = {
  "/forum": "/forum/all",
  "/moderator": "/moderator/audit",
  "/personalCenter": "/personalCenter/posts",
  "/message": "/personalCenter/msg",
  "/setting": "/personalCenter/setting",
  "/devCenter": "/devCenter/index",
  "/eventActivities": "/eventActivities/index",
  "/product/info": "/products/index",
  "/information": "/information/index",
  // Rooms by the names that people type, and that their pages' addresses begin with.
  "/products": "/products/index",
  "/resources": "/resources/index",
  "/training": "/trainingClass",
  "/certificate": "/trainingClass",
  "/events": "/eventActivities/index",
  "/information/list": "/information/index",
};

const optional = z.object({ id: z.string().optional() });
const inputs = { params: optional, query: optional };

export const loader = screenLoader(inputs, async ({ scope, request, url, params, query }) => {
  const path = screenAt(url.pathname)?.path ?? "/forum";
  if (path === "/") {
    const mobile = scope.shell === "h5" || isMobileRequest(request.headers);
    throw await scope.redirect(mobile ? "/forum/all" : "/home");
  }
  if (path.startsWith("/product/detail")) {
    const id = params.id ?? query.id;
    throw await scope.redirect(
      id ? inShell(`/products/details/${encodeURIComponent(id)}`, scope.shell) : "/products/index",
    );
  }
  throw await scope.redirect((targets[path] ?? "/forum/all") + url.search);
});

export default function Redirects() {
  return null;
}
