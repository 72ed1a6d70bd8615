import { subtractTime } from "contract/base/time";
import { signInPath } from "contract/base/wire";
import { appealText } from "contract/moderation/appeals/calls";
import { appealDays } from "contract/moderation/constants";
import { and, eq, gt } from "drizzle-orm";
import type { Context } from "hono";
import { accounts } from "../database/schema";
import { latestBan, submitAppeal } from "../moderation/appeals/submit-appeal";
import { latestExport, startExport } from "../privacy/export/request-export";
import { sendArchive } from "../privacy/export/serve-exports";
import { penaltyReason, untilWords } from "../server/access";
import { Refusal } from "../server/refusal";
import { bannedAccountId } from "./banned-cookie";
import { leave } from "./enter";
import { FormProblem, type FormState } from "./problem";
import { parseFields, type Screen } from "./screen";
import { bannedView } from "./views/banned";
import { bannedPath } from "./views/paths";
import { openVisit, type SignInPortal, type Visit } from "./visit";

/** The account of this browser that is banned now; null without one. */
async function bannedAccount(visit: Visit) {
  const id = bannedAccountId(visit);
  if (id === null) return null;
  const { database, now } = visit.portal.services;
  const [account] = await database
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), gt(accounts.bannedUntil, now())));
  return account ?? null;
}

/** The page's data about the ban; undefined without one. */
async function banState(visit: Visit): Promise<Partial<FormState>> {
  const account = await bannedAccount(visit);
  if (!account?.bannedUntil) return {};
  const { services } = visit.portal;
  const ban = await latestBan(services.database, account.id);
  const inTime = ban !== null && ban.at >= subtractTime(services.now(), appealDays, "day");
  return {
    ban: {
      until: untilWords(account.bannedUntil),
      reason: await penaltyReason(services.database, account.id, "ban"),
      appeal: ban?.appeal ?? null,
      canAppeal: inTime && !ban.appeal,
      archive: await latestExport(services, account.id),
    },
  };
}

async function act(visit: Visit, intent: string, readText: () => string): Promise<Response> {
  const account = await bannedAccount(visit);
  if (!account) return leave(visit, signInPath);
  const { services } = visit.portal;
  if (intent === "export") {
    // The person has just proved all factors of the account.
    await startExport(services, account.id, async () => {});
    return leave(visit, bannedPath);
  }
  const ban = await latestBan(services.database, account.id);
  if (!ban) throw new Refusal("APPEAL_NOT_FOUND");
  const appeal = { logId: ban.logId, text: readText(), at: services.now() };
  await submitAppeal(services.database, account.id, appeal);
  return leave(visit, bannedPath);
}

/** /gateway/banned: the reason and the end of a ban, with two actions: an appeal, and a data export. */
export const bannedScreen: Screen = {
  fieldNames: ["text"],
  codeFor: () => undefined,
  forVisitors: false,
  view: bannedView,
  open: banState,
  async submit(visit, form) {
    try {
      return await act(visit, form.value("intent"), () => parseFields(form, { text: appealText }).text);
    } catch (error) {
      if (error instanceof FormProblem)
        throw new FormProblem(error.status, { ...(await banState(visit)), ...error.state });
      if (error instanceof Refusal)
        throw new FormProblem(error.status === 429 ? 429 : 422, {
          ...(await banState(visit)),
          alert: { kind: "error", text: error.message },
        });
      throw error;
    }
  },
};

/** Sends a banned person's own data export. Throws EXPORT_NOT_FOUND. */
export async function sendBannedExport(context: Context, portal: SignInPortal): Promise<Response> {
  const visit = openVisit(context, portal);
  const account = await bannedAccount(visit);
  if (!account) return leave(visit, signInPath);
  return sendArchive(context, portal.services, {
    accountId: account.id,
    key: context.req.param("key") ?? "",
  });
}
