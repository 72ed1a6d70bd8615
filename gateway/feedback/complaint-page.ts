import { randomBytes } from "node:crypto";
import { submissionId } from "contract/base/fields";
import { complaintPath } from "contract/base/wire";
import { complaintContext, complaintFields } from "contract/feedback/fields";
import { refusals } from "contract/refusals";
import type { Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import { readForm } from "../pages/form";
import type { Caller, Services } from "../server/context";
import { Refusal } from "../server/refusal";
import { readRequestCaller } from "../server/sessions/callers";
import { type ComplaintState, complaintPage } from "./complaint-view";
import { insertComplaint } from "./insert";

const formSchema = z.object({ ...complaintFields, submissionId });
const names = ["reason", "text", "contact", "submissionId", "context"] as const;

/** The product's context, as the page's script wrote it into the form; null for anything invalid. */
function readContext(text: string): z.output<typeof complaintContext> | null {
  try {
    return complaintContext.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const whyRefused = ({ seenBy }: Caller): string =>
  seenBy ? refusals.SEEING_READ_ONLY.message : "登录状态已失效，请重新登录后再投诉";

/**
 * Serves the built-in complaint page, for operators without their own (spec 2.7): the product embeds it and tells it
 * what the complaint is about; the page takes the complaint and shows its number. The form works without a script once
 * it has the context.
 */
export function serveComplaintPage(app: Hono, services: Services): void {
  const { siteName, allowedOrigins } = services.settings;

  function answer(context: Context, state: ComplaintState, status: ContentfulStatusCode = 200) {
    const nonce = randomBytes(16).toString("base64");
    const ancestors = ["'self'", ...allowedOrigins].join(" ");
    context.header(
      "content-security-policy",
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}`,
    );
    context.header("cache-control", "no-store");
    context.header("x-content-type-options", "nosniff");
    return context.html(complaintPage(state, { nonce, origins: allowedOrigins, siteName }), status);
  }

  app.get(complaintPath, async (context) => {
    const caller = await readRequestCaller(context, services);
    const { session } = caller;
    if (!session) return answer(context, { kind: "refused", problem: whyRefused(caller) }, 403);
    const values = { submissionId: randomBytes(12).toString("base64url") };
    return answer(context, { kind: "form", values, errors: {}, problem: "", token: session.csrfToken });
  });

  app.post(complaintPath, async (context) => {
    const caller = await readRequestCaller(context, services);
    const { account, session } = caller;
    if (!account || !session) return answer(context, { kind: "refused", problem: whyRefused(caller) }, 403);
    const form = await readForm(context, 4_000);
    const about = readContext(form.value("context"));
    const values = {
      ...Object.fromEntries(names.map((name) => [name, form.clean(name)])),
      context: about ? JSON.stringify(about) : "",
    };
    const again = (status: ContentfulStatusCode, problem: string, errors: Record<string, string> = {}) =>
      answer(context, { kind: "form", values, errors, problem, token: session.csrfToken }, status);
    if (form.value("token") !== session.csrfToken) return again(403, refusals.CSRF_TOKEN_MISMATCH.message);
    if (!about) return again(400, "没有收到被投诉内容的信息，请关闭后重新打开");
    const parsed = formSchema.safeParse(Object.fromEntries(names.map((name) => [name, form.value(name)])));
    if (!parsed.success) {
      return again(
        400,
        "",
        Object.fromEntries(
          parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]).reverse(),
        ),
      );
    }
    try {
      const { number } = await insertComplaint(
        { ...parsed.data, context: about },
        { ...services, caller, responseHeaders: new Headers() },
      );
      return answer(context, { kind: "done", number });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const errors = Object.fromEntries(
        Object.entries(error.fields ?? {}).map(([name, messages]) => [name, messages[0] ?? ""]),
      );
      return again(error.status as ContentfulStatusCode, error.fields ? "" : error.message, errors);
    }
  });
}
