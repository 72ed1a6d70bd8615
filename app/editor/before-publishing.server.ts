import type { TextMark } from "contract/base/wire";
import { refusals } from "contract/refusals";
import { orWithout } from "~/failure/explain.server";
import { Refused } from "~/gateway-client/errors";
import { refuse } from "~/gateway-client/refusal.server";
import type { Scope } from "~/request/scope.server";

/**
 * Checks that the account has a bound phone (spec 4), and remembers a "yes" in the session. When the upstream does
 * not answer, the later call that publishes the post checks it.
 */
async function checkPhone(scope: Scope): Promise<void> {
  if (scope.session.get("hasReqPhone")) return;
  const answer = await orWithout(scope, scope.gateway.call("checkPhone", {}), null);
  if (answer?.data === "checked") scope.session.set("hasReqPhone", true);
  else if (answer) throw refuse("PHONE_NOT_BOUND", { call: "checkPhone", traceId: scope.traceId });
}

/** Checks the texts for sensitive words (spec 7.2). The error marks each word by the field that contains it. */
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
 * Runs the upstream's checks before a text is published. `isNew`: the text is a new post, so a bound phone is needed
 * (spec 6). Throws PHONE_NOT_BOUND and SENSITIVE_WORDS. Checks nothing when nobody is signed in.
 */
export async function checkBeforePublishing(
  scope: Scope,
  fields: Record<string, string | string[]>,
  { isNew }: { isNew: boolean },
): Promise<void> {
  if (!(await scope.signedIn())) return;
  await Promise.all([isNew ? checkPhone(scope) : undefined, checkWords(scope, fields)]);
}
