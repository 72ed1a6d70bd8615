import { logWarning } from "contract/base/log";
import type { Environment } from "./environment";

/** What a site without a sender cannot do, for the log and the doctor. */
export const withoutSenders = {
  email: "没有 SMTP_URL：不能用邮箱注册、登录和找回密码，通知邮件也没有人收到",
  phone: "没有 SMS_HOOK_URL：不能用手机号注册、登录和找回密码，成员也绑定不了手机，而发帖要先绑定",
};

/** Warns at a start of each kind of message that this site cannot send. */
export function warnOfSenders({ smtpUrl, smsHookUrl, outboxIsRead }: Environment): void {
  if (outboxIsRead) return;
  if (!smtpUrl) logWarning(`${withoutSenders.email}。`);
  if (!smsHookUrl) logWarning(`${withoutSenders.phone}。`);
}
