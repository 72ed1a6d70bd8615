import type { CallInput } from "contract";
import type { PrivacyId } from "contract/privacy/constants";
import { explainForm, tokenRefused } from "~/failure/explain.server";
import { giveBack } from "~/forms/give-back.server";
import type { Scope } from "~/request/scope.server";

/** The message after accepting (spec 8). */
export const signedText = "签署成功";

/** The call's input, with the version that was read if the upstream has versions. */
export const acceptance = (privacyId: PrivacyId, version: string): CallInput<"userSigned"> => ({
  privacyId,
  status: "1",
  ...(version ? { version } : {}),
});

/** Accepts the disclaimer by a button of a screen's form, and returns the form as typed (spec 4). */
export async function signAnswer(
  scope: Scope,
  form: FormData,
  { formIntent, version }: { formIntent: string; version: string },
) {
  const submission = { intent: formIntent, typed: form };
  const refusal = await tokenRefused(scope, form);
  if (refusal) return giveBack(scope, submission, refusal);
  try {
    await scope.gateway.call("userSigned", acceptance("Disclaimer", version));
  } catch (error) {
    const { status, dialog, code, sentence: message } = await explainForm(scope, error);
    return giveBack(scope, submission, { status, dialog, code, problems: [message] });
  }
  scope.session.flash("notice", signedText);
  return giveBack(scope, submission);
}
