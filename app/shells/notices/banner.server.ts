import type { Banner } from "contract/announcements/banner";
import { readCookies } from "contract/base/cookies";
import { cookieNames, type pageChoices, plainCookie, readChoice } from "~/cookies/names";
import { orWithout } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";
import type { PersonalDetail } from "~/session/visitor.server";

/** The slot that stands for a visitor's banner in their cookie, and so in the key of their pages. */
const slotOf = ({ slot }: Banner): (typeof pageChoices)["banner"][number] => `${slot as 0 | 1 | 2 | 3}`;

/** The banner for everybody, as an answer that all pages share; null without one, and when the upstream does not answer. */
async function visitorsBanner(scope: Scope): Promise<Banner | null> {
  const { banner } = await orWithout(scope, scope.publicGateway.call("visitorsBanner", {}), { banner: null });
  return banner && new Date(banner.until) > new Date() ? banner : null;
}

/** The banner above this page: a member's comes with the member, a visitor may have closed theirs in this browser. */
export async function bannerAbove(
  scope: Scope,
  request: Request,
  detail: PersonalDetail | null,
): Promise<Banner | null> {
  if (detail) return detail.banner ?? null;
  const banner = await visitorsBanner(scope);
  const closed = readChoice(readCookies(request.headers.get("cookie")), "banner");
  return banner && slotOf(banner) !== closed ? banner : null;
}

/** The Set-Cookie header that closes a visitor's banner until its end; null when it is not up any more. */
export async function closedCookie(scope: Scope, id: number): Promise<string | null> {
  const banner = await visitorsBanner(scope);
  if (banner?.id !== id) return null;
  const seconds = Math.ceil((new Date(banner.until).getTime() - Date.now()) / 1_000);
  return `${plainCookie(cookieNames.banner, slotOf(banner), seconds)}; HttpOnly`;
}
