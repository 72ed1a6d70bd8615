import type { companyAccountCalls } from "contract/account/company";
import { and, asc, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, companyAccounts, companySessions, sessions } from "../database/schema";
import { transact } from "../database/transact";
import { askForMessages, sendContactMessages } from "../server/contact-messages";
import { type Account, accountOf, type CallContext, type HandlersOf } from "../server/context";
import { found, Refusal } from "../server/refusal";
import { contactOf } from "./contacts";
import { useProof as spendProof } from "./proofs";

type Linked = typeof companyAccounts.$inferSelect;

const linkedWith = (database: Database, accountId: number): Promise<Linked[]> =>
  database
    .select()
    .from(companyAccounts)
    .where(eq(companyAccounts.accountId, accountId))
    .orderBy(asc(companyAccounts.id));

/** Whether two issuers are equal, apart from a slash at the end. */
const sameIssuer = (a: string, b: string) => a.replace(/\/$/, "") === b.replace(/\/$/, "");

const issuersOf = ({ company }: CallContext["settings"]) =>
  Object.values(company?.clients ?? {}).map(({ issuer }) => issuer);

/** Whether the person could not sign in any more without it: neither by a contact nor by another company account. */
function isLast(
  { settings }: Pick<CallContext, "settings">,
  account: Pick<Account, "phone" | "email">,
  all: readonly Linked[],
  id: number,
): boolean {
  const issuers = issuersOf(settings);
  const others = all.filter(
    (one) => one.id !== id && issuers.some((issuer) => sameIssuer(issuer, one.issuer)),
  );
  const isLocal = !settings.company?.only && (account.phone !== null || account.email !== null);
  return others.length === 0 && !isLocal;
}

/**
 * Unlinks a company account, in one transaction with its proof. Other sessions that it began end; this one continues.
 */
async function unlink(context: CallContext, id: number, uuid: string): Promise<void> {
  const me = accountOf(context);
  const { siteName, company } = context.settings;
  const at = context.now();
  const messages = await transact(context.database, async (database) => {
    // This locks the account's row, so that two requests at once cannot unlink the last two.
    const [row] = await database.select().from(accounts).where(eq(accounts.id, me.id)).for("update");
    const account = found(row, "USER_NOT_FOUND");
    const all = await linkedWith(database, me.id);
    const linked = found(
      all.find((one) => one.id === id),
      "COMPANY_ACCOUNT_NOT_FOUND",
    );
    if (isLast(context, account, all, id)) throw new Refusal("LAST_WAY_IN");
    await spendProof(database, context, "unlink", uuid);
    const tokenHashes = database
      .select({ tokenHash: companySessions.tokenHash })
      .from(companySessions)
      .where(eq(companySessions.companyAccountId, id));
    await database
      .update(sessions)
      .set({ endedAt: at })
      .where(
        and(
          inArray(sessions.tokenHash, tokenHashes),
          ne(sessions.tokenHash, context.caller.session?.tokenHash ?? ""),
          isNull(sessions.endedAt),
        ),
      );
    await database.delete(companyAccounts).where(eq(companyAccounts.id, id));
    const to = contactOf(account, "phone") ?? contactOf(account, "email");
    const name = company?.name ?? "公司账号";
    const text = `【${siteName}】你的账号解除了与${name}${linked.label ? ` ${linked.label}` : ""}的关联。如非本人操作，请立即修改密码并联系我们。`;
    const messages = to
      ? [{ channel: to.channel, recipient: to.contact, subject: `${siteName}账号变更提醒`, text }]
      : [];
    return askForMessages(database, messages, at);
  });
  await sendContactMessages(context, messages);
}

export const companyAccountHandlers = {
  async companyAccountList(_request, context) {
    const account = accountOf(context);
    const all = await linkedWith(context.database, account.id);
    const { company } = context.settings;
    const issuers = issuersOf(context.settings);
    return {
      name: company?.name ?? (all.length > 0 ? "公司账号" : ""),
      canLink: issuers.some((issuer) => !all.some((one) => sameIssuer(issuer, one.issuer))),
      accounts: all.map(({ id, label, issuer, createdAt, usedAt }) => ({
        id,
        label,
        provider: URL.canParse(issuer) ? new URL(issuer).host : "",
        since: createdAt.toISOString(),
        usedAt: usedAt.toISOString(),
        last: isLast(context, account, all, id),
      })),
    };
  },

  async unlinkCompanyAccount({ id, uuid }, context) {
    await unlink(context, id, uuid);
    return { success: true };
  },
} satisfies HandlersOf<typeof companyAccountCalls>;
