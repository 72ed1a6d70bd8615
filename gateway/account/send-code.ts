import { randomInt } from "node:crypto";
import type { Channel, Recipient } from "contract/account/identity";
import { logWarning } from "contract/base/log";
import type { Services } from "../server/context";
import { type CodePurpose, type CodeScope, codeMinutes, createCodes } from "./codes";

const purposeText: Record<CodePurpose, string> = {
  signin: "登录",
  register: "注册",
  reset: "重置密码",
  identity: "身份验证",
  change: "绑定",
  export: "导出数据",
  close: "注销账号",
  show: "查看联系方式",
  password: "修改密码",
  unlink: "解除账号关联",
  activity: "活动报名",
};

export interface CodeOrder extends CodeScope {
  /** The caller's network, which has limits too. */
  network: string;
  /**
   * Whether an account has the contact, when the answer must not reveal it. Then the answer is always the same and does
   * not wait for the sender, whose delay or failure would reveal it.
   */
  isKnownContact?: () => Promise<boolean>;
}

/**
 * The result: sent, or the reason in the spec's words. `secondsLeft` is the wait for the next code.
 */
export type CodeOutcome =
  | { sent: true; messageId: string; outbox: boolean }
  | { sent: false; reason: "tooSoon" | "tooMany" | "failed"; message: string; secondsLeft: number };

const refusal = (reason: "tooMany" | "failed", message: string): CodeOutcome => ({
  sent: false,
  reason,
  message,
  secondsLeft: 0,
});

/** Why no code is sent where nothing sends messages and nobody reads the outbox. */
const unreachable: Record<Channel, string> = {
  phone: "本站还没有开通短信，不能向手机发送验证码",
  email: "本站还没有开通邮件，不能向邮箱发送验证码",
};

export const keyOf = ({ channel, contact: value }: Recipient) => `${channel}:${value}`;

/**
 * Creates a code and sends it (spec 4, send-code): one per minute and ten per day for a recipient, thirty per hour from
 * a network.
 */
export async function sendCode(services: Services, order: CodeOrder): Promise<CodeOutcome> {
  const { limits, delivery, settings } = services;
  const { purpose, recipient } = order;
  const key = keyOf(recipient);
  if (!delivery.reaches(recipient.channel)) return refusal("failed", unreachable[recipient.channel]);
  if (!(await limits.take("codePerMinute", key))) {
    const secondsLeft = Math.max(1, await limits.secondsLeft("codePerMinute", key));
    return { sent: false, reason: "tooSoon", message: `剩余${secondsLeft}秒，之后可重新发送`, secondsLeft };
  }
  if (!(await limits.take("codePerAddress", order.network))) {
    await limits.giveBack("codePerMinute", key);
    return refusal("tooMany", "获取验证码太频繁，请稍后再试");
  }
  if (!(await limits.take("codePerDay", key))) {
    await limits.giveBack("codePerMinute", key);
    return refusal("tooMany", "今天获取验证码的次数已达上限，请明天再试");
  }
  const { messageId, code } = await createCodes(services).create(order);
  const message = {
    channel: recipient.channel,
    recipient: recipient.contact,
    subject: `${settings.siteName}${purposeText[purpose]}验证码`,
    text: `【${settings.siteName}】${purposeText[purpose]}验证码 ${code}，${codeMinutes} 分钟内有效。如非本人操作，请忽略。`,
    template: { name: "code" as const, parameters: { code, minutes: String(codeMinutes) } },
  };
  const outbox = delivery.usesOutbox(recipient.channel);
  if (order.isKnownContact) {
    sendLater(order.isKnownContact, () => delivery.send(message));
    return { sent: true, messageId, outbox };
  }
  const sent = await delivery.send(message).then(() => true, failed);
  if (sent) return { sent, messageId, outbox };
  await limits.giveBack("codePerMinute", key);
  await limits.giveBack("codePerDay", key);
  return refusal("failed", "发送验证码失败");
}

/**
 * The random delay before sending, so that the answer has left by then, even when the embedded database blocks this
 * process.
 */
const laterMilliseconds = { least: 50, most: 150 };

/**
 * Sends after the answer, so that neither the look-up nor the sending affects the answer or its time.
 */
function sendLater(isKnownContact: () => Promise<boolean>, send: () => Promise<void>): void {
  const sendIfKnown = async () => {
    if (await isKnownContact()) await send();
  };
  setTimeout(
    () => void sendIfKnown().catch(failed),
    randomInt(laterMilliseconds.least, laterMilliseconds.most),
  );
}

function failed(error: unknown): false {
  logWarning("[验证码] 没有发出：", error);
  return false;
}
