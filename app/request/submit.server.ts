import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { batchMaximum } from "contract/moderation/fields";
import type { z } from "zod";
import { type Explanation, explainForm } from "~/failure/explain.server";
import type { Failure } from "~/failure/failure";
import { expiredForm, type GiveBack, giveBack } from "~/forms/give-back.server";
import { quoting } from "~/forms/quoted";
import { formBytesMax, uploadBytesMax } from "~/settings/body-limits";
import { asksToConfirm } from "./confirm.server";
import type { Scope } from "./scope.server";

/**
 * The names of our forms' fields are simple. Others are refused: Conform would read them as its own commands or as
 * paths into lists and objects, and `a[9999999]` makes a list of that length.
 */
const fieldName = /^[A-Za-z]\w{0,59}$/;
/**
 * The most fields of a form: the largest product that may be saved (60 parts, 30 certificates, 80 parameters with their
 * choices) and the largest class (80 parameters of 7 fields each) have room, as have the things that a moderator
 * chooses at once. The bytes of a form have a limit of their own.
 */
const fieldsMaximum = Math.max(batchMaximum, 6_000) + 100;

/** Text fields never need more bytes than this; a larger form contains files. */
const textMaximum = 1024 * 1024;

export interface FormTools {
  /** The form's text fields; files are in `files`. */
  form: FormData;
  files: File[];
  /** The files of one field. */
  filesOf(field: string): File[];
  /** The value of the pressed button's `intent`, empty without one. */
  intent: string;
  /**
   * Parses the form by a schema and calls `run` with the value. Problems found here or by the gateway are returned as
   * the same page's data with status 400, 403, 422, 429 or 503 and everything typed.
   */
  submit<Schema extends z.ZodType>(
    schema: Schema,
    run: (value: z.output<Schema>) => Promise<Response | GiveBack>,
    part?: Part,
  ): Promise<Response | GiveBack>;
}

/** A part of the form that is posted alone, such as one row of a list. */
export interface Part {
  /** Parsed instead of the whole form; the whole form comes back unchanged. */
  form: FormData;
  /**
   * The field of the whole form at which all problems of the part are shown; without it each is shown at its own
   * field.
   */
  at?: string;
}

const messagesOf = (fields: Record<string, string[] | null> | null | undefined): Record<string, string[]> =>
  Object.fromEntries(Object.entries(fields ?? {}).map(([name, messages]) => [name, messages ?? []]));

/** Reads a posted form. Throws an error page when the body is not a form, or comes from another site. */
export async function formTools(scope: Scope, request: Request): Promise<FormTools> {
  assertSameOrigin(scope, request);
  const { form, files: sent } = await readForm(scope, request);
  const files = sent.map(({ file }) => file);
  const intent = form.get("intent");
  const name = typeof intent === "string" ? intent.slice(0, 60) : "";
  return {
    form,
    files,
    filesOf: (field) => sent.filter((one) => one.field === field).map(({ file }) => file),
    intent: name,
    async submit(schema, run, part) {
      const submission = parseWithZod(part?.form ?? form, { schema });
      const typed = { intent: name, typed: part ? form : submission };
      /** The problems of a part, assigned to the fields of the whole form. */
      const wrong = (all: Record<string, string[]>, problems: string[] = []) => {
        const { "": ofForm = [], ...fields } = all;
        if (!part?.at) return { fields, problems: [...problems, ...ofForm] };
        return {
          fields: { [part.at]: [...new Set([...problems, ...ofForm, ...Object.values(fields).flat()])] },
        };
      };
      if (submission.status !== "success")
        return giveBack(scope, typed, {
          status: 400,
          ...(part ? wrong(messagesOf(submission.error)) : {}),
        });
      try {
        if (!(await scope.forms.accepts(form))) return giveBack(scope, typed, expiredForm);
        return await run(submission.value as z.output<typeof schema>);
      } catch (error) {
        // The screen's action answers with the page that asks for it.
        if (asksToConfirm(error)) throw error;
        const { status, dialog, code, sentence, ...refused } = await explainForm(scope, error);
        const fields = fieldsOf(refused, part?.form ?? form, submission.value);
        const problems = fields ? undefined : [withQuotes(sentence, refused, submission.value)];
        const saying = part ? wrong(fields ?? {}, problems) : { fields, problems };
        return giveBack(scope, typed, { status, dialog, code, ...saying });
      }
    },
  };
}

