import { isbot } from "isbot";

/**
 * Whether a request comes from a phone: by the client hint if sent, else by the user agent (spec 1). The speed mode
 * of UC Browser writes Android as `Adr` and sends its server's name (`UCWEB/2.0 (MIDP-2.0; …)`).
 */
export function isMobileRequest(headers: Headers): boolean {
  const hint = headers.get("sec-ch-ua-mobile");
  if (hint) return hint === "?1";
  const agent = headers.get("user-agent") ?? "";
  return /Android.*Mobile|iPhone|iPod|Windows Phone|HarmonyOS.*Mobile|OpenHarmony.*Mobile|Mobile.*(Firefox|OpenHarmony)|MicroMessenger.*Mobile|Opera Mini|Opera Mobi|IEMobile|UCWEB|UC ?Browser.*Mobile|\bAdr \d.*Mobile|MIDP|BB10.*Mobile|KAIOS/i.test(
    agent,
  );
}

/**
 * Whether a request says that it comes from a program: of a search engine, a library, a browser without a window. The
 * list is `isbot`'s, which is kept. Browsers always say what they are.
 */
export function isRobot(headers: Headers): boolean {
  const agent = headers.get("user-agent") ?? "";
  return agent === "" || isbot(agent);
}
