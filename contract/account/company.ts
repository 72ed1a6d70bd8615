/** Company accounts that sign in to one's account: which they are, and taking one away. */
import { z } from "zod";
import { flag, some, words } from "../base/absent";
import { defineCall } from "../base/call";
import { timestamp } from "../base/fields";

const companyAccountId = z
  .int("公司账号的编号有误")
  .min(1, "公司账号的编号有误")
  .max(2_147_483_647, "公司账号的编号有误");

export const companyAccountCalls = {
  companyAccountList: defineCall({
    group: "account",
    summary: "The company accounts by which the person signs in, and whether another can be linked.",
    method: "GET",
    path: "/gateway/rest/account/company-accounts",
    body: "query",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({}),
    response: z.object({
      /** What people call an account there; empty where nobody signs in through a company. */
      name: words,
      /** Whether the provider of this site's domain may be linked: it is not yet. */
      canLink: flag,
      accounts: some(
        z.object({
          id: companyAccountId,
          /** How the provider calls the person; empty where it does not. */
          label: words,
          /** The host of its provider. */
          provider: words,
          since: timestamp,
          usedAt: timestamp,
          /** It is the only way in. */
          last: flag,
        }),
      ),
    }),
  }),
  unlinkCompanyAccount: defineCall({
    group: "account",
    summary:
      "Takes a company account away from the person's account, with the uuid of a fresh verification; other sessions that it began end. Never the last way in.",
    method: "POST",
    path: "/gateway/rest/account/unlink-company-account",
    body: "json",
    access: "user",
    limit: "settings",
    effect: "private",
    request: z.object({
      id: companyAccountId,
      uuid: z.string("身份验证已失效，请重新验证").max(64, "身份验证已失效，请重新验证"),
    }),
    response: z.object({ success: z.literal(true).default(true) }),
  }),
};
