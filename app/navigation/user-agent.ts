/** Whether a request comes from a phone: the client hint where there is one, else the user agent (spec 1). */
export function isMobileRequest(headers: Headers): boolean {
  const hint = headers.get("sec-ch-ua-mobile");
  if (hint) return hint === "?1";
  const agent = headers.get("user-agent") ?? "";
  return /Android.*Mobile|iPhone|iPod|Windows Phone|HarmonyOS.*Mobile|OpenHarmony.*Mobile|Mobile.*(Firefox|OpenHarmony)|MicroMessenger.*Mobile|Opera Mini|IEMobile/i.test(
    agent,
  );
}
