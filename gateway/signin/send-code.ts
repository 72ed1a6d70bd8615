import { resendSeconds } from "contract/account/constants";
import type { Recipient } from "contract/account/identity";
import type { CodePurpose } from "../account/codes";
import { findAccount } from "../account/contacts";
import { sendCode as send } from "../account/send-code";
import { FormProblem, type FormState } from "./problem";
import { rememberCode } from "./sent-code";
import type { Visit } from "./visit";

/**
 * Creates a code and sends it (spec 4, send-code). For signing in and resetting, it is sent only when an account has
 * the recipient, but the answer is always the same. Returns the page's next state, with the message id for its form.
 * Throws a FormProblem with the spec's words: 剩余N秒, 发送验证码失败.
 */
export async function sendCode(
  visit: Visit,
  purpose: CodePurpose,
  recipient: Recipient,
): Promise<Partial<FormState> & { messageId: string }> {
  const {
    portal: { services },
    network,
  } = visit;
  const isKnown = async () => (await findAccount(services.database, recipient)) !== undefined;
  const outcome = await send(services, {
    purpose,
    recipient,
    holder: "",
    network,
    ...(purpose === "register" ? {} : { isKnownContact: isKnown }),
  });
  if (outcome.sent) {
    rememberCode(visit, purpose, outcome.messageId, resendSeconds);
    return { messageId: outcome.messageId, codeSent: { outbox: outcome.outbox }, resendSeconds };
  }
  const { reason, message, secondsLeft } = outcome;
  if (reason === "tooSoon")
    throw new FormProblem(429, { errors: { code: message }, resendSeconds: secondsLeft });
  if (reason === "failed") throw new FormProblem(422, { errors: { code: message } });
  throw new FormProblem(429, { alert: { kind: "error", text: message } });
}
