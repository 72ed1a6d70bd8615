import { verificationCode } from "contract/account/identity";
import { closeConfirmation } from "contract/privacy/constants";
import { z } from "zod";
import { identityIntents, loadIdentityCheck } from "~/account/verify-identity.server";
import { verifyIntent } from "~/account/verify-identity-intents";
import { noFields, submitted } from "~/request/intents.server";
import type { ServerSection } from "./sections.server";
import { type SettingTools, sectionPath } from "./setting-query.server";

const closeSchema = z.object({
  confirmation: z
    .string()
    .default("")
    .transform((text) => text.trim())
    .pipe(z.literal(closeConfirmation, `请输入“${closeConfirmation}”四个字`)),
  captchaCode: verificationCode,
});

const identity = identityIntents("close", async (uuid, _, tools: SettingTools) => {
  await tools.scope.gateway.call("closeAccount", { uuid, confirmation: closeConfirmation });
  return tools.done(sectionPath(tools), "已申请注销账号，15 天内可以撤销");
});
const refuseConfirmation = submitted(closeSchema, async (_, tools: SettingTools) =>
  tools.done(sectionPath(tools)),
);

/**
 * Closing the account: what it means, a new identity check with a typed confirmation, and the cancellation, which is
 * possible for 15 days.
 */
export const closeSection = {
  async load(scope, query) {
    const state = await scope.gateway.call("closureState", {});
    const verifying = query.step === "verify" && !state.closing && !state.handsOverFirst;
    return { ...state, check: verifying ? await loadIdentityCheck(scope, query, "close") : null };
  },

  intents: {
    ...identity,
    // Checks the typed confirmation before the code, because a code works once only and the confirmation is easy to
    // mistype.
    [verifyIntent]: (tools: SettingTools) =>
      closeSchema.safeParse(Object.fromEntries(tools.form)).success
        ? identity[verifyIntent](tools)
        : refuseConfirmation(tools),
    "cancel-closure": submitted(noFields, async (_, tools: SettingTools) => {
      await tools.scope.gateway.call("cancelClosure", {});
      return tools.done(sectionPath(tools), "已撤销注销，账号一切照旧");
    }),
  },
} satisfies ServerSection;
