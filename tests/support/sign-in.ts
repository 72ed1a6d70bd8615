import { signInPath } from "../../contract/base/wire";
import type { PlainBrowser } from "./plain-browser";

/**
 * Signs a browser in by account and password through the sign-in portal's own form. Throws with the page's text if it
 * refuses.
 */
export async function signInWithPassword(
  browser: PlainBrowser,
  { account, password }: { account: string; password: string },
): Promise<void> {
  const form = await browser.get(signInPath);
  const answer = await browser.submit(form, { intent: "submit" }, { account, password }, { follow: false });
  if (answer.status !== 302 && answer.status !== 303)
    throw new Error(`signing in as ${account} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
}
