import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { z } from "zod/v4";
import type { Scope } from "~/context.server";
import type { FormFailure } from "~/forms/result";
import { Refused } from "~/gateway-client/errors";

/** Spec 8. */
export const signedText = "签署成功";

const anything = z.record(z.string(), z.unknown());

/** Accepts the disclaimer by a button of a screen's form, and gives the form back as it was typed (spec 4). */
export async function signAnswer(scope: Scope, form: FormData, { formIntent, version }: { formIntent: string; version: string }) {
  scope.keepsForm = true;
  const reply = (status: number, formErrors: string[] = []) =>
    data<FormFailure>(
      { intent: formIntent, result: parseWithZod(form, { schema: anything }).reply({ formErrors }), dialog: null },
      { status },
    );
  if (!(await scope.acceptsToken(form))) return reply(403, ["表单已过期或不是从本站提交的，内容已为你保留，请再提交一次"]);
  try {
    await scope.gateway.call("userSigned", { privacyId: "Disclaimer", status: "1", version });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return reply(error.status, [error.message]);
  }
  scope.session.flash("notice", signedText);
  return reply(200);
}
