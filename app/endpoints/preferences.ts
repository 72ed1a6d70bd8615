import type { ActionFunctionArgs } from "@remix-run/node";
import { preferenceCookies } from "~/cookies/preferences.server";
import { columnsCookie } from "~/cookies/product-columns";
import { ownPath } from "~/navigation/redirect";
import { twin } from "~/navigation/shell-address";
import { pathId } from "~/request/inputs.server";
import { getScope } from "~/request/scope.server";
import { assertSameOrigin } from "~/request/submit.server";
import { areColumns, readColumns } from "~/screens/products/list/filters";

/** Saves a visitor's choices for this browser: shell, colour scheme, cookie policy, columns of a list of products. Redirects back to the page. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  assertSameOrigin(scope, request);
  const form = await request.formData().catch(() => new FormData());
  const parameters = new URL(request.url).searchParams;
  const text = (name: string) => String(form.get(name) ?? parameters.get(name) ?? "");
  let back = ownPath(text("back"), "/");
  const shell = text("shell");
  if (shell === "desktop" || shell === "h5") back = twin(back, shell);
  const headers = new Headers({ location: back, "cache-control": "no-store" });
  const list = pathId.safeParse(text("columnsOf"));
  if (list.success) {
    const chosen =
      text("usual") === "own"
        ? []
        : readColumns(new URLSearchParams(form.getAll("columns").map((key) => ["columns", String(key)])));
    if (areColumns(chosen))
      headers.append("set-cookie", columnsCookie(request.headers.get("cookie"), list.data, chosen));
    // The list says what is wrong with them.
    else
      headers.set(
        "location",
        `${back}${back.includes("?") ? "&" : "?"}${new URLSearchParams({ columns: chosen.join(",") })}`,
      );
  }
  for (const cookie of preferenceCookies(form)) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** Only for POST: a GET redirects to the start page. */
export function loader(): Response {
  return new Response(null, { status: 302, headers: { location: "/" } });
}
