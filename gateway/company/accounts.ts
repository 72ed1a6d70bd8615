import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, companyAccounts } from "../database/schema";
import type { Account } from "../server/context";
import type { CompanyPerson } from "./person";

type Who = Pick<CompanyPerson, "issuer" | "subject">;

/** Returns the open account that a company account is linked with, or null if there is none. */
export async function accountOfCompany(
  database: Database,
  { issuer, subject }: Who,
): Promise<{ companyAccountId: number; account: Account } | null> {
  const [row] = await database
    .select({ companyAccountId: companyAccounts.id, account: accounts })
    .from(companyAccounts)
    .innerJoin(accounts, eq(accounts.id, companyAccounts.accountId))
    .where(
      and(
        eq(companyAccounts.issuer, issuer),
        eq(companyAccounts.subject, subject),
        isNull(accounts.closedAt),
      ),
    );
  return row ?? null;
}

/**
 * Links a company account with an account here. Returns the id of the link, or undefined if this company account, or
 * another one of the same provider, is already linked.
 */
export async function linkCompanyAccount(
  database: Database,
  accountId: number,
  { issuer, subject, label }: CompanyPerson,
  at: Date,
): Promise<number | undefined> {
  const [linked] = await database
    .insert(companyAccounts)
    .values({ accountId, issuer, subject, label, createdAt: at, usedAt: at })
    .onConflictDoNothing()
    .returning({ id: companyAccounts.id });
  return linked?.id;
}

/** Records that somebody has just signed in with the company account, and the name that the provider gives them now. */
export async function noteCompanyUse(
  database: Database,
  companyAccountId: number,
  label: string,
  at: Date,
): Promise<void> {
  await database
    .update(companyAccounts)
    .set({ label, usedAt: at })
    .where(eq(companyAccounts.id, companyAccountId));
}
