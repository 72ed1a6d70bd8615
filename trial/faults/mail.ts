import { setTimeout as pause } from "node:timers/promises";
import { PlainBrowser } from "../../tests/support/plain-browser";
import { acceptPolicies } from "../../tests/support/register";
import type { SmtpServer } from "../../tests/support/smtp-server";

/** The text of a received mail. */
export const bodyOf = ({ raw }: { raw: string }) =>
  Buffer.from(raw.split("\r\n\r\n")[1] ?? "", "base64").toString();

async function codeIn(smtp: SmtpServer, recipient: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const mail = smtp.received.findLast(({ recipients }) => recipients.includes(recipient));
    const code = mail && /\d{6}/.exec(bodyOf(mail))?.[0];
    if (code) return code;
    await pause(50);
  }
  throw new Error(`no code for ${recipient}`);
}

const firstPassword = "a-new-Member-2026";
/** Somebody whose account has an email alone, to which the warning about a new password goes. */
export async function joinByMail(origin: string, smtp: SmtpServer, serial: number) {
  const browser = new PlainBrowser(origin);
  const account = `warned-${process.pid}-${serial}@example.com`;
  const form = await browser.get("/gateway/register?by=email");
  const sent = await browser.submit(form, { intent: "send-code" }, { account });
  const code = await codeIn(smtp, account);
  const values = {
    account,
    code,
    nickname: `w${process.pid}n${serial}`,
    password: firstPassword,
    agree: "yes",
  };
  const answer = await browser.submit(sent, { intent: "submit" }, values, { follow: false });
  if (answer.status !== 303 && answer.status !== 302)
    throw new Error(`registering answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  await acceptPolicies(browser);
  return { browser, account };
}

/** Changes the first password by the settings' form. */
export async function changePassword(browser: PlainBrowser, serial: number): Promise<void> {
  const page = await browser.get("/personalCenter/setting?section=password");
  const password = `another-Member-${serial}`;
  const done = await browser.submit(
    page,
    { intent: "password-old" },
    { oldPassword: firstPassword, password },
  );
  if (!done.text.includes("密码已修改"))
    throw new Error(`changing the password answered ${done.status}: ${done.text.slice(0, 200)}`);
}