/** The parts of a refusal that refer to fields. */
type Marked = Pick<Explanation, "fields" | "marks">;

/** A field's texts as they were sent; the positions in a refusal refer to these. */
function textsOf(value: unknown, field: string): string[] {
  const sent =
    typeof value === "object" && value !== null ? (value as Record<string, unknown>)[field] : undefined;
  return [sent].flat().filter((text): text is string => typeof text === "string");
}

/** The refusal's messages by field; undefined when the form does not have one of these fields. */
function fieldsOf(error: Marked, form: FormData, value: unknown): Record<string, string[]> | undefined {
  const fields = Object.entries(error.fields ?? {});
  if (fields.length === 0 || !fields.every(([field]) => form.has(field))) return undefined;
  return Object.fromEntries(
    fields.map(([field, messages]) => {
      const marks = error.marks?.[field] ?? [];
      return [field, messages.map((message) => quoting(message, textsOf(value, field), marks))];
    }),
  );
}

/** The refusal's message with the texts that it refers to quoted. */
function withQuotes(sentence: string, { marks }: Marked, value: unknown): string {
  return Object.entries(marks ?? {}).reduce(
    (message, [field, spans]) => quoting(message, textsOf(value, field), spans),
    sentence,
  );
}

interface SentFile {
  field: string;
  file: File;
}

async function readForm(scope: Scope, request: Request): Promise<{ form: FormData; files: SentFile[] }> {
  const fail = (status: number, message: string): never => {
    throw data<Failure>({ kind: "refused", message, traceId: scope.traceId }, { status });
  };
  const hasFiles = request.headers.get("content-type")?.startsWith("multipart/form-data");
  const length = Number(request.headers.get("content-length") ?? 0);
  if (length > (hasFiles ? uploadBytesMax : formBytesMax)) fail(413, "提交的内容过大，请精简后再试");
  // Files from visitors are refused. A smaller form is read even after the session ended, so that the page can show
  // the typed text again.
  if (hasFiles && length > textMaximum && !(await scope.signedIn()))
    throw data<Failure>(
      { kind: "login", message: "请先登录，再上传文件", traceId: scope.traceId },
      { status: 401 },
    );
  const sent = await request.formData().catch(() => fail(400, "提交的内容不是有效的表单"));
  const names = [...sent.keys()];
  if (names.length > fieldsMaximum || !names.every((name) => fieldName.test(name)))
    fail(400, "提交的表单里有不认识的内容");
  const form = new FormData();
  const files: SentFile[] = [];
  for (const [name, value] of sent) {
    if (typeof value === "string") form.append(name, value);
    // An empty file field is sent as an empty file without a name.
    else if (value.name !== "" || value.size > 0) files.push({ field: name, file: value });
  }
  return { form, files };
}

/**
 * Checks the Origin header, also for visitors' forms, which have no token. Old browsers and tools send no Origin:
 * that is accepted.
 */
export function assertSameOrigin(scope: Scope, request: Request): void {
  const origin = request.headers.get("origin");
  if (!origin) return;
  const own = [
    new URL(request.url).host,
    request.headers.get("host"),
    ...scope.settings.siteUrls.map((siteUrl) => new URL(siteUrl).host),
  ];
  const host = URL.canParse(origin) ? new URL(origin).host : "";
  if (host && own.includes(host)) return;
  throw data<Failure>(
    { kind: "refused", message: "请求不是从本站发出的，已拒绝", traceId: scope.traceId },
    { status: 403 },
  );
}
