import { privacyIds, privacyTitles, requiredPrivacyIds } from "contract/calls/privacy";
import { z } from "zod/v4";
import { paths } from "~/paths";
import { inShell } from "~/routing/shell-address";
import type { ServerSection } from "./sections.server";

const withdrawSchema = z.object({ privacyId: z.enum(privacyIds, "没有这份文件") });

/** Whether a person without it may only look around (spec 4). */
const isRequired = (privacyId: string) => (requiredPrivacyIds as readonly string[]).includes(privacyId);

/** What one agreed to, when and where, and the way to take it back. `?withdraw=` asks about one; `?before=` pages the ledger. */
export const consentsSection = {
  async load({ scope, url }) {
    const before = Number(url.searchParams.get("before"));
    const ledger = await scope.gateway.call(
      "consentLedger",
      Number.isSafeInteger(before) && before > 0 && before < 2 ** 31 ? { before } : {},
    );
    const asked = url.searchParams.get("withdraw");
    const withdrawing = ledger.policies.find(({ privacyId, signedVersion }) => privacyId === asked && signedVersion !== null);
    return {
      ...ledger,
      later: before > 0,
      withdrawing: withdrawing ? { privacyId: withdrawing.privacyId, leaves: isRequired(withdrawing.privacyId) } : null,
    };
  },

  async act({ scope, submit, here }) {
    return submit(withdrawSchema, async ({ privacyId }) => {
      await scope.gateway.call("cancelSigned", { privacyId });
      const title = privacyTitles[privacyId];
      if (!isRequired(privacyId)) {
        scope.session.flash("notice", `已撤回对《${title}》的同意`);
        return scope.redirect(here, { status: 303 });
      }
      scope.session.flash("notice", `已撤回对《${title}》的同意，你已退出登录，现在以访客身份浏览`);
      return scope.redirect(paths.logout(inShell(paths.forum(), scope.shell)), { status: 303, keepShell: false });
    });
  },
} satisfies ServerSection;
