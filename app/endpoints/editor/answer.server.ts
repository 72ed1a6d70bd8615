import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { refusals } from "contract/refusals";
import { explain } from "~/failure/explain.server";
import { getScope, type Scope } from "~/request/scope.server";
import { assertSameOrigin } from "~/request/submit.server";
import { uploadBytesMax } from "~/settings/body-limits";

/** The error answer of an editor endpoint: a message for people and a code for the script. */
interface Problem {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
}

/** An error whose answer has more fields for the script. */
export class EditorProblem extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem & Record<string, unknown>,
  ) {
    super(problem.message);
  }
}

/** A JSON answer that must not be cached; saves the session. */
async function json(scope: Scope, body: object, status = 200): Promise<Response> {
  const headers = new Headers({ "cache-control": "no-store" });
  await scope.commit(headers);
  return Response.json(body, { status, headers });
}

/**
 * Makes an endpoint for the editor's scripts that answers JSON: the result of `run`, or a problem with its status.
 * 403 always means "not signed in". A POST must come from our own page, with its form token.
 */
export function answerEditor(run: (scope: Scope, fields: FormData, url: URL) => Promise<object>) {
  return async ({ request, context }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    const scope = await getScope({ request, context });
    const fail = (status: number, problem: Problem) => json(scope, problem, status);
    try {
      const posted = request.method === "POST";
      if (posted) assertSameOrigin(scope, request);
      if (Number(request.headers.get("content-length") ?? 0) > uploadBytesMax) {
        return await fail(413, { code: "BODY_TOO_LARGE", message: refusals.BODY_TOO_LARGE.message });
      }
      if (!(await scope.signedIn()))
        return await fail(403, { code: "NOT_SIGNED_IN", message: "登录状态已失效" });
      const fields = posted ? await request.formData().catch(() => null) : new FormData();
      if (!fields) return await fail(400, { code: "INVALID_REQUEST", message: "提交的内容不是有效的表单" });
      if (posted && !(await scope.forms.accepts(fields)))
        return await fail(403, { code: "FORM_TOKEN", message: "表单已过期" });
      return await json(scope, await run(scope, fields, new URL(request.url)));
    } catch (error) {
      if (error instanceof EditorProblem) return fail(error.status, error.problem);
      const { kind, status, code, message, fields } = explain(scope, error);
      if (kind === "login") return fail(status, { code, message: "登录状态已失效" });
      // The script reads 403 as "not signed in", so other refusals get 422.
      return fail(kind === "forbidden" ? 422 : status, { code, message, ...(fields ? { fields } : {}) });
    }
  };
}

/** A field as text; empty when it is missing. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}
