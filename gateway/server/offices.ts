import type { Office } from "contract/base/access";
import { gt, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { CallContext } from "./context";

/**
 * The condition that an office stands: it has no end, or the end is to come. Every reader of offices has it, so that an
 * office ends by itself; a job only tidies up.
 * @param at by default the database's time, for what is only shown
 */
export const stillStands = (until: PgColumn, at?: Date): SQL =>
  or(isNull(until), at ? gt(until, at) : gt(until, sql`now()`)) as SQL;

/** The offices that the caller holds now. */
export function officesOf({ caller }: Pick<CallContext, "caller">): Office[] {
  if (!caller.account) return [];
  return [
    ...(caller.account.admin ? (["admin"] as const) : []),
    ...(caller.fids.length > 0 ? (["moderator"] as const) : []),
    ...(caller.editor ? (["editor"] as const) : []),
    ...(caller.lecturer ? (["lecturer"] as const) : []),
    ...(caller.analyst ? (["analyst"] as const) : []),
  ];
}
