import { data } from "@remix-run/node";
import { codeOrRecoveryCode } from "contract/factors/fields";
import type { RefusalCode } from "contract/refusals";
import { z } from "zod";
import type { Failure } from "~/failure/failure";
import { type Confirming, confirmFields } from "~/forms/confirming";
import { expiredForm, giveBack } from "~/forms/give-back.server";
import { typedFields } from "~/forms/typed-fields";
import { Refused } from "~/gateway-client/errors";
import { ownPath } from "~/navigation/redirect";
import type { Answer } from "./intents.server";
import type { Scope } from "./scope.server";

const notRecent: RefusalCode = "SIGN_IN_NOT_RECENT";

/** Whether a call was refused because the person must confirm their identity again. */
export const asksToConfirm = (error: unknown): boolean =>
  error instanceof Refused && error.code === notRecent;

const pairs = z.array(z.tuple([z.string(), z.string()])).max(1_000);

/** Reads the waiting form back from the page's field. */
function keptIn(form: FormData): Confirming["posted"] {
  try {
    const parsed = pairs.safeParse(JSON.parse(String(form.get(confirmFields.posted) ?? "[]")));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

/** Loads the data of the form that confirms the identity. */
export async function loadConfirming(
  scope: Scope,
  {
    posted = [] as Confirming["posted"],
    pressed = "",
    back = null as string | null,
    lostFiles = false,
    problem = null as string | null,
  } = {},
): Promise<Confirming> {
  const { password, code, passkey } = await scope.gateway.call("confirmationWays", {
    origin: scope.visitedOrigin,
  });
  return { ways: { password, code, passkey }, posted, pressed, back, lostFiles, problem };
}

/** The page 请再次确认身份, which replaces the page of the waiting form. */
async function confirmPage(scope: Scope, confirming: Confirming) {
  const message = "这一步需要最近 10 分钟内登录过";
  return data<Failure>({ kind: "confirm", message, traceId: scope.traceId, confirming }, { status: 422 });
}

/** Answers a form whose call needs a confirmation. The page carries the posted fields. */
export async function confirmFirst(
  scope: Scope,
  { form, intent, files }: { form: FormData; intent: string; files: readonly File[] },
) {
  return confirmPage(
    scope,
    await loadConfirming(scope, { posted: typedFields(form), pressed: intent, lostFiles: files.length > 0 }),
  );
}

/** The typed proof in the form of the call; null if it cannot be right. */
function proofIn(form: FormData) {
  const text = (name: keyof typeof confirmFields) => String(form.get(confirmFields[name]) ?? "");
  if (text("passkey")) return { passkey: text("passkey") };
  if (text("password")) return { password: text("password") };
  const code = codeOrRecoveryCode.safeParse(text("code"));
  return code.success ? { code: code.data } : null;
}

/**
 * Confirms the identity. Then the waiting form comes back, for the person to press its button again. Without one, it
 * redirects to the address in the query. Throws the same page with the problem if the proof is wrong.
 */
export async function confirmAnswer(scope: Scope, form: FormData, url: URL): Promise<Answer> {
  const pressed = String(form.get(confirmFields.pressed) ?? "").slice(0, 60);
  const address = url.searchParams.get("confirm");
  const back = pressed === "" && address ? ownPath(address) : null;
  const posted = keptIn(form);
  const lostFiles = form.get(confirmFields.lostFiles) === "1";
  scope.forms.unsaved = pressed === "" ? null : { intent: pressed, fields: posted, lostFiles };
  const again = async (problem: string) =>
    confirmPage(scope, await loadConfirming(scope, { posted, pressed, back, lostFiles, problem }));
  if (!(await scope.forms.accepts(form))) throw await again(expiredForm.problems?.[0] ?? "");
  const proof = proofIn(form);
  if (!proof) throw await again("请输入密码，或者 6 位验证码、恢复码");
  try {
    await scope.gateway.call("confirmIdentity", { ...proof, origin: scope.visitedOrigin });
  } catch (error) {
    if (error instanceof Refused) throw await again(error.message);
    throw error;
  }
  if (pressed === "") {
    scope.session.flash("notice", "身份已确认，请再按一次");
    return scope.redirect(back ?? url.pathname, { status: 303 });
  }
  scope.session.flash("notice", "身份已确认，请再按一次刚才的按钮");
  const typed = new FormData();
  for (const [name, value] of posted) typed.append(name, value);
  return giveBack(scope, { intent: pressed, typed });
}
