import { eq } from "drizzle-orm";
import { type MutableEvent, mutableEvents } from "contract/notices";
import { type Account, accountOf, type Handlers } from "../context";
import { accounts } from "../database/schema";
import { Refusal } from "../refusal";

function settingsOf({ mutedNotices, digest, email }: Pick<Account, "mutedNotices" | "digest" | "email">) {
  return { muted: mutableEvents.filter((event) => mutedNotices.includes(event)) as MutableEvent[], digest, email };
}

/** What a person is told of, and how often by mail. */
export const noticeSettingsHandlers = {
  async noticeSettings(_request, context) {
    return settingsOf(accountOf(context));
  },

  async saveNoticeSettings({ muted, digest }, context) {
    const account = accountOf(context);
    if (digest !== "off" && account.email === null) throw new Refusal("EMAIL_NOT_BOUND");
    // The first digest comes a day or a week after it was asked for, and tells of what came since.
    const started = digest !== "off" && digest !== account.digest ? { digestSentAt: context.now() } : {};
    const changed = { mutedNotices: [...new Set(muted)], digest, ...started };
    await context.database.update(accounts).set(changed).where(eq(accounts.id, account.id));
    return settingsOf({ ...account, ...changed });
  },
} satisfies Handlers<"noticeSettings" | "saveNoticeSettings">;
