import { describeError, logWarning } from "contract/base/log";
import type { CompanySettings } from "gateway/company/settings";
import type { PortalSettings } from "../../app/settings/portal-settings";
import { StartError } from "../start-error";

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

/** The reason why an issuer cannot be used: its metadata must exist and name the same issuer. Null if it works. */
async function whyNoIssuer(name: string, issuer: string): Promise<string | null> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const why = await whyNowhere(name, address);
  if (why) return why;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(answerMilliseconds) });
    if (!response.ok) return null;
    const { issuer: ownIssuer } = (await response.json()) as { issuer?: unknown };
    const isSame =
      typeof ownIssuer === "string" &&
      URL.canParse(ownIssuer) &&
      new URL(ownIssuer).href === new URL(issuer).href;
    return isSame ? null : `那里的签发者是 ${JSON.stringify(ownIssuer)}`;
  } catch (error) {
    return error instanceof SyntaxError ? "那里不是 OpenID Connect 的说明" : null;
  }
}

/**
 * Checks once at the start that the providers exist at the configured addresses. Throws StartError with the problems.
 */
export async function checkIssuers(company: CompanySettings | undefined): Promise<void> {
  const settings = [
    ["OIDC_ISSUER_CN", company?.clients.cn?.issuer],
    ["OIDC_ISSUER_COM", company?.clients.com?.issuer],
  ] as const;
  const problems = await Promise.all(
    settings.map(async ([name, issuer]) => {
      const why = issuer && (await whyNoIssuer(name, issuer));
      return why ? [`${name} 指定的签发者 ${issuer} 不能用来登录：${why}。`] : [];
    }),
  );
  if (problems.flat().length > 0) throw new StartError(problems.flat().join("\n"));
}

/** Checks once at the start that the sign-in portals exist. Throws StartError with the problems. */
export async function checkSignInAddresses({ signInUrlCn, signInUrlCom }: Addresses): Promise<void> {
  const settings = [
    ["SIGNIN_URL_CN", signInUrlCn],
    ["SIGNIN_URL_COM", signInUrlCom],
  ] as const;
  const problems = await Promise.all(
    settings.map(async ([name, address]) => {
      const why = address && (await whyNowhere(name, address));
      return why ? [`${name} 指定的登录门户 ${address} 不能用来登录：${why}。`] : [];
    }),
  );
  if (problems.flat().length > 0) throw new StartError(problems.flat().join("\n"));
}
