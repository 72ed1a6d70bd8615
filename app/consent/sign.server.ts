import type { CallInput } from "contract";
import type { PrivacyId } from "contract/privacy/constants";
import { explainForm, tokenRefused } from "~/failure/explain.server";
import { giveBack } from "~/forms/give-back.server";
import type { Scope } from "~/request/scope.server";

/** Spec 8. */
export const signedText = "签署成功";

/** The call's request: of the version that was read, where the upstream keeps versions. */
export const acceptance = (privacyId: PrivacyId, version: string): CallInput<"userSigned"> => ({
  privacyId,
  status: "1",
  ...(version ? { version } : {}),
});

/**
 * Accepts the disclaimer by a button of a screen's form, and gives the form back as it was typed (spec 4).
 */
export async function signAnswer(
  scope: Scope,
  form: FormData,
  { formIntent, version }: { formIntent: string; version: string },
) {
  const submission = { intent: formIntent, typed: form };
  const refused = await tokenRefused(scope, form);
  if (refused) return giveBack(scope, submission, refused);
  try {
    await scope.gateway.call("userSigned", acceptance("Disclaimer", version));
  } catch (error) {
    const { status, dialog, code, sentence: said } = await explainForm(scope, error);
    return giveBack(scope, submission, { status, dialog, code, problems: [said] });
  }
  scope.session.flash("notice", signedText);
  return giveBack(scope, submission);
}
