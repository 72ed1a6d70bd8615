import { day } from "contract/moderation/fields";
import { z } from "zod";

/** A text of a filter's address, such as a name, a uid or a word; one that is too long is dropped. */
export const filterText = z.string().trim().max(40).catch("").default("");
/** A day of a filter's address; an invalid one is dropped. */
export const filterDay = day.optional().catch(undefined);

/**
 * The queries with the names that calls use: a call's `from` is `since` in addresses, where `from` names the page that
 * a visitor came from.
 */
export const withDays = <Query extends { since?: string | undefined }>({ since, ...rest }: Query) => ({
  ...rest,
  from: since,
});
