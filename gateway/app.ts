import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { gatewayPrefix, traceIdHeader } from "contract/wire";
import { serveCalls } from "./calls";
import type { Services } from "./context";
import { handlers } from "./handlers";
import { Refusal } from "./refusal";
import { isSignInPage, refusalPage } from "./signin/html-page";
import { serveSignIn } from "./signin/routes";
import { serveFiles } from "./storage/routes";

/** A JSON or form body larger than this is refused before it is parsed. */
const bodyMaximum = 1024 * 1024;

/**
 * The embedded gateway as a web-standard app: `app.fetch(request)`. Everything it serves stands under
 * `/gateway/`. No state of its own but `services`.
 */
export function createGateway(services: Services): Hono {
  const app = new Hono();
  /** People on a page of the sign-in portal get a page, callers get JSON. */
  const refuse = (context: Context, refusal: Refusal) =>
    isSignInPage(context.req.path) ? refusalPage(context, services.settings, refusal) : refusalJson(refusal);
  app.use(bodyLimit({ maxSize: bodyMaximum, onError: (context) => refuse(context, new Refusal("BODY_TOO_LARGE")) }));
  app.onError((error, context) => {
    if (error instanceof Refusal) return refuse(context, error);
    console.error(`[网关] ${context.req.method} ${context.req.path} 跟踪号 ${context.req.header(traceIdHeader) ?? "-"}`, error);
    return refuse(context, new Refusal("SERVER_ERROR"));
  });
  app.notFound((context) => refuse(context, new Refusal("CALL_NOT_FOUND")));
  app.get(`${gatewayPrefix}/healthz`, async (context) => {
    await services.database.execute("select 1");
    return context.json({ ok: true });
  });
  serveCalls(app, services, handlers);
  serveSignIn(app, services);
  serveFiles(app, services);
  return app;
}

function refusalJson(refusal: Refusal): Response {
  return Response.json(refusal.body(), { status: refusal.status, headers: { "cache-control": "no-store" } });
}
