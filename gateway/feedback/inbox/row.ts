import { eq } from "drizzle-orm";
import type { Database } from "../../database/open";
import { type AdviceDeed, accounts, complaints, suggestions } from "../../database/schema";
import { found } from "../../server/refusal";

/** The columns that suggestions and complaints share: what administrators work with. */
export interface AdviceRow {
  id: number;
  accountId: number | null;
  number: string;
  /** A suggestion's type or a complaint's reason. */
  type: string;
  status: string;
  dueAt: Date | null;
  assigneeId: number | null;
  remindedAt: Date | null;
  escalatedAt: Date | null;
  deeds: AdviceDeed[];
}

type Change = Partial<Pick<AdviceRow, "dueAt" | "assigneeId" | "remindedAt" | "escalatedAt" | "deeds">>;

const isComplaint = (number: string) => number.startsWith("TS");

const columnsOf = (table: typeof suggestions | typeof complaints) => ({
  id: table.id,
  accountId: table.accountId,
  number: table.number,
  status: table.status,
  dueAt: table.dueAt,
  assigneeId: table.assigneeId,
  remindedAt: table.remindedAt,
  escalatedAt: table.escalatedAt,
  deeds: table.deeds,
});

/** Locks a suggestion or complaint until the transaction ends. Throws ADVICE_NOT_FOUND. */
export async function lockAdvice(database: Database, number: string): Promise<AdviceRow> {
  const [row] = isComplaint(number)
    ? await database
        .select({ ...columnsOf(complaints), type: complaints.reason })
        .from(complaints)
        .where(eq(complaints.number, number))
        .for("update")
    : await database
        .select({ ...columnsOf(suggestions), type: suggestions.type })
        .from(suggestions)
        .where(eq(suggestions.number, number))
        .for("update");
  return found(row, "ADVICE_NOT_FOUND");
}

/** Changes what administrators keep of it; its author's times do not move. */
export async function changeAdvice(database: Database, number: string, change: Change): Promise<void> {
  if (isComplaint(number)) await database.update(complaints).set(change).where(eq(complaints.number, number));
  else await database.update(suggestions).set(change).where(eq(suggestions.number, number));
}

/** The nickname of an administrator, for messages to another one. */
export async function nameOf(database: Database, id: number | null | undefined): Promise<string> {
  if (id === null || id === undefined) return "没有人";
  const [row] = await database
    .select({ nickname: accounts.nickname })
    .from(accounts)
    .where(eq(accounts.id, id));
  return row?.nickname ?? "已注销的用户";
}
