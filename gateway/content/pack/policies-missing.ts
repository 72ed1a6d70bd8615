import { policyTitles, registrationPolicies } from "contract/site/constants";
import type { Pack } from "./parse-pack";

/** The message about a pack without the policies that registration needs; null when the pack has them. */
export function policiesMissing({ policies }: Pick<Pack, "policies">): string | null {
  const missing = registrationPolicies.filter((policy) => policies.every(({ id }) => id !== policy));
  if (missing.length === 0) return null;
  const names = missing.map((id) => `${policyTitles[id]}（${id}.md）`).join("、");
  return `policies/ 里没有${names}：注册时就不请人同意，它的页面是 404。正式开放前请补上`;
}
