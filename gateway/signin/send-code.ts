import type { Recipient } from "contract/identity";
import { findAccount } from "./account";
import { codeMinutes, type CodePurpose } from "./codes";
import { type FormState, FormProblem } from "./problem";
import type { Visit } from "./visit";

const purposeText: Record<CodePurpose, string> = { signin: "登录", register: "注册", reset: "重置密码" };

const refused = (text: string) => new FormProblem(429, { alert: { kind: "error", text } });

/**
 * Makes a code and sends it (spec 4, send-code). For signing in and resetting it is sent only when an account has
 * the recipient, and the answer is the same either way. Gives what the page then shows, with the message id that
 * its form must carry. Throws a FormProblem with the spec's words: 剩余N秒, 发送验证码失败.
 */
export async function sendCode(
  visit: Visit,
  purpose: CodePurpose,
  recipient: Recipient,
): Promise<Partial<FormState> & { messageId: string }> {
  const { services, codes } = visit.portal;
  const { limits, delivery, settings } = services;
  const key = `${recipient.channel}:${recipient.value}`;

  if (!(await limits.take("codePerMinute", key))) {
    const resendSeconds = Math.max(1, await limits.secondsLeft("codePerMinute", key));
    throw new FormProblem(429, { errors: { code: `剩余${resendSeconds}秒，之后可重新发送` }, resendSeconds });
  }
  if (!(await limits.take("codePerAddress", visit.network))) {
    await limits.giveBack("codePerMinute", key);
    throw refused("获取验证码太频繁，请稍后再试");
  }
  if (!(await limits.take("codePerDay", key))) {
    await limits.giveBack("codePerMinute", key);
    throw refused("今天获取验证码的次数已达上限，请明天再试");
  }

  const { messageId, code } = await codes.create(purpose, recipient);
  const wanted = purpose === "register" || (await findAccount(services.database, recipient)) !== undefined;
  const message = {
    ...{ channel: recipient.channel, recipient: recipient.value, subject: `${settings.siteName}${purposeText[purpose]}验证码` },
    text: `【${settings.siteName}】${purposeText[purpose]}验证码 ${code}，${codeMinutes} 分钟内有效。如非本人操作，请忽略。`,
  };
  const outbox = delivery.usesOutbox(recipient.channel);
  const sending = wanted ? delivery.send(message).then(() => true, failed) : Promise.resolve(true);
  // How long a real sender takes, or that it fails, would tell whether there is an account: only where a code is
  // sent in any case does the answer wait for it.
  const sent = purpose === "register" || outbox ? await sending : true;
  if (!sent) {
    await limits.giveBack("codePerMinute", key);
    await limits.giveBack("codePerDay", key);
    throw new FormProblem(422, { errors: { code: "发送验证码失败" } });
  }
  return { messageId, codeSent: { outbox }, resendSeconds: 60 };
}

function failed(error: unknown): false {
  console.warn(`[登录] 验证码没有发出：${error instanceof Error ? error.message : String(error)}`);
  return false;
}
