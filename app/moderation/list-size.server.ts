import { listSize, listSizes } from "contract/moderation/fields";
import type { Scope } from "~/request/scope.server";

/** The number of items on a page, as an address has it. */
export const optionalListSize = listSize.optional().catch(undefined);

/**
 * The number of items on a page: the one in the address, which the session then keeps for all lists; otherwise the
 * session's.
 */
export function listSizeOf(
  { session }: Pick<Scope, "session">,
  requested: (typeof listSizes)[number] | undefined,
) {
  const stored = session.get("listSize");
  if (requested !== undefined && requested !== stored) session.set("listSize", requested);
  return requested ?? listSizes.find((size) => size === stored) ?? listSizes[0];
}
