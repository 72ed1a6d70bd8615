import { privacyIds, privacyTitles, requiredPrivacyIds } from "contract/privacy/constants";
import { z } from "zod";
import { paths } from "~/navigation/paths";
import { inShell } from "~/navigation/shell-address";
import { submitted } from "~/request/intents.server";
import type { ServerSection } from "./sections.server";
import { type SettingTools, sectionPath } from "./setting-query.server";

const withdrawSchema = z.object({ privacyId: z.enum(privacyIds, "没有这份文件") });

/** Whether a member who does not agree to this policy may only read (spec 4). */
const isRequired = (privacyId: string) => (requiredPrivacyIds as readonly string[]).includes(privacyId);

/**
 * The member's consents: what, when and where, and a button to withdraw each. `?withdraw=` opens the question about
 * one; `?before=` pages the ledger.
 */
export const consentsSection = {
  async load(scope, { before, withdraw }) {
    const ledger = await scope.gateway.call("consentLedger", before ? { before } : {});
    const withdrawing = ledger.policies.find(
      ({ privacyId, signedVersion }) => privacyId === withdraw && signedVersion !== null,
    );
    return {
      ...ledger,
      later: before !== undefined,
      withdrawing: withdrawing
        ? { privacyId: withdrawing.privacyId, leaves: isRequired(withdrawing.privacyId) }
        : null,
    };
  },

  intents: {
    withdraw: submitted(withdrawSchema, async ({ privacyId }, tools: SettingTools) => {
      const { scope } = tools;
      await scope.gateway.call("cancelSigned", { privacyId });
      const notice = `已撤回对《${privacyTitles[privacyId]}》的同意`;
      if (!isRequired(privacyId)) return tools.done(sectionPath(tools), notice);
      scope.session.flash("notice", `${notice}，你已退出登录，现在以访客身份浏览`);
      return scope.redirect(paths.logout(inShell(paths.forum(), scope.shell)), {
        status: 303,
        keepShell: false,
      });
    }),
  },
} satisfies ServerSection;
