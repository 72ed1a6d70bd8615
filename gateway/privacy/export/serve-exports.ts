import { exportsPrefix } from "contract/privacy/limits";
import type { Hono } from "hono";
import { useProof } from "../../account/proofs";
import { readRequestCaller } from "../../server/callers";
import { accountOf, type CallContext, type Services } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { archiveOf } from "./archive";
import { zipOf } from "./zip";

/** Uses the proof up, and one of the day's exports with it. */
async function permit(context: CallContext, uuid: string): Promise<void> {
  const key = String(accountOf(context).id);
  if (!(await context.limits.take("exportsPerDay", key))) throw new Refusal("EXPORTS_USED_UP");
  try {
    // biome-ignore lint/correctness/useHookAtTopLevel: no hook of React's
    await useProof(context.database, context, "export", uuid);
  } catch (error) {
    await context.limits.giveBack("exportsPerDay", key);
    throw error;
  }
}

/**
 * Serves GET /gateway/exports/{uuid}: everything of the caller's own as a ZIP, once, for a proof with the
 * purpose "export" that this session was given. Guessing ahead and HEAD do not use it up.
 */
export function serveExports(app: Hono, services: Services): void {
  app.get(`${exportsPrefix}:uuid`, async (context) => {
    const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
    if (context.req.method === "HEAD") return context.body(null, 204, headers);
    if (/prefetch|prerender/.test(context.req.header("sec-purpose") ?? context.req.header("purpose") ?? ""))
      return context.body(null, 503, { ...headers, "retry-after": "1" });
    const caller = await readRequestCaller(context, services);
    const callContext: CallContext = { ...services, caller, responseHeaders: new Headers() };
    await permit(callContext, context.req.param("uuid").slice(0, 200));
    const account = accountOf(callContext);
    const day = services.now().toISOString().slice(0, 10);
    return context.body(zipOf(archiveOf(services, account)), 200, {
      ...headers,
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="export-${account.id}-${day}.zip"`,
    });
  });
}
