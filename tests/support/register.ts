import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { csrfTokenHeader } from "../../contract/base/wire";
import { requiredPrivacyIds } from "../../contract/privacy/constants";
import type { PlainBrowser } from "./plain-browser";

/** The password of every member that `register` makes. */
export const newMemberPassword = "a-new-Member-2026";

/**
 * The codes that tests have read already. Signing in sends its code after the answer, so an older code may still be the
 * newest one in the outbox.
 */
const read = new Map<string, string>();

/** The newest code in the outbox for a recipient; waits for a code that no test has read. */
export async function codeFor(browser: PlainBrowser, recipient: string): Promise<string> {
  let code: string | undefined;
  for (let tries = 0; tries < 200; tries += 1) {
    const { html } = await browser.get("/gateway/outbox", { headers: { accept: "application/json" } });
    const { messages } = JSON.parse(html) as { messages: { recipient: string; text: string }[] };
    code = messages.find((message) => message.recipient === recipient)?.text.match(/\d{6}/)?.[0];
    if (code && code !== read.get(recipient)) break;
    await pause(100);
  }
  if (!code) throw new Error(`no code for ${recipient} in the outbox`);
  read.set(recipient, code);
  return code;
}

/**
 * Registers a new member with a bound phone, through the sign-in portal's own form. The member accepts the statements
 * that new members are asked to accept, unless the test is about those dialogs. The limit is 30 an hour from one
 * address (times RATE_LIMIT_SCALE). Gives the nickname and the phone.
 */
export async function register(
  browser: PlainBrowser,
  policies: "accepted" | "pending",
): Promise<{ nickname: string; account: string }> {
  const number = String(randomInt(0, 1e9)).padStart(9, "0");
  const [account, nickname] = [`19${number}`, `m${number}`];
  const empty = await browser.get("/gateway/register");
  const sent = await browser.submit(empty, { intent: "send-code" }, { account });
  const code = await codeFor(browser, account);
  const answer = await browser.submit(
    sent,
    { intent: "submit" },
    { account, code, nickname, password: newMemberPassword, agree: "yes" },
    { follow: false },
  );
  if (answer.status < 300 || answer.status > 399)
    throw new Error(`registering answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  if (policies === "accepted") await acceptPolicies(browser);
  return { nickname, account };
}

/**
 * Accepts the two statements that every new member is asked to accept, by the gateway's own calls: the dialogs have
 * tests of their own.
 */
export async function acceptPolicies(browser: PlainBrowser): Promise<void> {
  const token = JSON.parse((await browser.post("/gateway/rest/privacy/token", "{}")).html).result;
  for (const privacyId of requiredPrivacyIds) {
    const headers = { [csrfTokenHeader]: String(token) };
    const { status, text } = await browser.get(
      `/gateway/rest/privacy/user-signed?privacyId=${privacyId}&status=1`,
      { headers },
    );
    if (status !== 200) throw new Error(`accepting ${privacyId} answered ${status}: ${text}`);
  }
}
