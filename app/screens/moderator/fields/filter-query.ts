import { day } from "contract/moderation/fields";
import { z } from "zod";

/** Words of a filter's address: a name, a uid, a word; what is too long is left out. */
export const filterText = z.string().trim().max(40).catch("").default("");
/** A day of a filter's address; what is no day is left out. */
export const filterDay = day.optional().catch(undefined);

/** What an address asks for, as calls have it: `from` in an address is where somebody came from. */
export const withDays = <Query extends { since?: string | undefined }>({ since, ...rest }: Query) => ({
  ...rest,
  from: since,
});
