import { listSize, listSizes } from "contract/moderation/fields";
import type { Scope } from "~/request/scope.server";

/** How many things a page shall have, as an address says it. */
export const optionalListSize = listSize.optional().catch(undefined);

/** How many things a page has: as the address says it, which holds for the other lists from then on, else as it last did. */
export function listSizeOf(
  { session }: Pick<Scope, "session">,
  requested: (typeof listSizes)[number] | undefined,
) {
  const stored = session.get("listSize");
  if (requested !== undefined && requested !== stored) session.set("listSize", requested);
  return requested ?? listSizes.find((size) => size === stored) ?? listSizes[0];
}
