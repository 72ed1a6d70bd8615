import { contract } from "contract";
import { type Call, wirePaths } from "contract/base/call";
import {
  activityFilesPrefix,
  attachmentsPrefix,
  downloadsPrefix,
  filesPrefix,
  mediaPrefix,
  traceIdHeader,
} from "contract/base/wire";
import { attachmentBytesMax } from "contract/files/constants";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { serveActivityFiles } from "./activities/files";
import { serveComplaintPage } from "./feedback/complaint-page";
import { serveAttachments } from "./files/serving/serve-attachments";
import { serveFiles } from "./files/serving/serve-files";
import { serveMedia } from "./files/serving/serve-media";
import { serveHealth } from "./health";
import { serveUnsubscribe } from "./messages/unsubscribe";
import { isSignInPage, refusalPage } from "./pages/html-page";
import { serveExports } from "./privacy/export/serve-exports";
import { refusalOf } from "./refusal-of";
import { serveDownloads } from "./resources/serve-downloads";
import { serveCalls } from "./serve-calls";
import type { Services } from "./server/context";
import { countRefusal } from "./server/metrics";
import { isForeignWrite } from "./server/origins";
import { Refusal } from "./server/refusal";
import { readRequestCaller } from "./server/sessions/callers";
import { serveCompanySignIn } from "./signin/company/routes";
import { serveSignIn } from "./signin/routes";

/** The maximal size of a JSON or form body; larger ones are refused before parsing. */
const bodyMaximum = 1024 * 1024;
/** The size of a piece of content: the texts of a resource's versions may be 2 MB, a table 3.5 MB, and few people edit. */
const editingMaximum = 4 * bodyMaximum;
const editingPaths = new Set(
  [
    contract.saveContent,
    contract.compareContent,
    contract.checkContentTable,
    contract.changeContentTable,
  ].flatMap(wirePaths),
);
/** The size of the largest attachment in base64 with its envelope. */
const uploadMaximum = Math.ceil(attachmentBytesMax / 3) * 4 + 64 * 1024;
/** Where people come to by themselves, for a file: what is wrong there is told on a page. */
const isFilePage = ({ req }: Context) =>
  [attachmentsPrefix, downloadsPrefix, mediaPrefix, activityFilesPrefix, filesPrefix].some((prefix) =>
    req.path.startsWith(prefix),
  );
const uploadPaths = new Set(
  Object.values(contract as Record<string, Call>)
    .filter((call) => call.body === "file")
    .flatMap(wirePaths),
);

/**
 * The embedded gateway as a web-standard app: `app.fetch(request)`. All its addresses are under `/gateway/`. It has no
 * state except `services`.
 */
export function createGateway(services: Services): Hono {
  const app = new Hono();
  /** Answers a refusal: a page for pages of the sign-in portal, JSON for calls. */
  const refuse = (context: Context, refusal: Refusal) => {
    countRefusal(refusal.code);
    return isSignInPage(context.req.path) || (refusal.code === "FILES_AWAY" && isFilePage(context))
      ? refusalPage(context, services.settings, refusal)
      : refusalJson(refusal);
  };
  const limitTo = (maxSize: number) =>
    bodyLimit({ maxSize, onError: (context) => refuse(context, new Refusal("BODY_TOO_LARGE")) });
  const [limitBody, limitEdit] = [limitTo(bodyMaximum), limitTo(editingMaximum)];
  const limitUpload = limitTo(uploadMaximum);
  app.use(async (context, next) => {
    // PostgreSQL rejects NUL in texts, and no path needs one. The readers of queries check their values.
    if (context.req.path.includes("%00")) throw new Refusal("INVALID_REQUEST");
    // The sign-in portal's forms show this error themselves and keep the typed values.
    if (!isSignInPage(context.req.path) && isForeignWrite(context, services))
      throw new Refusal("FOREIGN_ORIGIN");
    await next();
    if (!context.res.headers.has("cache-control")) context.res.headers.set("cache-control", "no-store");
  });
  app.use(async (context, next) => {
    const { method, path } = context.req;
    const isEdit = editingPaths.has(path);
    if (method !== "POST" || !(isEdit || uploadPaths.has(path))) return limitBody(context, next);
    // A body without a length is read up to its limit, so only signed-in callers may send one.
    const { account, seenBy } = await readRequestCaller(context, services);
    if (!account && !seenBy) throw new Refusal("NOT_SIGNED_IN");
    return isEdit ? limitEdit(context, next) : limitUpload(context, next);
  });
  app.onError((error, context) => {
    const { method, path } = context.req;
    return refuse(context, refusalOf(error, { method, path, traceId: context.req.header(traceIdHeader) }));
  });
  app.notFound((context) => refuse(context, new Refusal("CALL_NOT_FOUND")));
  serveHealth(app, services);
  serveCalls(app, services);
  serveCompanySignIn(app, serveSignIn(app, services));
  serveUnsubscribe(app, services);
  serveComplaintPage(app, services);
  serveFiles(app, services);
  serveAttachments(app, services);
  serveActivityFiles(app, services);
  serveMedia(app, services);
  serveDownloads(app, services);
  serveExports(app, services);
  return app;
}

function refusalJson(refusal: Refusal): Response {
  return Response.json(refusal.body(), { status: refusal.status, headers: { "cache-control": "no-store" } });
}
