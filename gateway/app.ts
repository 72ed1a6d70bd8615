import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { gatewayPrefix, traceIdHeader } from "contract/wire";
import { serveCalls } from "./calls";
import type { Services } from "./context";
import { handlers } from "./handlers";
import { Refusal } from "./refusal";
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
  app.use(bodyLimit({ maxSize: bodyMaximum, onError: () => refuse(new Refusal("BODY_TOO_LARGE")) }));
  app.onError((error, context) => {
    if (error instanceof Refusal) return refuse(error);
    console.error(`[网关] ${context.req.method} ${context.req.path} 跟踪号 ${context.req.header(traceIdHeader) ?? "-"}`, error);
    return refuse(new Refusal("SERVER_ERROR"));
  });
  app.notFound(() => refuse(new Refusal("CALL_NOT_FOUND")));
  app.get(`${gatewayPrefix}/healthz`, async (context) => {
    await services.database.execute("select 1");
    return context.json({ ok: true });
  });
  serveCalls(app, services, handlers);
  serveSignIn(app, services);
  serveFiles(app, services);
  return app;
}

function refuse(refusal: Refusal): Response {
  return Response.json(refusal.body(), { status: refusal.status, headers: { "cache-control": "no-store" } });
}
