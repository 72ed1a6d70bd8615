import type { TextMark } from "contract/base/wire";
import { refusals } from "contract/refusals";
import { orWithout } from "~/failure/explain.server";
import { Refused } from "~/gateway-client/errors";
import { refuse } from "~/gateway-client/refusal.server";
import type { Scope } from "~/request/scope.server";

/**
 * Spec 4, phone binding: asked until it is known to be there. An upstream that does not say is asked by the
 * post itself.
 */
async function checkPhone(scope: Scope): Promise<void> {
  if (scope.session.get("hasReqPhone")) return;
  const answer = await orWithout(scope, scope.gateway.call("checkPhone", {}), null);
  if (answer?.data === "checked") scope.session.set("hasReqPhone", true);
  else if (answer) throw refuse("PHONE_NOT_BOUND", { call: "checkPhone", traceId: scope.traceId });
}

/** Spec 7.2: the operator's words, each said by its field. */
async function checkWords(scope: Scope, fields: Record<string, string | string[]>): Promise<void> {
  const checks = Object.entries(fields).flatMap(([field, value]) =>
    [value].flat().map((text, item) => ({ field, text, ...(Array.isArray(value) ? { item } : {}) })),
  );
  const texts = checks.map(({ text }) => text);
  const answer = await orWithout(scope, scope.gateway.call("sensitiveWordCheck", { texts }), null);
  const marks: Record<string, TextMark[]> = {};
  for (const [at, { field, text: _text, ...place }] of checks.entries()) {
    const found = answer?.texts[at];
    if (found?.flagged)
      marks[field] = [...(marks[field] ?? []), ...found.marks.map((mark) => ({ ...mark, ...place }))];
  }
  if (Object.keys(marks).length === 0) return;
  const { message, status } = refusals.SENSITIVE_WORDS;
  throw new Refused({
    message,
    status,
    code: "SENSITIVE_WORDS",
    call: "sensitiveWordCheck",
    traceId: scope.traceId,
    fields: Object.fromEntries(Object.keys(marks).map((field) => [field, [message]])),
    marks,
  });
}

/**
 * What is asked of an upstream before a text is published; `isNew` for what needs a bound
 * phone (spec 6). Throws PHONE_NOT_BOUND and SENSITIVE_WORDS; of people who are not signed in, nothing.
 */
export async function checkBeforePublishing(
  scope: Scope,
  fields: Record<string, string | string[]>,
  { isNew }: { isNew: boolean },
): Promise<void> {
  if (!(await scope.signedIn())) return;
  await Promise.all([isNew ? checkPhone(scope) : undefined, checkWords(scope, fields)]);
}
