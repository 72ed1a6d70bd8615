import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { contract } from "contract";
import { type Call, wirePath } from "contract/call";
import { attachmentBytesMax } from "contract/limits";
import { gatewayPrefix, traceIdHeader } from "contract/wire";
import { serveCalls } from "./calls";
import type { Services } from "./context";
import { handlers } from "./handlers";
import { Refusal } from "./refusal";
import { serveComplaintPage } from "./service/complaint-page";
import { isSignInPage, refusalPage } from "./signin/html-page";
import { serveSignIn } from "./signin/routes";
import { serveExports } from "./settings/export/routes";
import { serveUnsubscribe } from "./messages/unsubscribe";
import { serveFiles } from "./storage/routes";
import { serveAttachments } from "./uploads/routes";

/** A JSON or form body larger than this is refused before it is parsed. */
const bodyMaximum = 1024 * 1024;
/** The largest attachment in base64, and its envelope. */
const uploadMaximum = Math.ceil(attachmentBytesMax / 3) * 4 + 64 * 1024;
const uploadPaths = new Set(
  Object.values(contract as Record<string, Call>)
    .filter((call) => call.body === "file")
    .map(wirePath),
);

/**
 * The embedded gateway as a web-standard app: `app.fetch(request)`. Everything it serves stands under
 * `/gateway/`. No state of its own but `services`.
 */
export function createGateway(services: Services): Hono {
  const app = new Hono();
  /** People on a page of the sign-in portal get a page, callers get JSON. */
  const refuse = (context: Context, refusal: Refusal) =>
    isSignInPage(context.req.path) ? refusalPage(context, services.settings, refusal) : refusalJson(refusal);
  const limitTo = (maxSize: number) => bodyLimit({ maxSize, onError: (context) => refuse(context, new Refusal("BODY_TOO_LARGE")) });
  const [limitBody, limitUpload] = [limitTo(bodyMaximum), limitTo(uploadMaximum)];
  app.use((context, next) => (uploadPaths.has(context.req.path) ? limitUpload(context, next) : limitBody(context, next)));
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
  serveUnsubscribe(app, services);
  serveComplaintPage(app, services);
  serveFiles(app, services);
  serveAttachments(app, services);
  serveExports(app, services);
  return app;
}

function refusalJson(refusal: Refusal): Response {
  return Response.json(refusal.body(), { status: refusal.status, headers: { "cache-control": "no-store" } });
}
