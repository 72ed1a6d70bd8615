import { describeError, logWarning } from "contract/base/log";
import type { PortalSettings } from "../app/settings/portal-settings";
import { StartError } from "./start-error";

const answerMilliseconds = 5_000;

type Addresses = Pick<PortalSettings, "signInUrlCn" | "signInUrlCom">;

/** The reason why nobody can ever sign in there; null if signing in works, or may work later. */
async function whyNowhere(name: string, address: string): Promise<string | null> {
  try {
    const response = await fetch(address, {
      redirect: "manual",
      signal: AbortSignal.timeout(answerMilliseconds),
    });
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410) return `那里没有页面（${response.status}）`;
    if (response.status >= 500) logWarning(`${name} 指定的登录门户现在回答 ${response.status}。`);
    return null;
  } catch (error) {
    const { cause } = error as { cause?: NodeJS.ErrnoException };
    if (cause?.code === "ENOTFOUND") return "没有这个主机名";
    // The sign-in portal may be down for a while, and members who are signed in need the forum meanwhile.
    logWarning(`${name} 指定的登录门户现在连不上：${cause?.code ?? describeError(error)}`);
    return null;
  }
}

/** Checks once at the start that the sign-in portals exist. Throws StartError with the problems. */
export async function checkSignInAddresses({ signInUrlCn, signInUrlCom }: Addresses): Promise<void> {
  const given = [
    ["SIGNIN_URL_CN", signInUrlCn],
    ["SIGNIN_URL_COM", signInUrlCom],
  ] as const;
  const problems = await Promise.all(
    given.map(async ([name, address]) => {
      const why = address && (await whyNowhere(name, address));
      return why ? [`${name} 指定的登录门户 ${address} 不能用来登录：${why}。`] : [];
    }),
  );
  if (problems.flat().length > 0) throw new StartError(problems.flat().join("\n"));
}
