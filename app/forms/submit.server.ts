import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { refusals } from "contract/refusals";
import type { z } from "zod/v4";
import type { Scope } from "~/context.server";
import { Forbidden, GatewayError, NotSignedIn, Refused, SessionConflict } from "~/gateway-client/errors";
import { forgetLogin } from "~/session/visitor.server";
import type { Failure } from "~/routing/failure";
import { quoting } from "./marked";
import type { FormFailure } from "./result";

/**
 * Our forms' fields have plain names. Others are refused: Conform would read them as its own commands, or as paths into
 * lists and objects, and `a[9999999]` makes a list that long.
 */
const fieldName = /^[A-Za-z]\w{0,39}$/;
/** As many as the tags that a person may follow, each a field of its own, and some. */
const fieldsMaximum = 300;

/** A form may be this many bytes, and one with files this many; the front door refuses larger ones without reading them. */
const formMaximum = 8 * 1024 * 1024;
export const uploadMaximum = 25 * 1024 * 1024;

export interface FormTools {
  /** Its texts; the files that came along are in `files`. */
  form: FormData;
  files: File[];
  /** The value of the pressed button's `intent`, empty without one. */
  intent: string;
  /**
   * Parses the form by its schema and runs `run` with the value. What is wrong, whether found here or by the gateway,
   * comes back as the same page's data with status 400, 403, 422, 429 or 503 and everything that was typed.
   */
  submit<Schema extends z.ZodType>(schema: Schema, run: (value: z.output<Schema>) => Promise<Response>): Promise<Response | FormReply>;
}

type FormReply = ReturnType<typeof data<FormFailure>>;

/** Reads a posted form. Throws a failure page for what is no form, or comes from another site. */
export async function formTools(scope: Scope, request: Request): Promise<FormTools> {
  assertSameOrigin(scope, request);
  const { form, files } = await readForm(scope, request);
  const intent = form.get("intent");
  const name = typeof intent === "string" ? intent.slice(0, 60) : "";
  return {
    form,
    files,
    intent: name,
    async submit(schema, run) {
      const submission = parseWithZod(form, { schema });
      const reply = (status: number, options: Parameters<typeof submission.reply>[0], dialog: FormFailure["dialog"] = null) => {
        scope.keepsForm = true;
        return data<FormFailure>({ intent: name, result: submission.reply(options), dialog }, { status });
      };
      if (submission.status !== "success") return reply(400, {});
      try {
        if (!(await scope.acceptsToken(form))) {
          return reply(403, { formErrors: ["表单已过期或不是从本站提交的，内容已为你保留，请再提交一次"] });
        }
        return await run(submission.value as z.output<typeof schema>);
      } catch (error) {
        if (error instanceof NotSignedIn || error instanceof SessionConflict) {
          forgetLogin(scope.session);
          const visitor = await scope.visitor().catch(() => null);
          const reason = visitor && !visitor.signedIn && visitor.conflict ? refusals.SESSION_CONFLICT.message : "登录状态已失效";
          return reply(403, { formErrors: [`${reason}，内容已为你保留，请登录后再提交一次`] }, "login");
        }
        if (error instanceof Refused) {
          if (error.code === "PHONE_NOT_BOUND") return reply(422, { formErrors: [refusals.PHONE_NOT_BOUND.message] }, "phone");
          if (error.code === "DISCLAIMER_NOT_SIGNED") return reply(422, { formErrors: [error.message] }, "disclaimer");
          const known = fieldsOf(error, form, submission.value);
          return reply(error.status, known ? { fieldErrors: known } : { formErrors: [withQuotes(error, submission.value)] });
        }
        if (error instanceof Forbidden) return reply(403, { formErrors: [error.message] });
        if (error instanceof GatewayError) {
          console.error(`[门户] ${error.name} ${error.call} ${error.detail} 跟踪号 ${scope.traceId}`);
          return reply(503, { formErrors: [`${error.message}，内容已为你保留，请稍后再提交（跟踪号 ${scope.traceId}）`] });
        }
        throw error;
      }
    },
  };
}

/** A field's texts as they were sent: the spans of a refusal count in these. */
function textsOf(value: unknown, field: string): string[] {
  const sent = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[field] : undefined;
  return [sent].flat().filter((text): text is string => typeof text === "string");
}

/** The refusal's messages whose fields this form has; none when one of them would have no place to stand. */
function fieldsOf(error: Refused, form: FormData, value: unknown): Record<string, string[]> | undefined {
  const fields = Object.entries(error.fields ?? {});
  if (fields.length === 0 || !fields.every(([field]) => form.has(field))) return undefined;
  return Object.fromEntries(
    fields.map(([field, messages]) => {
      const marks = error.marks?.[field] ?? [];
      return [field, messages.map((message) => quoting(message, textsOf(value, field), marks))];
    }),
  );
}

/** The refusal's message with everything that it is about quoted. */
function withQuotes(error: Refused, value: unknown): string {
  return Object.entries(error.marks ?? {}).reduce(
    (message, [field, marks]) => quoting(message, textsOf(value, field), marks),
    error.message,
  );
}

async function readForm(scope: Scope, request: Request): Promise<{ form: FormData; files: File[] }> {
  const fail = (status: number, message: string): never => {
    throw data<Failure>({ kind: "refused", message, traceId: scope.traceId }, { status });
  };
  const hasFiles = request.headers.get("content-type")?.startsWith("multipart/form-data");
  if (Number(request.headers.get("content-length") ?? 0) > (hasFiles ? uploadMaximum : formMaximum))
    fail(413, "提交的内容过大，请精简后再试");
  const sent = await request.formData().catch(() => fail(400, "提交的内容不是有效的表单"));
  const names = [...sent.keys()];
  if (names.length > fieldsMaximum || !names.every((name) => fieldName.test(name))) fail(400, "提交的表单里有不认识的内容");
  const form = new FormData();
  const files: File[] = [];
  for (const [name, value] of sent) {
    if (typeof value === "string") form.append(name, value);
    // A file field in which nothing was chosen comes as an empty file without a name.
    else if (value.name !== "" || value.size > 0) files.push(value);
  }
  return { form, files };
}

/** The Origin check that covers visitors' forms too, which carry no token (design 9). A missing Origin is an old browser or a tool. */
export function assertSameOrigin(scope: Scope, request: Request): void {
  const origin = request.headers.get("origin");
  if (!origin) return;
  const own = [new URL(request.url).host, request.headers.get("host"), scope.settings.siteUrl && new URL(scope.settings.siteUrl).host];
  const host = URL.canParse(origin) ? new URL(origin).host : "";
  if (host && own.includes(host)) return;
  throw data<Failure>({ kind: "refused", message: "请求不是从本站发出的，已拒绝", traceId: scope.traceId }, { status: 403 });
}
