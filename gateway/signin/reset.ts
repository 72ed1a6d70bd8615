import { anyRecipient, newPassword, verificationCode } from "contract/account/identity";
import { signInPath } from "contract/base/wire";
import { hashPassword } from "../account/password";
import type { PostedForm } from "../pages/form";
import { resetPassword } from "./account";
import { leave } from "./enter";
import { codeWrong } from "./problem";
import { parseFields, parseRecipient, type Screen } from "./screen";
import { sendCode } from "./send-code";
import { pageUrl } from "./views/fields";
import { resetView } from "./views/reset";
import type { Visit } from "./visit";

async function reset(visit: Visit, form: PostedForm): Promise<Response> {
  const { services, codes } = visit.portal;
  const sent = parseFields(form, { account: anyRecipient, code: verificationCode, password: newPassword });
  await services.limits.spend("signInPerAddress", `address:${visit.network}`);
  const key = {
    purpose: "reset",
    recipient: sent.account,
    messageId: form.value("messageId"),
    holder: "",
  } as const;
  if (!(await codes.matches(key, sent.code))) throw codeWrong();
  await resetPassword(services, codes, key, await hashPassword(sent.password));
  // The owner of the phone or mailbox may try again, also after failed attempts by others.
  const account = `${sent.account.channel}:${sent.account.contact}`;
  await Promise.all([
    services.limits.reset("signInCaptcha", account),
    services.limits.reset("signInPerAccount", account),
  ]);
  return leave(visit, pageUrl(visit, signInPath, { done: "reset" }));
}

/** /gateway/reset: a new password by a code; the account is signed out everywhere. */
export const resetScreen: Screen = {
  fieldNames: ["account", "code", "messageId", "password", "showPassword"],
  codeFor: () => "reset",
  forVisitors: false,
  view: resetView,
  async submit(visit, form) {
    if (form.value("intent") !== "send-code") return reset(visit, form);
    const { messageId, ...answer } = await sendCode(visit, "reset", parseRecipient(form, anyRecipient));
    return { ...answer, values: { messageId } };
  },
};
