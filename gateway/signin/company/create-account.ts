import { foldEmail, foldNickname } from "contract/account/identity";
import { eq, or } from "drizzle-orm";
import type { CodeKey } from "../../account/codes";
import { owns } from "../../account/contacts";
import { linkCompanyAccount } from "../../company/accounts";
import type { CompanyPerson } from "../../company/person";
import { accounts } from "../../database/schema";
import { transact } from "../../database/transact";
import type { Account } from "../../server/context";
import { consume, contactTaken, nicknameTaken } from "../account";
import { FormProblem } from "../problem";
import type { SignInPortal } from "../visit";
import type { Contacts } from "./contacts";

/** Another request linked the company account at the same time. */
class LinkedMeanwhile extends Error {}

/**
 * Creates an account with a linked company account. Its contacts are those that the provider has verified, or the one
 * that a code proved. Returns null if another request has linked the company account, as when a form is posted twice.
 * @param made its `key` belongs to the code; it is set if the provider verified no free contact
 */
export async function createCompanyAccount(
  { services, codes }: SignInPortal,
  person: CompanyPerson,
  details: { nickname: string; contacts: Contacts; key: CodeKey | null },
): Promise<{ account: Account; companyAccountId: number } | null> {
  const { database, now } = services;
  const { nickname, key } = details;
  const nicknameFolded = foldNickname(nickname);
  const contacts = key ? { [key.recipient.channel]: key.recipient.contact } : details.contacts;
  const creating = transact(database, async (inside) => {
    if (key) await consume(codes, inside, key);
    const at = now();
    const [account] = await inside
      .insert(accounts)
      .values({ nickname, nicknameFolded, ...contacts, createdAt: at })
      .onConflictDoNothing()
      .returning();
    if (!account) throw await whyNot();
    const companyAccountId = await linkCompanyAccount(inside, account.id, person, at);
    if (companyAccountId === undefined) throw new LinkedMeanwhile();
    return { account, companyAccountId };

    async function whyNot() {
      const own = [
        ...(contacts.phone ? [owns({ channel: "phone", contact: contacts.phone })] : []),
        ...(contacts.email ? [owns({ channel: "email", contact: foldEmail(contacts.email) })] : []),
      ];
      const [other] = await inside
        .select({ nicknameFolded: accounts.nicknameFolded })
        .from(accounts)
        .where(or(...own, eq(accounts.nicknameFolded, nicknameFolded)))
        .orderBy(eq(accounts.nicknameFolded, nicknameFolded))
        .limit(1);
      if (other?.nicknameFolded === nicknameFolded) return nicknameTaken();
      return key
        ? new FormProblem(422, { errors: { account: contactTaken[key.recipient.channel] } })
        : new FormProblem(422, {
            alert: { kind: "error", text: "联系方式刚刚被别的账号绑定，请再提交一次" },
          });
    }
  });
  try {
    return await creating;
  } catch (error) {
    if (error instanceof LinkedMeanwhile) return null;
    throw error;
  }
}
